/**
 * The log of a battle from its beginning, for whoever joined later: the steps as this viewer may see them, asked for in
 * pages and folded into lines with the views around each, so that units are named as they were.
 */
import type { Step, View } from '../api/protocol';
import { extended, type Entry } from '../battle/entries';

import type { LoreView } from './lore';
import { applyPatch } from './patch';

/** A page of the steps after `since`; `seq` is the newest that we may know. */
export type AskSteps = (since: number) => Promise<{ readonly steps: readonly Step[]; readonly seq: number }>;

/** The log up to and including step `until`. */
export async function history(ask: AskSteps, until: number): Promise<Entry[]> {
  let log: Entry[] = [];
  let view: View = {};
  let seq = -1;
  while (seq < until) {
    const { steps } = await ask(seq);
    if (steps.length === 0) break;
    for (const step of steps) {
      if (step.seq > until) return log;
      const before = view;
      if (step.patch !== undefined) view = applyPatch(view, step.patch);
      const after = view as unknown as LoreView;
      // nothing stood anywhere before the first step: name things by what it made
      log = extended(log, step.seq, step.events ?? [], seq < 0 ? after : (before as unknown as LoreView), after);
      seq = step.seq;
    }
  }
  return log;
}

/** Where a page of at least `most` lines that ends at `end` begins: at the heading of a turn, or at the start. */
export function pageStart(log: readonly Entry[], end: number, most: number): number {
  let at = Math.max(0, end - most);
  while (at > 0 && log[at]?.kind !== 'turn') at -= 1;
  return at;
}
