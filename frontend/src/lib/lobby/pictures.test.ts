import { expect, it } from 'vitest';

import type { Match } from '../api/protocol';

import { Pictures } from './pictures.svelte';

const match = (over: object = {}): Match => ({ id: 'm', status: 'live', seq: 4, delay_s: 0, spectators: 'public', you: { seats: [], role: 'spectator' }, ...over }) as unknown as Match;
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

it('a board is asked for once, and again when the battle has moved on and some time has passed', async () => {
  const asked: string[] = [];
  const pictures = new Pictures((id) => (asked.push(id), Promise.resolve({ trophies: [asked.length, 0] })));
  pictures.want(match(), 0);
  pictures.want(match(), 60_000);
  pictures.want(match({ seq: 5 }), 1000);
  await settled();
  expect(asked).toEqual(['m']);
  pictures.want(match({ seq: 5 }), 60_000);
  await settled();
  expect(asked).toHaveLength(2);
  expect(pictures.of('m')).toEqual({ trophies: [2, 0] });
});

it('nobody asks for what one may not watch, or for a table that has not begun', async () => {
  const asked: string[] = [];
  const pictures = new Pictures((id) => (asked.push(id), Promise.resolve(null)));
  pictures.want(match({ spectators: 'none' }), 0);
  pictures.want(match({ spectators: 'link' }), 0);
  pictures.want(match({ status: 'open' }), 0);
  await settled();
  expect(asked).toEqual([]);
  pictures.want(match({ spectators: 'none', you: { seats: [1], role: 'seat' } }), 0);
  expect(asked).toEqual(['m']);
});

it('a delayed battle, of which lists tell no seq, is looked at from time to time', () => {
  const asked: string[] = [];
  const pictures = new Pictures((id) => (asked.push(id), Promise.resolve(null)));
  for (const now of [0, 3000, 11_000, 13_000, 20_000, 26_000]) pictures.want(match({ seq: 0, delay_s: 60 }), now);
  return settled().then(() => expect(asked).toHaveLength(3));
});

it('two are asked for at a time, and a failure may be tried again', async () => {
  let open = 0;
  let most = 0;
  const pictures = new Pictures(async () => {
    most = Math.max(most, (open += 1));
    await settled();
    open -= 1;
    throw new Error('away');
  });
  for (const id of ['a', 'b', 'c', 'd']) pictures.want(match({ id }), 0);
  for (let i = 0; i < 6; i += 1) await settled();
  expect([most, open]).toEqual([2, 0]);
  pictures.want(match({ id: 'a' }), 1);
  expect(open).toBe(1);
});
