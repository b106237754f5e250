/** Verify every roll of a record: the seed against its commitment, then each throw and shuffle again from the seed. */
import type { BattleEvent, BattleRecord, Fairness, Roll } from '../api/protocol';

import { bytesOfHex, commitmentOf, deriveRoll, deriveShuffle, keyOf, messageOf } from './dice';

export interface Verdict {
  readonly checked: number;
  readonly of: number;
  readonly commitment: 'right' | 'wrong' | 'unknown';
  /** Rolls that do not come out as the record says: their index and the step where they fell. */
  readonly wrong: readonly { readonly index: number; readonly step: number }[];
  readonly done: boolean;
}

/** All rolls of a record with the step in which they fell (0: set-up), in order of index. */
export function rollsOf(record: Pick<BattleRecord, 'start_events' | 'steps'>): { roll: Roll; step: number }[] {
  const found: { roll: Roll; step: number }[] = [];
  const collect = (events: readonly BattleEvent[], step: number): void => {
    for (const event of events) if (event.roll) found.push({ roll: event.roll, step });
  };
  collect(record.start_events, 0);
  record.steps.forEach((step, i) => collect((step['events'] as BattleEvent[] | undefined) ?? [], typeof step['seq'] === 'number' ? step['seq'] : i + 1));
  return found.sort((a, b) => a.roll.index - b.roll.index);
}

/** Whether one roll comes out again. `sides` 0 is a shuffle. */
export async function rollIsRight(key: CryptoKey, fairness: Pick<Fairness, 'match' | 'nonces'>, roll: Roll): Promise<boolean> {
  const message = messageOf(fairness.match, fairness.nonces, roll.index, roll.purpose);
  const again = roll.sides === 0 ? await deriveShuffle(key, message, roll.faces.length) : await deriveRoll(key, message, roll.faces.length, roll.sides);
  return again.length === roll.faces.length && again.every((face, i) => face === roll.faces[i]);
}

/** Check a record; `progress` hears now and then, and at the end with `done`. */
export async function verifyRecord(record: Pick<BattleRecord, 'fairness' | 'start_events' | 'steps'>, progress: (verdict: Verdict) => void): Promise<Verdict> {
  const rolls = rollsOf(record);
  const { fairness } = record;
  let verdict: Verdict = { checked: 0, of: rolls.length, commitment: 'unknown', wrong: [], done: false };
  if (fairness.seed === null) return { ...verdict, done: true };
  const seed = bytesOfHex(fairness.seed);
  verdict = { ...verdict, commitment: (await commitmentOf(seed)) === fairness.commitment ? 'right' : 'wrong' };
  const key = await keyOf(seed);
  for (const { roll, step } of rolls) {
    const right = await rollIsRight(key, fairness, roll);
    verdict = { ...verdict, checked: verdict.checked + 1, wrong: right ? verdict.wrong : [...verdict.wrong, { index: roll.index, step }] };
    if (verdict.checked % 25 === 0) progress(verdict);
  }
  verdict = { ...verdict, done: true };
  progress(verdict);
  return verdict;
}
