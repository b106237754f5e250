import { beforeEach, describe, expect, it, vi } from 'vitest';

const KEY = 'sandtable.preferences';

/** The module reads the browser once, when it is loaded: load it anew for each browser. */
async function arrive(stored?: string): Promise<typeof import('./prefs.svelte')> {
  vi.resetModules();
  localStorage.clear();
  if (stored !== undefined) localStorage.setItem(KEY, stored);
  return import('./prefs.svelte');
}

beforeEach(() => {
  vi.unstubAllGlobals();
  document.documentElement.removeAttribute('data-theme');
});

describe('preferences', () => {
  it.each([
    [['ru-RU', 'en'], 'ru'],
    [['de', 'en-GB'], 'en'],
    [['fr', 'uk'], 'en'],
    [['uk', 'ru'], 'ru'],
    [[], 'en'],
  ] as const)('guess the language from %j', async (wanted, expected) => {
    const { guessLanguage } = await arrive();
    expect(guessLanguage(wanted)).toBe(expected);
  });

  it('are remembered, and put on <html> at once', async () => {
    const first = await arrive();
    first.setPreference('language', 'ru');
    first.setPreference('theme', 'dark');
    expect(document.documentElement.lang).toBe('ru');
    expect(document.documentElement.dataset['theme']).toBe('dark');
    const second = await arrive(localStorage.getItem(KEY) ?? '');
    expect(second.prefs.language).toBe('ru');
    expect(second.prefs.theme).toBe('dark');
    second.setPreference('theme', 'system');
    expect(document.documentElement.dataset['theme']).toBeUndefined();
  });

  it.each(['not json', '[]', 'null', '{"language":"tlh","theme":7,"sound":9,"motion":"fast","confirm":true}'])('survive %s in the storage', async (stored) => {
    const { prefs, defaults } = await arrive(stored);
    expect({ ...prefs }).toEqual(defaults());
  });

  it('hold without a storage', async () => {
    const { prefs, setPreference } = await arrive();
    vi.stubGlobal('localStorage', { setItem: () => { throw new DOMException('no'); } });
    setPreference('sound', 0);
    expect(prefs.sound).toBe(0);
  });

  it('tell followers what the person changed, but not what came from the account', async () => {
    const { adopt, followPreferences, setPreference } = await arrive();
    const heard = vi.fn();
    const stop = followPreferences(heard);
    setPreference('motion', 'reduced');
    adopt({ theme: 'light' });
    stop();
    setPreference('motion', 'full');
    expect(heard.mock.calls).toEqual([[{ motion: 'reduced' }]]);
  });

  it('decide on motion for themselves, else with the system', async () => {
    const { reducedMotion, setPreference } = await arrive();
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    expect(reducedMotion()).toBe(true);
    setPreference('motion', 'full');
    expect(reducedMotion()).toBe(false);
  });
});
