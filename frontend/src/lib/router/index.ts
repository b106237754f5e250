/** Addresses of the client. */
export { FIRST_RULESET, href, parse, readInvitation, type Opponent, type Route, type Show } from './routes';
export { go, route, startRouter } from './router.svelte';
