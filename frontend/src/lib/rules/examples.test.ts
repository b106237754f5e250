import { expect, it } from 'vitest';

import { HEXES } from '../board/layout';
import en from '../i18n/en.json';
import ru from '../i18n/ru.json';

import { EXAMPLES, examplesAt } from './examples';

const all = Object.values(EXAMPLES).flat();

it('every example names hexes of the board only, and no two units stand in one', () => {
  for (const { board, window, sights, ways } of all) {
    const stood = Object.values(board.units).map(({ hex }) => hex);
    const named = [...stood, ...window, ...Object.keys(board.terrain), ...Object.keys(board.fires), ...board.ashes, ...sights.flatMap(({ from, to, cut }) => [from, to, ...(cut === undefined ? [] : [cut])]), ...ways.flatMap(({ from, to }) => [from, to])];
    for (const hex of named) expect(HEXES).toContain(hex);
    expect(new Set(stood).size).toBe(stood.length);
  }
});

it('every example has its sentence in both languages', () => {
  for (const { id } of all) for (const catalogue of [en, ru] as Record<string, string>[]) expect(catalogue[`example.${id}`]).toBeTruthy();
});

it('stands at its rule', () => {
  expect(examplesAt('lore', ['retreat', 'R-4', 'R-1']).map(({ id }) => id)).toEqual(['retreat']);
  expect(examplesAt('fantasy', ['R-4'])).toEqual([]);
});
