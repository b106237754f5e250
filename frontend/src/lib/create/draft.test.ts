import { describe, expect, it } from 'vitest';

import type { OptionSpec, RulesetDetail } from '../api/protocol';

import { change, clockOf, editable, givenValue, newDraft, optionsOf, requestOf, seatsOf, valueOf, within, type Draft } from './draft';
import { councilOf, fuelsOn, matters, numbers, takenByCreatures, total } from './tables';

const spec = (id: string, kind: string, fallback: unknown): OptionSpec => ({ id, kind, default: fallback, rule: 'F-1', values: [], low: 0, high: 9, group: 'rules' });
const fire = spec('fire.enabled', 'bool', true);
const trophies = spec('trophies', 'int', null);
const ruleset: RulesetDetail = {
  id: 'lore',
  version: '1',
  names: { en: 'Lore' },
  seats: [2, 2],
  phases: [],
  options: [fire, trophies],
  presets: { standard: {}, letter: { 'fire.enabled': false } },
  content: {},
  scenarios: [{ id: 'S1', names: {}, intro: {}, seats: 2, options: { trophies: 5 }, preview: {} }],
};
const draft = (over: Partial<Draft> = {}): Draft => ({ ...newDraft('lore', 'S1', 'open'), ...over });

describe('an option', () => {
  it('is what was changed, else what the preset says, else the scenario, else its default', () => {
    expect(valueOf(fire, draft(), ruleset)).toBe(true);
    expect(valueOf(fire, draft({ preset: 'letter' }), ruleset)).toBe(false);
    expect(valueOf(fire, draft({ preset: 'letter', changed: { 'fire.enabled': true } }), ruleset)).toBe(true);
    expect(givenValue(trophies, draft(), ruleset)).toBe(5);
    expect(givenValue(trophies, draft({ scenario: 'S9' }), ruleset)).toBeNull();
  });

  it('counts as changed only while it differs', () => {
    const off = change(draft(), fire, false, ruleset);
    expect(off).toEqual({ 'fire.enabled': false });
    expect(change(draft({ changed: off }), fire, true, ruleset)).toEqual({});
  });

  it('is sent only if changed, after the name of a preset that is not the usual one', () => {
    expect(optionsOf(draft())).toEqual({});
    expect(optionsOf(draft({ preset: 'letter', changed: { trophies: 6 } }))).toEqual({ preset: 'letter', trophies: 6 });
  });
});

describe('a table', () => {
  const limits = { ...spec('fire.maxLevel', 'table', { forest: 3, marsh: 0, camp: 4 }), high: 4 };
  const councils = spec('magic.councils', 'table', {});
  const content = { terrain: { forest: { fuel: 'forest' }, lair: { fuel: 'forest' }, camp: { fuel: 'camp' }, hill: { fuel: '' } }, advisers: ['commander', 'wizard'], creatures: { troll: { level: 3 } } };
  const board = { terrain: { a1: 'hill', b2: 'camp', c3: 'lair', d4: 'lair' }, council: [{ commander: 2, wizard: 1 }, { commander: 1, wizard: 1 }], units: { s1: { side: 0, kind: 'troll' }, n1: { side: 1, kind: 'foot' } } };

  it('is its default with what the scenario names put over it', () => {
    const own: RulesetDetail = { ...ruleset, options: [limits], scenarios: [{ id: 'S1', names: {}, intro: {}, seats: 2, options: { 'fire.maxLevel': { camp: 1 } }, preview: {} }] };
    expect(valueOf(limits, draft(), own)).toEqual({ forest: 3, marsh: 0, camp: 1 });
  });

  it('counts as changed while a number in it differs, whatever the order', () => {
    const changed = change(draft(), limits, { forest: 2, marsh: 0, camp: 4 }, ruleset);
    expect(optionsOf(draft({ changed }))).toEqual({ 'fire.maxLevel': { forest: 2, marsh: 0, camp: 4 } });
    expect(change(draft({ changed }), limits, { camp: 4, forest: 3, marsh: 0 }, ruleset)).toEqual({});
    expect(change(draft(), councils, {}, ruleset)).toEqual({});
  });

  it('is offered only while it means something', () => {
    expect(matters(limits, (id) => id === 'fire.enabled')).toBe(true);
    expect(matters(limits, () => false)).toBe(false);
    expect(matters(councils, (id) => (id === 'magic' ? 'full' : null))).toBe(true);
    expect(matters(councils, () => 'mana')).toBe(false);
    expect(editable(limits) && editable(councils)).toBe(true);
    expect(editable(spec('hand', 'table', null))).toBe(false);
  });

  it('of fire limits has the fuels of this board, each with a terrain that shows it', () => {
    expect(fuelsOn(board, numbers(limits.default), content)).toEqual([{ fuel: 'forest', terrain: 'lair' }, { fuel: 'camp', terrain: 'camp' }]);
    expect(fuelsOn(null, numbers(limits.default), content)).toEqual([]);
  });

  it('of councils has every adviser, as filled in by the server or as chosen, and tells what creatures take', () => {
    expect(councilOf({}, 'S', board, content.advisers)).toEqual({ commander: 2, wizard: 1 });
    expect(councilOf({ S: { wizard: 3 } }, 'S', board, content.advisers)).toEqual({ commander: 0, wizard: 3 });
    expect(total(councilOf({}, 'N', board, content.advisers))).toBe(2);
    expect([takenByCreatures(board, 'S', content), takenByCreatures(board, 'N', content)]).toEqual([3, 0]);
  });
});

