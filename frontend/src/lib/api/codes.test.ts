/** Every code with which the server says no has a sentence here, in both languages. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import en from '../i18n/en.json';
import ru from '../i18n/ru.json';

const app = resolve(__dirname, '../../../../app');
const source = (path: string): string => readFileSync(resolve(app, path), 'utf8');

/** The keys of a dict, or the values of one, as they stand in Python. */
function table(text: string, name: string, of: 'keys' | 'values'): string[] {
  const body = new RegExp(`^${name} = \\{\\n(.*?)^\\}`, 'msu').exec(text)?.[1] ?? '';
  return [...body.matchAll(of === 'keys' ? /^\s+"(\w+)":/gmu : /:\s+"(\w+)",$/gmu)].map((found) => found[1] ?? '');
}

const codes = new Set([
  ...table(source('matches/errors.py'), 'STATUS', 'keys'),
  ...table(source('matches/errors.py'), 'MESSAGES', 'keys'),
  ...table(source('api/errors.py'), '_BY_STATUS', 'values'),
  ...[...source('engine/refusal.py').matchAll(/^ {4}[A-Z_]+ = "(\w+)"/gmu)].map((found) => found[1] ?? ''),
]);

describe('the codes of the server', () => {
  it('are found where the server keeps them', () => {
    for (const code of ['spectator', 'method_not_allowed', 'proposal_pause', 'bad_scenario']) expect(codes).toContain(code);
    expect(codes.size).toBeGreaterThan(30);
  });

  it.each([['en', en], ['ru', ru]] as [string, Record<string, string>][])('have sentences in %s', (_, catalogue) => {
    expect([...codes].filter((code) => !catalogue[`error.${code}`])).toEqual([]);
  });
});
