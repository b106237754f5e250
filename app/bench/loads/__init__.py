"""The four loads, one a module, each an async function from orders to figures."""
