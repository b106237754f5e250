import { describe, expect, it } from 'vitest';

import type { Step } from '../api/protocol';
import type { Entry } from '../battle/entries';

import { history, pageStart } from './history';

const unit = (hex: string) => ({ id: 's1', side: 0, hex, figures: 4, kind: 'foot', race: 'human', banner: 'blue', weapon: 'sword' });
const start = { turn: 1, side: 0, terrain: { c3: 'forest' }, units: { s1: unit('c3') } };
const steps = [
  { seq: 0, events: [{ type: 'turn', rule: 'T-1', data: { turn: 1, side: 0 } }], patch: Object.entries(start).map(([key, value]) => [[key], value]) },
  { seq: 1, events: [{ type: 'moved', rule: 'M-1', data: { unit: 's1', from: 'c3', to: 'c4' } }], patch: [[['units', 's1', 'hex'], 'c4']] },
  { seq: 2 },
  { seq: 3, events: [{ type: 'turn', rule: 'T-1', data: { turn: 2, side: 1 } }], patch: [[['turn'], 2]] },
  { seq: 4, events: [{ type: 'moved', rule: 'M-1', data: { unit: 's1', from: 'c4', to: 'c5' } }], patch: [[['units', 's1', 'hex'], 'c5']] },
] as unknown as Step[];

describe('the log from the beginning', () => {
  it('is asked for page by page and folded with the views around each step', async () => {
    const asked: number[] = [];
    const log = await history((since) => {
      asked.push(since);
      return Promise.resolve({ steps: steps.filter(({ seq }) => seq > since).slice(0, 2), seq: 4 });
    }, 3);
    expect(asked).toEqual([-1, 1]);
    expect(log.map((entry) => [entry.kind, entry.seq])).toEqual([['turn', 0], ['line', 1], ['turn', 3]]);
    const moved = log[1];
    expect(moved?.kind === 'line' && [moved.units['s1']?.hex, moved.terrain['c3']]).toEqual(['c3', 'forest']);
  });

  it('ends where the server has no more for this viewer', async () => {
    expect(await history(() => Promise.resolve({ steps: [], seq: -1 }), 9)).toEqual([]);
  });

  it('is shown in pages that begin with a turn', () => {
    const log = Array.from({ length: 30 }, (_, i) => ({ kind: i % 10 === 0 ? 'turn' : 'line' })) as unknown as Entry[];
    expect(pageStart(log, 30, 5)).toBe(20);
    expect(pageStart(log, 20, 12)).toBe(0);
    expect(pageStart(log, 3, 12)).toBe(0);
  });
});
