/**
 * A battle that is being set up: the form's state, and the request and the sentence that follow from it. Pure.
 *
 * The client knows no option of any game: it shows what the ruleset's OptionSpecs list and sends what differs from the
 * chosen preset.
 */
import type { NewClock, NewMatch, NewSeat } from '../api';
import type { OptionSpec, RulesetDetail } from '../api/protocol';
import type { Opponent } from '../router';

import { isEdited, isTable, type Table } from './tables';

export type ClockChoice = 'none' | 'brisk' | 'calm' | 'days' | 'own';
export type Value = string | number | boolean | Table;

export interface Draft {
  ruleset: string;
  scenario: string;
  /** My seat in a battle of two; `chance` is tossed when the battle is created. */
  side: 0 | 1 | 'chance';
  who: Opponent;
  bot: 'captain' | 'random';
  clock: ClockChoice;
  own: { kind: 'bank' | 'days'; minutes: number; increment: number; days: number };
  whenDue: 'default' | 'forfeit';
  spectators: 'public' | 'link' | 'none';
  delay: number;
  takebacks: 'ask' | 'free' | 'none';
  absent: 'bot' | 'none';
  preset: string;
  /** What the person changed, over preset and scenario. */
  changed: Record<string, Value>;
}

export const DELAYS = [0, 20, 60, 300] as const;
export const CLOCKS: readonly ClockChoice[] = ['none', 'brisk', 'calm', 'days', 'own'];

export function newDraft(ruleset: string, scenario: string, who: Opponent): Draft {
  return {
    ruleset,
    scenario,
    side: 'chance',
    who,
    bot: 'captain',
    clock: usualClock(who),
    own: { kind: 'bank', minutes: 20, increment: 15, days: 2 },
    whenDue: 'default',
    spectators: 'public',
    delay: 0,
    takebacks: usualTakebacks(who),
    absent: 'none',
    preset: 'standard',
    changed: {},
  };
}

/** Against a bot or beside each other nobody needs a clock. */
export const usualClock = (who: Opponent): ClockChoice => (who === 'bot' || who === 'hotseat' ? 'none' : 'brisk');
export const usualTakebacks = (who: Opponent): Draft['takebacks'] => (who === 'bot' || who === 'hotseat' ? 'free' : 'ask');

export function clockOf({ clock, own, whenDue }: Draft): NewClock {
  switch (clock) {
    case 'none':
      return { kind: 'none' };
    case 'brisk':
      return { kind: 'bank', bank_s: 900, increment_s: 20, when_due: whenDue };
    case 'calm':
      return { kind: 'bank', bank_s: 1800, increment_s: 30, when_due: whenDue };
    case 'days':
      return { kind: 'days', days: 3, when_due: whenDue };
    case 'own':
      return own.kind === 'days'
        ? { kind: 'days', days: within(own.days, 1, 30), when_due: whenDue }
        : { kind: 'bank', bank_s: within(own.minutes, 1, 1440) * 60, increment_s: within(own.increment, 0, 3600), when_due: whenDue };
  }
}

/** A whole number within bounds; what is no number becomes the lowest. */
export function within(n: number, low: number, high: number): number {
  return Number.isFinite(n) ? Math.min(high, Math.max(low, Math.round(n))) : low;
}

/** What an option is worth now: changed here, or by the preset, or by the scenario, or else its default. */
export function valueOf(spec: OptionSpec, draft: Draft, ruleset: RulesetDetail): Value | null {
  const changed = draft.changed[spec.id];
  if (changed !== undefined) return changed;
  return givenValue(spec, draft, ruleset);
}

/** What an option is worth while nobody touches it. */
export function givenValue(spec: OptionSpec, draft: Draft, ruleset: RulesetDetail): Value | null {
  const scenario = ruleset.scenarios.find(({ id }) => id === draft.scenario);
  const found = ruleset.presets[draft.preset]?.[spec.id] ?? scenario?.options[spec.id] ?? spec.default;
  if (isTable(found)) return { ...(isTable(spec.default) ? spec.default : {}), ...found };
  return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean' ? found : null;
}

/** Change an option; a value that is the given one anyhow is no change. */
export function change(draft: Draft, spec: OptionSpec, value: Value, ruleset: RulesetDetail): Record<string, Value> {
  const { [spec.id]: _, ...rest } = draft.changed;
  return same(value, givenValue(spec, draft, ruleset)) ? rest : { ...rest, [spec.id]: value };
}

/** Whether two values say the same; the order in a table says nothing. */
function same(one: unknown, other: unknown): boolean {
  if (!isTable(one) || !isTable(other)) return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => same(one[key], other[key]));
}

/** Options to send: the preset by name, and what was changed over it. */
export function optionsOf(draft: Draft): Record<string, unknown> {
  return { ...(draft.preset === 'standard' ? {} : { preset: draft.preset }), ...draft.changed };
}

/** Whether the form can show and change an option. Tables without an editor keep their preset's values. */
export const editable = (spec: OptionSpec): boolean => isEdited(spec) || spec.kind === 'bool' || spec.kind === 'enum' || spec.kind === 'int';

export function seatsOf(draft: Draft, toss: () => 0 | 1): NewSeat[] {
  const mine = draft.side === 'chance' ? toss() : draft.side;
  const other: NewSeat = draft.who === 'bot' ? { kind: 'bot', bot: draft.bot } : { kind: draft.who };
  const me: NewSeat = { kind: 'me' };
  return mine === 0 ? [me, other] : [other, me];
}

/** The body of `POST /matches`. `toss` decides the side that was left to chance. */
export function requestOf(draft: Draft, toss: () => 0 | 1 = () => ((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) % 2 === 0 ? 0 : 1)): NewMatch {
  return {
    ruleset: draft.ruleset,
    scenario: draft.scenario,
    options: optionsOf(draft),
    seats: seatsOf(draft, draft.who === 'hotseat' ? () => 0 : toss),
    clock: clockOf(draft),
    spectators: draft.spectators,
    delay_s: draft.spectators === 'none' ? 0 : draft.delay,
    takebacks: draft.takebacks,
    absent: draft.who === 'open' || draft.who === 'link' ? draft.absent : 'none',
    hot_seat: draft.who === 'hotseat',
  };
}
