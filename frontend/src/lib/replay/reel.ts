/**
 * A record as a reel: the view after each step, the log, and what the timeline shows. Pure; made once from the record.
 *
 * Views share all that did not change from step to step, so a whole battle of them costs little. Position n is "after n
 * steps"; 0 is the set-up.
 */
import type { BattleEvent, BattleRecord, View } from '../api/protocol';
import { extended, type Entry } from '../battle/entries';
import type { Played } from '../battle/player.svelte';
import { figuresOf, type LoreView } from '../match/lore';
import { applyPatch } from '../match/patch';

export interface Mark {
  readonly at: number;
  readonly kind: 'trophy' | 'fire' | 'burned' | 'end';
  readonly side: number;
}

export interface Turn {
  readonly at: number;
  readonly turn: number;
}

export interface Tally {
  readonly rolls: number;
  readonly hits: number;
  readonly figures: number;
  readonly units: number;
  readonly fires: number;
  readonly out: number;
  readonly burned: number;
}

export interface Reel {
  readonly steps: readonly Played[];
  readonly views: readonly LoreView[];
  readonly log: readonly Entry[];
  readonly strength: readonly (readonly [number, number])[];
  readonly marks: readonly Mark[];
  readonly turns: readonly Turn[];
}

const eventsOf = (step: Record<string, unknown>): BattleEvent[] => (Array.isArray(step['events']) ? (step['events'] as BattleEvent[]) : []);

/** Read a record. Throws RangeError if its patches do not fit. */
export function reelOf(record: Pick<BattleRecord, 'view' | 'start_events' | 'steps'>): Reel {
  const first = record.view as unknown as LoreView;
  const views: LoreView[] = [first];
  const steps: Played[] = [];
  const marks: Mark[] = [];
  const turns: Turn[] = [];
  let log: Entry[] = extended([], 0, record.start_events, first, first);
  let lastTurn = -1;
  const noticeTurn = (view: LoreView, at: number): void => {
    if (view.turn === lastTurn) return;
    lastTurn = view.turn;
    turns.push({ at, turn: view.turn });
  };
  noticeTurn(first, 0);
  record.steps.forEach((raw, i) => {
    const at = i + 1;
    const before = views[i] ?? first;
    const patch = Array.isArray(raw['patch']) ? (raw['patch'] as unknown[][]) : [];
    const after = applyPatch(before as unknown as View, patch) as unknown as LoreView;
    const events = eventsOf(raw);
    views.push(after);
    steps.push({ seq: at, events, before, after });
    log = extended(log, at, events, before, after);
    noticeTurn(after, at);
    for (const event of events) {
      const data = event.data ?? {};
      if (event.type === 'trophy') marks.push({ at, kind: 'trophy', side: Number(data['side'] ?? 0) });
      if (event.type === 'ignite' && Number(data['before']) === 0 && Number(data['after']) > 0) marks.push({ at, kind: 'fire', side: before.side });
      if (event.type === 'burned') marks.push({ at, kind: 'burned', side: before.side });
      if (event.type === 'result') marks.push({ at, kind: 'end', side: Number((Array.isArray(data['winners']) ? data['winners'][0] : undefined) ?? -1) });
    }
  });
  return { steps, views, log, strength: views.map((view) => [figuresOf(view, 0), figuresOf(view, 1)] as const), marks, turns };
}

/** Entries of the log up to a position. */
export const logUpTo = (reel: Reel, at: number): readonly Entry[] => reel.log.filter((entry) => entry.seq <= at);

/** The position where the next (or the previous) turn begins. */
export function turnFrom(reel: Reel, at: number, by: 1 | -1): number {
  const found = by > 0 ? reel.turns.find((turn) => turn.at > at) : reel.turns.findLast((turn) => turn.at < at);
  return found?.at ?? (by > 0 ? reel.steps.length : 0);
}

/** What each side did and lost up to a position. */
export function tallyAt(reel: Reel, at: number): readonly [Tally, Tally] {
  const sums = [0, 1].map(() => ({ rolls: 0, hits: 0, figures: 0, units: 0, fires: 0, out: 0, burned: 0 }));
  for (const step of reel.steps.slice(0, at)) {
    for (const event of step.events) {
      const data = event.data ?? {};
      const unit = typeof data['unit'] === 'string' ? step.before.units[data['unit']] : undefined;
      const side = unit?.side ?? (typeof data['side'] === 'number' ? data['side'] : step.before.side);
      const own = sums[side];
      if (own === undefined) continue;
      if (event.roll && event.roll.sides > 0) own.rolls += 1;
      if (event.type === 'attack') own.hits += Number(data['hits'] ?? 0);
      if (event.type === 'figures_lost') own.figures += Number(data['count'] ?? 0);
      if (event.type === 'fire_loss') own.figures += 1;
      if (event.type === 'eliminated') own.units += 1;
      if (event.type === 'ignite' && Number(data['after']) > Number(data['before'])) own.fires += 1;
      if (event.type === 'extinguish' && data['out'] === true) own.out += 1;
      if (event.type === 'burned') own.burned += 1;
    }
  }
  return [sums[0] as Tally, sums[1] as Tally];
}
