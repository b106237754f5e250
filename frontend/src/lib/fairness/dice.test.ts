// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import type { BattleRecord } from '../api/protocol';

import { bytesOfHex, commitmentOf, deriveRoll, keyOf } from './dice';
import { rollIsRight, verifyRecord, type Verdict } from './verify';

interface Vectors {
  commitments: { seed: string; commitment: string }[];
  rolls: { seed: string; match: string; nonces: string[]; index: number; purpose: string; sides: number; faces: number[] }[];
}
const vectors = JSON.parse(readFileSync(new URL('../../../../tests/vectors/dice.json', import.meta.url), 'utf-8')) as Vectors;

describe('the shared dice vectors', () => {
  it.each(vectors.commitments)('commitment of $seed', async ({ seed, commitment }) => {
    expect(await commitmentOf(bytesOfHex(seed))).toBe(commitment);
  });

  it.each(vectors.rolls)('$match roll $index ($purpose, $sides)', async (roll) => {
    const key = await keyOf(bytesOfHex(roll.seed));
    expect(await rollIsRight(key, roll, roll)).toBe(true);
    if (roll.faces.length > 1) {
      const other = [...roll.faces];
      other[0] = (other[0] ?? 0) + 1;
      expect(await rollIsRight(key, roll, { ...roll, faces: other })).toBe(false);
    }
  });

  it('refuses numbers out of bounds', async () => {
    const key = await keyOf(bytesOfHex('00'));
    await expect(deriveRoll(key, 'm', 1, 1)).rejects.toThrow(RangeError);
    await expect(deriveRoll(key, 'm', 1001, 6)).rejects.toThrow(RangeError);
    expect(() => bytesOfHex('0g')).toThrow(RangeError);
  });
});

describe('a record', () => {
  const first = vectors.rolls.filter((roll) => roll.match === '0199-match-1').sort((a, b) => a.index - b.index);
  const record = (seed: string | null): Pick<BattleRecord, 'fairness' | 'start_events' | 'steps'> => ({
    fairness: { algorithm: 'hmac-sha256/1', match: '0199-match-1', commitment: vectors.commitments[1]?.commitment ?? '', nonces: ['a1'], seed, rolls: first.length },
    start_events: [],
    steps: first.map((roll, i) => ({ seq: i + 1, events: [{ type: 'attack', rule: 'H-1', roll }] })),
  });

  it('verifies every roll and its seed', async () => {
    const heard: Verdict[] = [];
    const verdict = await verifyRecord(record(vectors.commitments[1]?.seed ?? ''), (now) => heard.push(now));
    expect(verdict).toEqual({ checked: first.length, of: first.length, commitment: 'right', wrong: [], done: true });
    expect(heard.at(-1)).toEqual(verdict);
  });

  it('names the roll that differs, and a seed that was not the promised one', async () => {
    const altered = record(vectors.commitments[1]?.seed ?? '');
    const roll = (altered.steps[3]?.['events'] as { roll: { faces: number[] } }[])[0]?.roll;
    if (roll === undefined) throw new Error('no roll');
    (altered.steps[3] as { events: unknown }).events = [{ type: 'attack', rule: 'H-1', roll: { ...roll, faces: roll.faces.map((face) => (face % 6) + 1) } }];
    expect((await verifyRecord(altered, () => undefined)).wrong).toEqual([{ index: 3, step: 4 }]);
    expect((await verifyRecord(record(vectors.commitments[0]?.seed ?? ''), () => undefined)).commitment).toBe('wrong');
  });

  it('cannot be verified before the seed is shown', async () => {
    expect(await verifyRecord(record(null), () => undefined)).toMatchObject({ checked: 0, commitment: 'unknown' });
  });
});
