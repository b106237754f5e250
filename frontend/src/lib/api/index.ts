/** The server's REST interface, as far as the client speaks it; battle sockets live in `lib/match`. */
export { answer, server } from './call';
export { ApiError, asApiError, explain } from './errors';
export { createMatch, getMatch, getPreview, getRecord, getSight, getSteps, getThreat, joinMatch, leaveMatch, listMatches, myNonce, quickMatch, speak, startMatch, type Filter, type Looker, type NewClock, type NewMatch, type NewSeat } from './matches';
export { poll } from './poll';
export { getRulebook, getRuleset, getScenario, listRulesets } from './rulesets';
export { ensureMe, keepAccount, me, meetAgain, meKnown, rename, signIn, signOut } from './session.svelte';
export { createToken, deleteToken, listTokens, type Scope } from './tokens';
