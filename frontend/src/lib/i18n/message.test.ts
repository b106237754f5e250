import { describe, expect, it } from 'vitest';

import { BrokenMessage, fill, parse } from './message';

const say = (source: string, params = {}, lang = 'en'): string => fill(parse(source), params, lang);

describe('a sentence', () => {
  it('fills parameters in, numbers in the notation of the language', () => {
    expect(say('{name} takes {n}', { name: 'Ravenna', n: 7.6 })).toBe('Ravenna takes 7.6');
    expect(say('{n} шага', { n: 7.6 }, 'ru')).toBe('7,6 шага');
  });

  it.each([
    [1, '1 фигура'],
    [2, '2 фигуры'],
    [5, '5 фигур'],
    [11, '11 фигур'],
    [21, '21 фигура'],
    [104, '104 фигуры'],
    [7.5, '7,5 фигуры'],
  ])('takes the Russian plural form for %s', (n, expected) => {
    expect(say('{n, plural, one {# фигура} few {# фигуры} many {# фигур} other {# фигуры}}', { n }, 'ru')).toBe(expected);
  });

  it('prefers an exact number to a category', () => {
    const source = '{n, plural, =0 {nobody} one {# player} other {# players}} at the table';
    expect([0, 1, 3].map((n) => say(source, { n }))).toEqual(['nobody at the table', '1 player at the table', '3 players at the table']);
  });

  it('nests a plural in a select', () => {
    const source = '{side, select, south {South, {n, plural, one {# unit} other {# units}}} other {North}}';
    expect(say(source, { side: 'south', n: 2 })).toBe('South, 2 units');
    expect(say(source, { side: 'west' })).toBe('North');
  });

  it('shows the name of a missing parameter', () => {
    expect(say('{who} waits')).toBe('{who} waits');
  });

  it('does not read braces of a parameter as a message', () => {
    expect(say('{name}', { name: '{n, plural, other {x}}' })).toBe('{n, plural, other {x}}');
  });

  it.each(['{open', 'stray}', '{n, plural, one {x}}', '{n, number}', '{n, plural, one {x} other {y}'])('refuses the broken %s', (source) => {
    expect(() => parse(source)).toThrow(BrokenMessage);
  });
});
