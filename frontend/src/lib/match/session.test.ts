import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeSocket } from '../../fixtures/fake-socket';
import { oddsFor, welcome } from '../../fixtures/three-crossings';

import { backoff } from './line';
import { MatchSession, newKey } from './session.svelte';

const sockets: FakeSocket[] = [];
const open = (answer: (frame: Record<string, unknown>, socket: FakeSocket) => void = () => undefined): MatchSession => {
  const session = new MatchSession({
    id: 'm', url: 'ws://m',
    make: () => {
      const socket = new FakeSocket(answer);
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
  });
  session.start();
  return session;
};
const settle = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(1);
  flushSync();
};
const socket = (): FakeSocket => sockets.at(-1) as FakeSocket;

describe('a session', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    sockets.length = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('says hello first, without a token in the address', async () => {
    const session = open();
    await settle();
    expect(socket().heard).toEqual([{ t: 'hello' }]);
    socket().say(welcome);
    await settle();
    expect(session.state.seq).toBe(214);
    expect(session.decision?.id).toBe('d118');
    expect(session.log.filter((entry) => entry.kind === 'line').length).toBeGreaterThan(3);
    session.stop();
  });

  it('comes back by itself with what it has, and sends the action in flight once more with its key', async () => {
    const session = open();
    await settle();
    socket().say(welcome);
    await settle();
    session.act('d118', { verb: 'end_battles' }, 0);
    const sent = socket().heard.at(-1);
    expect(sent).toMatchObject({ t: 'act', decision: 'd118', action: { verb: 'end_battles' }, seat: 0 });
    socket().drop();
    await settle();
    expect(session.status).toBe('waiting');
    expect(session.retryAt).not.toBeNull();
    await vi.advanceTimersByTimeAsync(backoff(0, 0.5) + 5);
    await settle();
    expect(sockets).toHaveLength(2);
    expect(socket().heard[0]).toEqual({ t: 'hello', since: 214, seat: 0 });
    socket().say({ ...welcome, t: 'batch', steps: [], events: undefined });
    await settle();
    expect(socket().heard.at(-1)).toEqual(sent);
    socket().say({ t: 'ack', key: sent?.['key'], seq: 215 });
    await settle();
    expect(session.state.inFlight).toBeNull();
    session.stop();
  });

  it('takes only one action at a time', async () => {
    const session = open();
    await settle();
    socket().say(welcome);
    await settle();
    session.act('d118', { verb: 'end_battles' }, 0);
    session.act('d118', { verb: 'melee', unit: 's5', target: 'n1' }, 0);
    expect(socket().heard.filter((frame) => frame['t'] === 'act')).toHaveLength(1);
    session.stop();
  });

  it('asks odds once for each action, and hears refusals', async () => {
    const session = open((frame, own) => {
      if (frame['t'] === 'hello') own.say(welcome);
      if (frame['t'] === 'odds' && (frame['action'] as { verb: string }).verb === 'melee') own.say({ t: 'odds', id: frame['id'], ...oddsFor(4, 2) });
      else if (frame['t'] === 'odds') own.say({ t: 'refused', id: frame['id'], code: 'out_of_range', message: '', seq: 214, rule: 'W-1' });
    });
    await settle();
    const action = { verb: 'melee', unit: 's5', target: 'n1' };
    const first = await session.odds('d118', action, 0);
    await session.odds('d118', action, 0);
    expect(first.ways).toBe(1296);
    expect(first.outcomes.reduce((sum, outcome) => sum + outcome.ways, 0)).toBeCloseTo(1296, 6);
    expect(socket().heard.filter((frame) => frame['t'] === 'odds')).toHaveLength(1);
    await expect(session.odds('d118', { verb: 'shoot', unit: 's5', target: 'n7' }, 0)).rejects.toMatchObject({ code: 'out_of_range', rule: 'W-1' });
    session.stop();
  });

  it('forgets what only the old seat may know when the curtain falls', async () => {
    const session = open();
    await settle();
    socket().say({ ...welcome, you: { seats: [0, 1], role: 'seat', seat: 0, user: 'u0' } });
    await settle();
    expect(session.player.view?.hands?.[0]?.cards).toHaveLength(4);
    session.lookFrom(-1);
    expect(session.state.view).toBeNull();
    expect(session.player.view?.hands).toEqual([{ count: 5 }, { count: 5 }]);
    expect(session.log).toEqual([]);
    expect(session.decision).toBeNull();
    await settle();
    expect(socket().heard[0]).toEqual({ t: 'hello', seat: -1 });
    session.stop();
  });

  it('stops for good after a last word, and counts a silent line as lost', async () => {
    const session = open();
    await settle();
    socket().say(welcome);
    await vi.advanceTimersByTimeAsync(44_000);
    expect(sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sockets).toHaveLength(2);
    socket().say({ t: 'bye', reason: 'superseded' });
    await settle();
    expect(session.status).toBe('closed');
    const many = sockets.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets).toHaveLength(many);
  });

  it('waits longer from try to try, at most 15 s and a bit, and names actions apart', () => {
    expect([0, 1, 2, 3, 9].map((n) => backoff(n, 0.5))).toEqual([500, 1000, 2000, 4000, 15_000]);
    expect(backoff(20, 1)).toBeLessThanOrEqual(19_500);
    expect(new Set(Array.from({ length: 50 }, newKey)).size).toBe(50);
  });
});
