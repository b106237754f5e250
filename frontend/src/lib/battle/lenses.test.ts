import { beforeEach, describe, expect, it, vi } from 'vitest';

import { view } from '../../fixtures/three-crossings';
import type { Sight } from '../api/protocol';
import { hexLayout, HEXES } from '../board/layout';
import { outline } from '../board/outline';
import { setLanguage } from '../i18n';

import { sightLines, threatIntent } from './lens-words';
import { Lenses } from './lenses.svelte';
import { ruleName } from './words';

const asked = vi.hoisted(() => ({ sights: [] as string[], threats: [] as number[], seen: true }));
vi.mock('../api', async (original) => ({
  ...(await original<typeof import('../api')>()),
  getSight: (_: string, from: string, to: string[]) => {
    asked.sights.push(`${from} ${to.join(' ')}`);
    return Promise.resolve({ seq: 1, sights: to.map((hex) => ({ origin: from, to: hex, clear: asked.seen, lines: [{ passes: [], blocked: '', by: '', rule: '' }], rule: 'L-1' })) });
  },
  getThreat: (_: string, of: number) => {
    asked.threats.push(of);
    return Promise.resolve({ seq: 1, threat: { of, reaches: [{ unit: 'n1', places: ['a1', 'a2'] }, { unit: 'n2', places: ['a2'] }], rule: 'battle' } });
  },
}));

const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 120));

beforeEach(() => {
  setLanguage('en');
  asked.sights = [];
  asked.threats = [];
});

describe('lenses', () => {
  it('ask the server once for each position, and the newest question wins', async () => {
    let seq = 1;
    const lenses = new Lenses({ match: () => 'm', seq: () => seq, who: () => ({}) });
    lenses.look('a1', ['b2']);
    lenses.look('a1', ['c3']);
    lenses.look('a1', ['c3']);
    await settle();
    expect(asked.sights).toEqual(['a1 c3']);
    expect(lenses.sights.map((sight) => sight.to)).toEqual(['c3']);
    lenses.look('a1', ['b2']);
    await settle();
    lenses.look('a1', ['c3']);
    await settle();
    expect(asked.sights).toEqual(['a1 c3', 'a1 b2']);
    seq = 2;
    lenses.look('a1', ['c3']);
    await settle();
    expect(asked.sights).toHaveLength(3);
    lenses.look(null, []);
    expect(lenses.sights).toEqual([]);
  });

  it('tell who could strike a hex', async () => {
    const lenses = new Lenses({ match: () => 'm', seq: () => 1, who: () => ({}) });
    lenses.of = 1;
    lenses.fear(1);
    await settle();
    expect(lenses.strikers('a2')).toEqual(['n1', 'n2']);
    expect(lenses.strikers('e5')).toEqual([]);
    expect(lenses.reachOf('n2')).toEqual(['a2']);
    expect(threatIntent(view, lenses, 1, 'e5').rest).toBe('e5 is out of reach.');
    expect(threatIntent(view, lenses, 1, null).rest).toMatch(/^What North could strike/u);
    lenses.fear(null);
    expect(lenses.threat).toBeNull();
  });

  it('draw two lines that decide on either side, also where one of them meets nothing', () => {
    const two = (one: string[], other: string[]): Sight => ({ origin: 'e5', to: 'e7', clear: true, rule: 'L-1', lines: [{ passes: one, blocked: '', by: '', rule: '' }, { passes: other, blocked: '', by: '', rule: '' }] });
    const sides = (sight: Sight): number[] => sightLines([sight]).map((line) => line.side);
    expect(new Set(sides(two(['d6'], ['e6'])))).toEqual(new Set([1, -1]));
    expect(new Set(sides(two([], ['e6'])))).toEqual(new Set([1, -1]));
  });
});

describe('the outline of hexes', () => {
  it.each([false, true])('has six sides for one hex, ten for two neighbours, and the board has the rim alone (turned: %s)', (turned) => {
    const L = hexLayout(40, turned);
    const sides = (hexes: readonly string[]): number => outline(hexes, L).split('M').length - 1;
    expect(sides(['e5'])).toBe(6);
    expect(sides(['e5', 'f5'])).toBe(10);
    expect(sides(['e5', 'e6'])).toBe(10);
    expect(sides(HEXES)).toBe(6 * 113 - 2 * (8 * 24 + 5 * 12 + 4 * 11));
  });
});

describe("a rule's name", () => {
  it.each([['H-1', 'H-1'], ['frightened', 'fright'], ['creature-spider', 'giant spider'], ['scenario-S4', 'S4'], ['nobody-knows', 'rule']])('%s is called %s', (rule, name) => {
    expect(ruleName('lore', rule)).toBe(name);
  });
});
