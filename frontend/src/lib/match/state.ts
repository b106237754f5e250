/**
 * The state of one match as this browser knows it, and what each frame of the server does to it. Pure: no socket, no clock.
 *
 * `received` folds a frame into the state; what has to be done about it (say hello again, stop trying) comes back as
 * `wants`. Steps are applied at once; the event player shows them in its own time and keeps its own, later view.
 */
import type { Batch, BattleEvent, ChatMessage, ClockState, Decision, Fairness, Match, OddsFrame, ProposalInfo, RefusedFrame, Result, SeatInfo, ServerFrame, Step, View, Welcome, You } from '../api/protocol';

import { applyPatch } from './patch';

/** An action that has left but is not acknowledged; it is sent again with its key after a reconnect. */
export interface InFlight {
  readonly key: string;
  readonly decision: string;
  readonly action: Readonly<Record<string, unknown>>;
  readonly seat: number | null;
}

export interface MatchState {
  readonly seq: number;
  readonly known: boolean;
  readonly you: You | null;
  readonly match: Match | null;
  readonly view: View | null;
  readonly decisions: readonly Decision[];
  readonly clock: ClockState | null;
  /** When (ms, this browser's clock) the clock state arrived. */
  readonly clockAt: number;
  readonly players: readonly SeatInfo[];
  readonly watching: number;
  readonly chat: readonly ChatMessage[];
  readonly proposal: ProposalInfo | null;
  readonly result: Result | null;
  readonly fairness: Fairness | null;
  readonly inFlight: InFlight | null;
  readonly refused: RefusedFrame | null;
  readonly bye: string | null;
}

export const nothing: MatchState = {
  seq: 0, known: false, you: null, match: null, view: null, decisions: [], clock: null, clockAt: 0, players: [], watching: 0,
  chat: [], proposal: null, result: null, fairness: null, inFlight: null, refused: null, bye: null,
};

/** What a frame brought for those who show and those who send. */
export interface Received {
  readonly state: MatchState;
  /** Steps to be shown, with the view before each. */
  readonly played: readonly { readonly step: Step; readonly before: View; readonly after: View }[];
  /** The view was replaced as a whole: show it at once. `events` fill the log anew. */
  readonly jumped?: { readonly events: readonly BattleEvent[]; readonly keepLog: boolean };
  readonly odds?: OddsFrame | RefusedFrame;
  readonly wants?: 'hello' | 'resync' | 'stop';
}

const CHAT_KEPT = 300;

function common(state: MatchState, frame: Welcome | Batch, now: number): MatchState {
  return {
    ...state, seq: frame.seq, known: true, you: frame.you, match: frame.match, decisions: frame.decisions, clock: frame.clock, clockAt: now, players: frame.players,
    watching: frame.watching, chat: frame.chat, proposal: frame.proposal ?? null, result: frame.match.result ?? null, bye: null,
  };
}

/** One step onto the state. Throws (from the patch) if it does not fit. */
function stepped(state: MatchState, step: Step, now: number): MatchState {
  const view = state.view === null || step.patch === undefined ? state.view : applyPatch(state.view, step.patch);
  return {
    ...state, seq: step.seq, view,
    decisions: step.decisions ?? state.decisions,
    clock: step.clock ?? state.clock,
    clockAt: step.clock === undefined ? state.clockAt : now,
  };
}

function follow(state: MatchState, steps: readonly Step[], now: number): Received {
  const played: Received['played'][number][] = [];
  let current = state;
  for (const step of steps) {
    if (step.seq <= current.seq) continue;
    if (step.seq !== current.seq + 1) return { state: current, played, wants: 'hello' };
    const before = current.view;
    try {
      current = stepped(current, step, now);
    } catch {
      return { state: { ...current, seq: 0 }, played, wants: 'resync' };
    }
    if (before !== null && current.view !== null) played.push({ step, before, after: current.view });
  }
  return { state: current, played };
}

export function received(state: MatchState, frame: ServerFrame, now: number): Received {
  switch (frame.t) {
    case 'welcome': {
      const again = state.known && state.view !== null;
      return { state: { ...common(state, frame, now), view: frame.view as View }, played: [], jumped: { events: frame.events, keepLog: again && state.seq > frame.seq - 1 } };
    }
    case 'batch': {
      const followed = follow(state, frame.steps, now);
      if (followed.wants !== undefined) return followed;
      return { ...followed, state: { ...common(followed.state, frame, now), view: followed.state.view } };
    }
    case 'step':
      return follow(state, [frame], now);
    case 'ack':
      return { state: state.inFlight?.key === frame.key ? { ...state, inFlight: null, refused: null } : state, played: [] };
    case 'refused': {
      if (frame.id !== undefined) return { state, played: [], odds: frame };
      const mine = frame.key !== undefined && state.inFlight?.key === frame.key;
      return { state: { ...state, inFlight: mine ? null : state.inFlight, refused: frame }, played: [] };
    }
    case 'odds':
      return { state, played: [], odds: frame };
    case 'rewind':
      return {
        state: { ...state, seq: Math.max(state.seq, frame.seq), view: frame.view as View, decisions: frame.decisions, clock: frame.clock, clockAt: now, proposal: null },
        played: [], jumped: { events: [], keepLog: true },
      };
    case 'chat': {
      if (state.chat.some((message) => message.id === frame.id && message.room === frame.room)) return { state, played: [] };
      const { t: _, ...message } = frame;
      return { state: { ...state, chat: [...state.chat, message].slice(-CHAT_KEPT) }, played: [] };
    }
    case 'presence':
      return { state: { ...state, players: frame.players, watching: frame.watching }, played: [] };
    case 'clock': {
      const { t: _, ...clock } = frame;
      return { state: { ...state, clock, clockAt: now }, played: [] };
    }
    case 'proposal': {
      const { t: _, closed, from, ...rest } = frame;
      const open = closed === undefined && from !== undefined && from !== null ? { ...rest, from } as ProposalInfo : null;
      return { state: { ...state, proposal: open }, played: [] };
    }
    case 'match': {
      const { t: _, ...match } = frame;
      const you = state.match?.you ?? match.you;
      return { state: { ...state, match: { ...match, you }, players: match.seats, result: match.result ?? state.result }, played: [] };
    }
    case 'ended':
      return { state: { ...state, result: frame.result, fairness: frame.fairness, decisions: [], proposal: null }, played: [] };
    case 'resync':
      return { state, played: [], wants: 'hello' };
    case 'bye':
      return { state: { ...state, bye: frame.reason }, played: [], wants: frame.reason === 'shutdown' || frame.reason === 'idle' || frame.reason === 'internal' ? 'hello' : 'stop' };
    case 'ping':
    case 'pong':
      return { state, played: [] };
  }
}
