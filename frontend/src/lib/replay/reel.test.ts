// @vitest-environment node
import { describe, expect, it } from 'vitest';

import { events, view } from '../../fixtures/three-crossings';

import { logUpTo, reelOf, tallyAt, turnFrom } from './reel';

const record = {
  view: view as unknown as Record<string, unknown>,
  start_events: [],
  steps: [
    { seq: 1, events: [events[5], events[6]], patch: [[['units', 's5', 'figures'], 2]] },
    { seq: 2, events: [events[9]], patch: [[['fires', 'd5', 'level'], 3]] },
    { seq: 3, events: [{ type: 'trophy', rule: 'V-3', data: { side: 0, from: 'n1', total: 3 } }, { type: 'burned', rule: 'F-71', data: { hex: 'd5' } }], patch: [[['turn'], 8], [['trophies'], [3, 1]]] },
    { seq: 4, events: [{ type: 'result', rule: 'V-4', data: { winners: [0] } }], patch: [] },
  ],
};
const reel = reelOf(record as unknown as Parameters<typeof reelOf>[0]);

describe('a reel', () => {
  it('has the view after each step', () => {
    expect(reel.views).toHaveLength(5);
    expect(reel.views.map((each) => each.units['s5']?.figures)).toEqual([3, 2, 2, 2, 2]);
    expect(reel.views[2]?.units).toBe(reel.views[1]?.units);
    expect(reel.strength[0]?.[0]).toBe((reel.strength[1]?.[0] ?? 0) + 1);
  });

  it('tells the log up to a moment, and marks what the timeline shows', () => {
    expect(logUpTo(reel, 1)).toHaveLength(1);
    expect(logUpTo(reel, 4).length).toBeGreaterThan(2);
    expect(reel.marks.map((mark) => [mark.at, mark.kind])).toEqual([[3, 'trophy'], [3, 'burned'], [4, 'end']]);
  });

  it('walks by turns and counts what was done', () => {
    expect(turnFrom(reel, 0, 1)).toBe(3);
    expect(turnFrom(reel, 3, 1)).toBe(4);
    expect(turnFrom(reel, 3, -1)).toBe(0);
    const [south, north] = tallyAt(reel, 4);
    expect([south.figures, south.fires, north.hits, north.rolls]).toEqual([1, 1, 1, 1]);
    expect(tallyAt(reel, 0)[1].rolls).toBe(0);
  });

  it('refuses a record whose patches do not fit', () => {
    expect(() => reelOf({ ...record, steps: [{ seq: 1, events: [], patch: [[['units', 'x', 'y'], 1]] }] } as unknown as Parameters<typeof reelOf>[0])).toThrow(RangeError);
  });
});
