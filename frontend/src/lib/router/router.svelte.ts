/**
 * Where we are: the one reactive route, fed by the history API.
 *
 * Links are plain <a href>; one listener on the document turns clicks on own addresses into navigation, so that
 * middle click, copy address and screen readers work as ever. Focus and scrolling after a change of page are
 * App.svelte's business.
 */
import { href, parse, type Route } from './routes';

let current: Route = $state(read());

function read(): Route {
  return parse(location.pathname, location.search);
}

/** The route now shown. Reactive. */
export const route = (): Route => current;

/** Go to a route (`replace`: without a new entry in the history). */
export function go(to: Route | string, options: { replace?: boolean } = {}): void {
  const address = typeof to === 'string' ? to : href(to);
  if (address === location.pathname + location.search && options.replace !== true) return;
  history[options.replace === true ? 'replaceState' : 'pushState']({}, '', address);
  current = read();
}

function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target !== '' || link.hasAttribute('download')) return;
  if (link.origin !== location.origin || link.getAttribute('href')?.startsWith('#') === true) return;
  if (link.pathname.startsWith('/api/')) return;
  event.preventDefault();
  go(link.pathname + link.search);
}

/** Listen to links and to back and forward. Returns the function that stops it. */
export function startRouter(): () => void {
  const back = (): void => {
    current = read();
  };
  document.addEventListener('click', follow);
  window.addEventListener('popstate', back);
  return () => {
    document.removeEventListener('click', follow);
    window.removeEventListener('popstate', back);
  };
}
