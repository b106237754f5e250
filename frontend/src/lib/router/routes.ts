/**
 * The addresses of the client, both ways: `parse` reads one, `href` writes one. Pure; the history lives in router.svelte.ts.
 *
 * What cannot be read is `notFound`, never an exception. Values from an address are hostile: ids and codes are checked
 * against a small alphabet here, so that nothing else ever reaches a request.
 */
export type Show = 'open' | 'live' | 'ended' | 'mine';
export type Opponent = 'open' | 'link' | 'bot' | 'hotseat';

export type Route =
  | { readonly name: 'lobby'; readonly show: Show }
  | { readonly name: 'create'; readonly ruleset?: string; readonly scenario?: string; readonly who?: Opponent }
  | { readonly name: 'match'; readonly id: string }
  | { readonly name: 'join'; readonly id: string; readonly code: string }
  | { readonly name: 'watch'; readonly id: string; readonly code: string }
  | { readonly name: 'replay'; readonly id: string; readonly code?: string; readonly at?: number }
  | { readonly name: 'rules'; readonly ruleset: string; readonly anchor?: string }
  | { readonly name: 'me' }
  | { readonly name: 'about' }
  | { readonly name: 'notFound'; readonly path: string };

const SHOWS: readonly string[] = ['open', 'live', 'ended', 'mine'];
const OPPONENTS: readonly string[] = ['open', 'link', 'bot', 'hotseat'];
const SAFE = /^[\w.~-]{1,128}$/u;

/** The ruleset whose rulebook opens when none is named. */
export const FIRST_RULESET = 'lore';

function segment(raw: string): string | null {
  try {
    const plain = decodeURIComponent(raw);
    return SAFE.test(plain) ? plain : null;
  } catch {
    return null;
  }
}

/** Read an address: path and query as in `location`. */
export function parse(pathname: string, search = ''): Route {
  const parts = pathname.split('/').filter((part) => part !== '');
  const query = new URLSearchParams(search);
  const lost: Route = { name: 'notFound', path: pathname };
  const [head, ...raw] = parts;
  const rest = raw.map(segment);
  if (rest.includes(null)) return lost;
  const [first, second] = rest as string[];
  const count = rest.length;

  switch (head) {
    case undefined: {
      const show = query.get('show') ?? '';
      return { name: 'lobby', show: (SHOWS.includes(show) ? show : 'open') as Show };
    }
    case 'create': {
      if (count > 0) return lost;
      const ruleset = segment(query.get('ruleset') ?? '');
      const scenario = segment(query.get('scenario') ?? '');
      const who = query.get('who') ?? '';
      return {
        name: 'create',
        ...(ruleset === null ? {} : { ruleset }),
        ...(scenario === null ? {} : { scenario }),
        ...(OPPONENTS.includes(who) ? { who: who as Opponent } : {}),
      };
    }
    case 'match':
      return count === 1 && first !== undefined ? { name: 'match', id: first } : lost;
    case 'join': {
      // an invitation names its match and the code: /join/<match>.<code>
      const dot = first?.indexOf('.') ?? -1;
      if (count !== 1 || first === undefined || dot < 1 || dot === first.length - 1) return lost;
      return { name: 'join', id: first.slice(0, dot), code: first.slice(dot + 1) };
    }
    case 'watch':
      return count === 2 && first !== undefined && second !== undefined ? { name: 'watch', id: first, code: second } : lost;
    case 'replay': {
      // of a match that is watched by link: /replay/<match>/<code>
      if (count > 2 || first === undefined) return lost;
      const at = query.get('at') ?? '';
      return { name: 'replay', id: first, ...(second === undefined ? {} : { code: second }), ...(/^\d{1,6}$/u.test(at) ? { at: Number(at) } : {}) };
    }
    case 'rules':
      if (count > 2) return lost;
      return { name: 'rules', ruleset: first ?? FIRST_RULESET, ...(second === undefined ? {} : { anchor: second }) };
    case 'me':
      return count === 0 ? { name: 'me' } : lost;
    case 'about':
      return count === 0 ? { name: 'about' } : lost;
    default:
      return lost;
  }
}

/** Write an address. `parse(href(route))` is `route` again. */
export function href(route: Route): string {
  const e = encodeURIComponent;
  switch (route.name) {
    case 'lobby':
      return route.show === 'open' ? '/' : `/?show=${route.show}`;
    case 'create': {
      const query = new URLSearchParams();
      if (route.ruleset !== undefined) query.set('ruleset', route.ruleset);
      if (route.scenario !== undefined) query.set('scenario', route.scenario);
      if (route.who !== undefined) query.set('who', route.who);
      const text = query.toString();
      return text === '' ? '/create' : `/create?${text}`;
    }
    case 'match':
      return `/match/${e(route.id)}`;
    case 'join':
      return `/join/${e(route.id)}.${e(route.code)}`;
    case 'watch':
      return `/watch/${e(route.id)}/${e(route.code)}`;
    case 'replay':
      return `/replay/${e(route.id)}${route.code === undefined ? '' : `/${e(route.code)}`}${route.at === undefined ? '' : `?at=${route.at}`}`;
    case 'rules':
      return `/rules/${e(route.ruleset)}${route.anchor === undefined ? '' : `/${e(route.anchor)}`}`;
    case 'me':
    case 'about':
      return `/${route.name}`;
    case 'notFound':
      return route.path;
  }
}

/** Read what a person pastes as an invitation: a whole address, or only its last part. null if it is none. */
export function readInvitation(text: string): Route | null {
  const trimmed = text.trim();
  try {
    const url = new URL(trimmed);
    const route = parse(url.pathname, url.search);
    return route.name === 'join' || route.name === 'watch' || route.name === 'match' ? route : null;
  } catch {
    const path = trimmed.startsWith('/') ? trimmed : `/join/${trimmed}`;
    const route = parse(path);
    return route.name === 'join' || route.name === 'watch' || route.name === 'match' ? route : null;
  }
}
