/**
 * The catalogues and the two functions that read them.
 *
 * `en.json`, `ru.json` hold the client's frame; `battle.*.json` the battle and replay screens. A ruleset's catalogue
 * (names of units, cards, outcomes, refusals) comes from the server, per language, and is fetched again when the
 * language changes. A key that nobody knows shows as itself, so that it is found.
 */
import { prefs, setPreference, type Language } from '../prefs/prefs.svelte';

import battleEn from './battle.en.json';
import battleRu from './battle.ru.json';
import en from './en.json';
import { fill, parse, type Params, type Part } from './message';
import ru from './ru.json';

export type Key = keyof typeof en | keyof typeof battleEn;
type Catalogue = Readonly<Record<string, string>>;

const own: Record<Language, Catalogue> = { en: { ...en, ...battleEn }, ru: { ...ru, ...battleRu } };
const rulesets: Record<string, Catalogue> = $state({});
const parsed = new Map<string, Part[]>();

function render(sentence: string, params: Params): string {
  let parts = parsed.get(sentence);
  if (parts === undefined) parsed.set(sentence, (parts = parse(sentence)));
  return fill(parts, params, prefs.language);
}

/** The language now spoken. Reactive. */
export const language = (): Language => prefs.language;

/** Speak another language from now on, and remember it. */
export const setLanguage = (next: Language): void => setPreference('language', next);

/** A sentence of the client. */
export function t(key: Key, params: Params = {}): string {
  return tDynamic(key, params) ?? key;
}

/** A sentence of the client whose key is put together at run time (`error.` + code); null if there is none. */
export function tDynamic(key: string, params: Params = {}): string | null {
  const sentence = own[prefs.language][key];
  return sentence === undefined ? null : render(sentence, params);
}

/** A sentence of a ruleset. Falls back to the client's own, then to `fallback`, then to the key. */
export function rt(ruleset: string, key: string, params: Params = {}, fallback?: string): string {
  const sentence = rulesets[`${ruleset}/${prefs.language}`]?.[key];
  if (sentence !== undefined) return render(sentence, params);
  return tDynamic(key, params) ?? fallback ?? key;
}

/** Whether the ruleset's catalogue (already loaded) has the key. */
export function has(ruleset: string, key: string): boolean {
  return rulesets[`${ruleset}/${prefs.language}`]?.[key] !== undefined;
}

const loading = new Map<string, Promise<void>>();

/** Fetch a ruleset's catalogue in the language now spoken, once. Call in an $effect, so that it follows the language. */
export function loadRulesetText(ruleset: string): Promise<void> {
  const lang = prefs.language;
  const id = `${ruleset}/${lang}`;
  if (rulesets[id] !== undefined) return Promise.resolve();
  let running = loading.get(id);
  if (running === undefined) {
    running = fetch(`/api/v1/rulesets/${encodeURIComponent(ruleset)}/text?lang=${lang}`)
      .then(async (answer) => {
        if (!answer.ok) throw new Error(`text of ${id}: ${answer.status}`);
        rulesets[id] = (await answer.json()) as Catalogue;
      })
      .finally(() => loading.delete(id));
    loading.set(id, running);
  }
  return running;
}
