import { describe, expect, it } from 'vitest';

import type { OptionSpec, RulesetDetail } from '../api/protocol';

import { change, clockOf, givenValue, newDraft, optionsOf, requestOf, seatsOf, valueOf, within, type Draft } from './draft';

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
