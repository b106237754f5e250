/**
 * What a person prefers, kept in this browser and, for those with an account, on the server as well.
 *
 * Everything here is a rune: whoever reads a preference in a component follows its changes. Writing goes through
 * `setPreference`, which keeps the browser's copy. Reading from the browser never throws: a private window
 * without storage, or a value written by hand, gives the defaults.
 */
import { MediaQuery } from 'svelte/reactivity';

export const LANGUAGES = ['en', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Theme = 'system' | 'light' | 'dark';

export interface Preferences {
  language: Language;
  theme: Theme;
  /** Loudness, 0 to 1; 0 is mute. */
  sound: number;
  /** `system` follows prefers-reduced-motion. */
  motion: 'system' | 'full' | 'reduced';
  /** Whether a choice with one outcome still shows its preview first. */
  confirm: 'always' | 'direct';
  /** What to do when the other side asks to take a move back. */
  takebacks: 'ask' | 'refuse';
}

const KEY = 'sandtable.preferences';

/** The language of a browser's list that we speak first; en if we speak none. */
export function guessLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const short = tag.slice(0, 2).toLowerCase();
    if (short === 'en' || short === 'ru') return short;
  }
  return 'en';
}

export function defaults(): Preferences {
  const wanted = typeof navigator === 'undefined' ? [] : navigator.languages;
  return { language: guessLanguage(wanted), theme: 'system', sound: 0.6, motion: 'system', confirm: 'always', takebacks: 'ask' };
}

const CHECKS: { [K in keyof Preferences]: (value: unknown) => boolean } = {
  language: (v) => v === 'en' || v === 'ru',
  theme: (v) => v === 'system' || v === 'light' || v === 'dark',
  sound: (v) => typeof v === 'number' && v >= 0 && v <= 1,
  motion: (v) => v === 'system' || v === 'full' || v === 'reduced',
  confirm: (v) => v === 'always' || v === 'direct',
  takebacks: (v) => v === 'ask' || v === 'refuse',
};

/** Keep of `raw` (from storage or the server) what is a preference with a possible value. */
export function sanitise(raw: unknown): Partial<Preferences> {
  if (typeof raw !== 'object' || raw === null) return {};
  const kept: Record<string, unknown> = {};
  for (const [key, check] of Object.entries(CHECKS)) {
    const value = (raw as Record<string, unknown>)[key];
    if (check(value)) kept[key] = value;
  }
  return kept as Partial<Preferences>;
}

function stored(): Partial<Preferences> {
  try {
    return sanitise(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    return {};
  }
}

const state: Preferences = $state({ ...defaults(), ...stored() });

/** Read-only for everyone; reactive in components. */
export const prefs: Readonly<Preferences> = state;

const followers = new Set<(changed: Partial<Preferences>) => void>();

/** Call `follower` after each change made here by the person (the account module sends it to the server). */
export function followPreferences(follower: (changed: Partial<Preferences>) => void): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}

/** Change one preference and remember it. */
export function setPreference<K extends keyof Preferences>(key: K, value: Preferences[K]): void {
  adopt({ [key]: value });
  for (const follower of followers) follower({ [key]: value });
}

/** Take over preferences that come from the account; what is not valid is left out. */
export function adopt(raw: unknown): void {
  Object.assign(state, sanitise(raw));
  try {
    localStorage.setItem(KEY, JSON.stringify(state));
  } catch {
    // no storage: the preference holds until the page is left
  }
  apply(state);
}

/** Put theme, motion and language on <html>, where CSS and screen readers find them. */
export function apply(now: Preferences = state): void {
  const root = document.documentElement;
  root.lang = now.language;
  if (now.theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = now.theme;
  if (now.motion === 'system') delete root.dataset.motion;
  else root.dataset.motion = now.motion;
}

/** Whether things should stand still now. Ask at the moment of an animation. */
export function reducedMotion(): boolean {
  if (state.motion !== 'system') return state.motion === 'reduced';
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

const systemIsDark = typeof matchMedia === 'function' ? new MediaQuery('prefers-color-scheme: dark') : null;

/** Whether the page is dark now, whatever the reason. Reactive, also when the system changes its mind. */
export function isDark(): boolean {
  return state.theme === 'system' ? systemIsDark?.current === true : state.theme === 'dark';
}
