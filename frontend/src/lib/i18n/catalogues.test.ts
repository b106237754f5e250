import { describe, expect, it } from 'vitest';

import battleEn from './battle.en.json';
import battleRu from './battle.ru.json';
import en from './en.json';
import { parse, type Part } from './message';
import ru from './ru.json';

type Catalogue = Record<string, string>;
const pairs: [string, Catalogue, Catalogue][] = [
  ['frame', en, ru],
  ['battle', battleEn, battleRu],
];

function params(parts: readonly Part[], into = new Set<string>()): Set<string> {
  for (const part of parts) {
    if (part.kind === 'param') into.add(part.name);
    if (part.kind === 'plural' || part.kind === 'select') {
      into.add(part.name);
      for (const form of part.forms.values()) params(form, into);
    }
  }
  return into;
}

function plurals(parts: readonly Part[]): ReadonlyMap<string, readonly Part[]>[] {
  return parts.flatMap((part) => {
    if (part.kind !== 'plural' && part.kind !== 'select') return [];
    const inner = [...part.forms.values()].flatMap(plurals);
    return part.kind === 'plural' ? [part.forms, ...inner] : inner;
  });
}

describe.each(pairs)('the %s catalogues', (_, english, russian) => {
  it('have the same keys', () => {
    expect(Object.keys(russian).sort()).toEqual(Object.keys(english).sort());
  });

  // grammar differs: a name comes in another case ({target}, {target_whom}), a verb agrees with a number ({n_of}) or does not
  const things = (sentence: string): string[] => [...new Set([...params(parse(sentence))].filter((name) => name !== 'n_of').map((name) => name.replace(/_whom$/u, '')))].sort();

  it('have the same parameters in each sentence', () => {
    for (const [key, sentence] of Object.entries(english)) {
      const other = russian[key] ?? '';
      expect({ key, params: things(other) }).toEqual({ key, params: things(sentence) });
    }
  });

  it('name every plural form of their language', () => {
    const missing = (catalogue: Catalogue, forms: string[]): string[] =>
      Object.entries(catalogue)
        .filter(([, sentence]) => plurals(parse(sentence)).some((given) => forms.some((form) => !given.has(form))))
        .map(([key]) => key);
    expect(missing(english, ['one', 'other'])).toEqual([]);
    expect(missing(russian, ['one', 'few', 'many', 'other'])).toEqual([]);
  });

  it('never shout and leave no sentence empty', () => {
    for (const catalogue of [english, russian]) {
      for (const [key, sentence] of Object.entries(catalogue)) {
        expect({ key, calm: !sentence.includes('!') && sentence.trim() !== '' }).toEqual({ key, calm: true });
      }
    }
  });
});

describe('the two files of one language', () => {
  it('do not name the same key twice', () => {
    expect(Object.keys(en).filter((key) => key in battleEn)).toEqual([]);
  });
});
