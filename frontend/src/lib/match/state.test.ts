// @vitest-environment node
import { describe, expect, it } from 'vitest';

import { decision, match, view, welcome } from '../../fixtures/three-crossings';
import type { ServerFrame, Step } from '../api/protocol';

import { nothing, received, type MatchState } from './state';

const here = (): MatchState => received(nothing, welcome, 1000).state;
const frame = (value: object): ServerFrame => value as ServerFrame;
const step = (seq: number, more: Partial<Step> = {}): ServerFrame => frame({ t: 'step', seq, at: '2026-11-12T10:00:00Z', seat: 0, events: [], patch: [], decisions: [], ...more });

describe('the state of a match', () => {
  it('is taken from the welcome as it is', () => {
    const result = received(nothing, welcome, 1000);
    expect(result.state).toMatchObject({ seq: 214, known: true, decisions: [decision], watching: 14, clockAt: 1000 });
    expect(result.jumped?.events).toHaveLength(welcome.events.length);
    expect(result.wants).toBeUndefined();
  });

  it('follows a step by its patch, and hands it on to be shown', () => {
    const result = received(here(), step(215, { patch: [[['units', 'n1', 'figures'], 1], [['turn'], 8]] }), 2000);
    expect(result.state.seq).toBe(215);
    expect((result.state.view as typeof result.state.view & { turn: number })?.['turn']).toBe(8);
    expect(result.played).toHaveLength(1);
    expect(result.played[0]?.before).toBe(here().view === null ? null : result.played[0]?.before);
    expect(result.state.decisions).toEqual([]);
  });

  it('ignores a step it has, and says hello again at a gap', () => {
    expect(received(here(), step(214), 0).played).toHaveLength(0);
    expect(received(here(), step(214), 0).wants).toBeUndefined();
    expect(received(here(), step(217), 0).wants).toBe('hello');
    expect(received(here(), step(217), 0).state.seq).toBe(214);
  });

  it('asks for everything anew when a patch does not fit', () => {
    const result = received(here(), step(215, { patch: [[['units', 'nobody', 'hex'], 'a1']] }), 0);
    expect(result.wants).toBe('resync');
    expect(result.state.seq).toBe(0);
  });

  it('takes a batch of missed steps, to be shown one by one', () => {
    const steps = [step(215), step(216, { patch: [[['turn'], 8]] })].map(({ t: _, ...rest }: ServerFrame & object) => rest);
    const result = received(here(), frame({ ...welcome, t: 'batch', seq: 216, steps, decisions: [] }), 0);
    expect(result.played.map(({ step: each }) => each.seq)).toEqual([215, 216]);
    expect(result.state.seq).toBe(216);
    expect(result.state.view?.['turn']).toBe(8);
  });

  it('keeps an action in flight until its own ack or refusal', () => {
    const flying: MatchState = { ...here(), inFlight: { key: 'k1', decision: 'd118', action: { verb: 'end_battles' }, seat: 0 } };
    expect(received(flying, frame({ t: 'ack', key: 'other', seq: 215 }), 0).state.inFlight?.key).toBe('k1');
    expect(received(flying, frame({ t: 'ack', key: 'k1', seq: 215 }), 0).state.inFlight).toBeNull();
    const refused = received(flying, frame({ t: 'refused', key: 'k1', code: 'stale', message: '', seq: 215 }), 0).state;
    expect(refused.inFlight).toBeNull();
    expect(refused.refused?.code).toBe('stale');
  });

  it('keeps the seq after a takeback, which replaces the view', () => {
    const result = received(here(), frame({ t: 'rewind', seq: 215, view: { ...view, turn: 6 }, decisions: [decision], clock: welcome.clock }), 5);
    expect(result.state.seq).toBe(215);
    expect(result.state.view?.['turn']).toBe(6);
    expect(result.jumped).toEqual({ events: [], keepLog: true });
  });

  it('opens and closes proposals, and collects chat once', () => {
    const asked = received(here(), frame({ t: 'proposal', kind: 'draw', from: 1 }), 0).state;
    expect(asked.proposal).toMatchObject({ kind: 'draw', from: 1 });
    expect(received(asked, frame({ t: 'proposal', kind: 'draw', closed: 'refused' }), 0).state.proposal).toBeNull();
    const line = { t: 'chat', id: 1, room: 'match', from: { id: 'u1', name: 'Ravenna', guest: true, bot: false }, name: 'Ravenna', text: 'Good luck', at: '' };
    const once = received(here(), frame(line), 0).state;
    expect(received(once, frame(line), 0).state.chat).toHaveLength(1);
  });

  it('ends, keeps what one is in it when the match changes, and stops after a last word', () => {
    const over = received(here(), frame({ t: 'ended', result: { winners: [0], reason: 'trophies', rule: 'V-4', scores: [5, 2] }, fairness: { algorithm: '', match: '', commitment: '', nonces: [], seed: 'aa', rolls: 1 } }), 0).state;
    expect(over.result?.winners).toEqual([0]);
    expect(over.decisions).toEqual([]);
    expect(received(here(), frame({ t: 'match', ...match, you: { seats: [], role: 'spectator' } }), 0).state.match?.you.seats).toEqual([0]);
    expect(received(here(), frame({ t: 'bye', reason: 'superseded' }), 0).wants).toBe('stop');
    expect(received(here(), frame({ t: 'bye', reason: 'shutdown' }), 0).wants).toBe('hello');
  });
});