describe('the seats', () => {
  it('put me where I want to sit, or where the coin says', () => {
    expect(seatsOf(draft({ side: 1 }), () => 0)).toEqual([{ kind: 'open' }, { kind: 'me' }]);
    expect(seatsOf(draft(), () => 0)).toEqual([{ kind: 'me' }, { kind: 'open' }]);
    expect(seatsOf(draft(), () => 1)).toEqual([{ kind: 'open' }, { kind: 'me' }]);
  });

  it('name a bot for a bot and mark a battle at one screen', () => {
    expect(requestOf(draft({ who: 'bot', side: 0 })).seats).toEqual([{ kind: 'me' }, { kind: 'bot', bot: 'captain' }]);
    const together = requestOf(draft({ who: 'hotseat' }));
    expect(together.seats).toEqual([{ kind: 'me' }, { kind: 'hotseat' }]);
    expect(together.hot_seat).toBe(true);
  });
});

describe('the clock', () => {
  it('follows its preset or the own numbers, within the bounds of the server', () => {
    expect(clockOf(draft({ clock: 'none' }))).toEqual({ kind: 'none' });
    expect(clockOf(draft())).toEqual({ kind: 'bank', bank_s: 900, increment_s: 20, when_due: 'default' });
    expect(clockOf(draft({ clock: 'own', own: { kind: 'bank', minutes: 0, increment: -5, days: 1 }, whenDue: 'forfeit' }))).toEqual({ kind: 'bank', bank_s: 60, increment_s: 0, when_due: 'forfeit' });
    expect(clockOf(draft({ clock: 'own', own: { kind: 'days', minutes: 1, increment: 1, days: 99 } }))).toEqual({ kind: 'days', days: 30, when_due: 'default' });
    expect(within(Number.NaN, 1, 5)).toBe(1);
  });

  it('is off by default where nobody is kept waiting', () => {
    expect(newDraft('lore', 'S1', 'bot').clock).toBe('none');
    expect(newDraft('lore', 'S1', 'open').clock).toBe('brisk');
  });
});

describe('onlookers', () => {
  it('see nothing late when there are none', () => {
    expect(requestOf(draft({ spectators: 'none', delay: 60 })).delay_s).toBe(0);
    expect(requestOf(draft({ delay: 60 })).delay_s).toBe(60);
  });

  it('a bot stands in only for people', () => {
    expect(requestOf(draft({ who: 'bot', absent: 'bot' })).absent).toBe('none');
    expect(requestOf(draft({ absent: 'bot' })).absent).toBe('bot');
  });
});
