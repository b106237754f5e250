// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { drawBase, drawHex } from '../board/ground';
import { hexLayout } from '../board/layout';

import { loreDie, pipDie } from './dice';
import { flames } from './fire';
import icons from './icons.json';
import { LAND_KINDS } from './terrain';
import { loreToken, type TokenLook } from './token';

const credits = readFileSync(new URL('../../../CREDITS.md', import.meta.url), 'utf-8');
const terrain = JSON.parse(readFileSync(new URL('../../../../app/rulesets/lore/data/terrain.json', import.meta.url), 'utf-8')) as { id: string }[];
const weapons = JSON.parse(readFileSync(new URL('../../../../app/rulesets/lore/data/weapons.json', import.meta.url), 'utf-8')) as { id: string }[];
const creatures = JSON.parse(readFileSync(new URL('../../../../app/rulesets/lore/data/creatures.json', import.meta.url), 'utf-8')) as { id: string; weapon: string; banner: string }[];
const L = hexLayout(40);
const look = (more: Partial<TokenLook> = {}): TokenLook => ({ side: 0, kind: 'foot', race: 'human', banner: 'blue', weapon: 'short_sword', figures: 4, max: 4, ...more });
const sound = (svg: string): boolean => !/NaN|undefined|Infinity/u.test(svg);

describe('credits', () => {
  it('name every silhouette that is shipped, and none that is not', () => {
    const named = [...credits.matchAll(/^\| `([a-z0-9-]+)` \| [A-Z]/gmu)].map((row) => row[1]);
    expect(named.sort()).toEqual(Object.keys(icons).sort());
  });
});

describe('drawing', () => {
  it.each(terrain.map((kind) => kind.id).filter((id) => id !== 'plain' && id !== 'water'))('has a model for %s, with a unit and without', (kind) => {
    for (const busy of [false, true]) {
      for (const turned of [false, true]) {
        const art = drawHex('e5', kind, undefined, false, busy, undefined, hexLayout(40, turned));
        expect(art).not.toBe('');
        expect(sound(art)).toBe(true);
      }
    }
  });

  it.each(['wall:0', 'wall:1', 'cliff:e', 'cliff:nw', 'passage:0'])('takes the mark %s on any terrain', (mark) => {
    expect(sound(drawHex('e5', 'forest', [mark], false, false, 1, L))).toBe(true);
  });

  it('remembers what burnt down, on land and on the water', () => {
    expect(drawHex('e5', undefined, undefined, true, false, undefined, L)).not.toBe('');
    expect(drawHex('e5', 'water', undefined, true, false, undefined, L)).not.toBe('');
    expect(drawHex('e5', 'water', undefined, false, false, undefined, L)).toBe('');
  });

  it('looks the same each time, and ignores what it does not know', () => {
    expect(drawBase({ e5: 'water' }, L, 12)).toBe(drawBase({ e5: 'water' }, L, 12));
    expect(drawHex('e5', 'moon', undefined, false, false, undefined, L)).toBe('');
    expect(LAND_KINDS.length).toBeGreaterThan(18);
  });

  it('tells weapons and creatures apart by their silhouettes', () => {
    const natural = ['natural', 'natural_no_blade'];
    const drawn = weapons.filter((weapon) => !natural.includes(weapon.id)).map((weapon) => loreToken(look({ weapon: weapon.id }), 40));
    expect(new Set(drawn).size).toBe(drawn.length);
    const beasts = creatures.map((creature) => loreToken(look({ kind: creature.id, weapon: creature.weapon, banner: 'red', figures: 1, max: 1 }), 40));
    expect(new Set(beasts).size).toBe(creatures.length);
    for (const token of [...drawn, ...beasts]) expect(sound(token)).toBe(true);
  });

  it('shows side, banner, losses and states without colour: by shape', () => {
    const plain = loreToken(look(), 40).replaceAll(/var\(--banner-[a-z]+\)/gu, '');
    expect(loreToken(look({ banner: 'green' }), 40).replaceAll(/var\(--banner-[a-z]+\)/gu, '')).not.toBe(plain);
    expect(loreToken(look({ side: 1 }), 40)).toContain('<polygon');
    expect(loreToken(look({ figures: 2 }), 40)).not.toBe(loreToken(look(), 40));
    expect(loreToken(look({ race: 'dwarf' }), 40)).not.toBe(loreToken(look({ race: 'goblin' }), 40));
    expect(loreToken(look({ kind: 'hydra', heads: [1, 2], max: 1, figures: 1 }), 40)).not.toBe(loreToken(look({ kind: 'hydra', heads: [1, 1, 1], max: 1, figures: 1 }), 40));
  });

  it('puts nothing from outside into the drawing', () => {
    const hostile = '"/><script>alert(1)</script>';
    const art = loreToken(look({ kind: hostile, race: hostile, banner: hostile, weapon: hostile, state: [hostile] }), 40) + drawHex('e5', hostile, [hostile, `wall:${hostile}`, `cliff:${hostile}`], false, false, undefined, L);
    expect(art).not.toContain('script');
    expect(loreDie(hostile)).not.toContain('script');
  });

  it('draws as many flames and triangles as the fire has', () => {
    const count = (svg: string, what: string): number => svg.split(what).length - 1;
    expect(count(flames(0, 0, 40, { level: 2, max: 3, maxed_by: null }), 'var(--ember)')).toBe(2);
    expect(flames(0, 0, 40, { level: 3, max: 3, maxed_by: 1 })).toContain('var(--ebony)');
    expect(flames(0, 0, 40, { level: 3, max: 3, maxed_by: null })).not.toContain('var(--ebony)');
    expect(sound(pipDie(9) + pipDie(3, 20, { kind: 'red', hit: true }))).toBe(true);
  });
});
