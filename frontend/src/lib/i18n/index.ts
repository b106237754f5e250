/**
 * Words: `t` for the client's own sentences (keys checked by the compiler), `rt` for those of a ruleset.
 *
 * Both follow the language at once: call them in templates and `$derived`, not at module level.
 */
export { has, language, loadRulesetText, rt, setLanguage, t, tDynamic, type Key } from './language.svelte';
export { dateTime, duration, list, number, percent, timeAgo } from './formats';
export { BrokenMessage, type Params } from './message';
