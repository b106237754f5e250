"""A cable between a browser and a server that a test can pull out: a small TCP relay on a port of its own.

Surprising: `deaf` lets through what the browser sends and holds back what the server answers, so that an action is done
and its acknowledgement lost.
"""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class Cable:
    """Relays connections to a port of this machine, as long as it is not cut."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._whole = True
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self.deaf = False
        threading.Thread(target=self._accept, name="cable", daemon=True).start()

    @property
    def address(self) -> str:
        """Where the browser goes."""
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def cut(self) -> None:
        """Pull it out: every connection breaks, and new ones are refused at once."""
        with self._lock:
            self._whole = False
            broken, self._open = self._open, set()
        for one in broken:
            _close(one)

    def mend(self) -> None:
        """Put it back."""
        with self._lock:
            self._whole, self.deaf = True, False

    def close(self) -> None:
        """Cut for good."""
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self._port), timeout=30)
            except OSError:
                _close(near)
                continue
            with self._lock:
                whole = self._whole
                if whole:
                    self._open |= {near, far}
            if not whole:
                _close(near)
                _close(far)
                continue
            far.settimeout(None)
            for source, sink, answers in ((near, far, False), (far, near, True)):
                threading.Thread(target=self._relay, args=(source, sink, answers), daemon=True).start()

    def _relay(self, source: socket.socket, sink: socket.socket, answers: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if not (answers and self.deaf):
                    sink.sendall(data)
        _close(source)
        _close(sink)


def _close(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
