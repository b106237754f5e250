/**
 * One match, alive in the browser: the line to the server, the state, the log, and the player that shows it.
 *
 * Screens read runes and call the few verbs below. An action stays in flight until its ack and is sent again with its key
 * after a reconnect, so it counts once whatever happens to the line.
 */
import type { OddsFrame, Odds, RefusedFrame, ServerFrame } from '../api/protocol';
import { ensureMe, getSteps, speak } from '../api';
import { extended, KEPT, type Entry } from '../battle/entries';
import { EventPlayer, type Played } from '../battle/player.svelte';
import { play as sound } from '../sound/sounds';

import { history, pageStart } from './history';
import { Line, type LineStatus } from './line';
import { withoutSecrets, type LoreView } from './lore';
import { nothing, received, type InFlight, type MatchState } from './state';

export interface SessionOptions {
  readonly id: string;
  readonly watch?: string | null;
  readonly make?: (url: string) => WebSocket;
  readonly url?: string;
}

const ODDS_KEPT = 200;
/** Older lines shown at a time. */
const PAGE = 60;

/** A key that names an action for good. `randomUUID` needs https; random bytes do not. */
export const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const socketUrl = (id: string): string => `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}/api/v1/matches/${encodeURIComponent(id)}/socket`;

export class MatchSession {
  state: MatchState = $state.raw(nothing);
  status: LineStatus = $state('connecting');
  /** When the next try is made (ms, this browser's clock), while the line is down. */
  retryAt: number | null = $state(null);
  /** Steps that were played while the line was down, told once. */
  missed: readonly Played[] | null = $state.raw(null);
  log: readonly Entry[] = $state.raw([]);
  /** Hot-seat: the seat from which one looks; -1 is the curtain. */
  seat: number | null = $state(null);

  /** Whether the battle has lines before those shown. */
  hasEarlier = $state(false);

  readonly player: EventPlayer;
  readonly #line: Line;
  readonly #watch: string | null;
  #odds = new Map<string, Promise<Odds>>();
  #asked = new Map<number, { resolve: (odds: Odds) => void; reject: (why: RefusedFrame) => void }>();
  #nextAsk = 1;
  #wasDown = false;
  readonly #id: string;
  /** The log up to the step at which we joined, once it was asked for, and how much of it is still to be shown. */
  #older: { readonly entries: readonly Entry[]; readonly until: number; left: number } | null = null;
  /** The step up to which the log has only the last turn. */
  #joined = -1;

  /** The spectators' link that we came by, if we did. */
  get watch(): string | null {
    return this.#watch;
  }

  constructor({ id, watch = null, make, url }: SessionOptions) {
    this.#id = id;
    this.#watch = watch;
    this.player = new EventPlayer({ onstep: (step) => this.#tell(step) });
    this.#line = new Line({
      url: url ?? socketUrl(id),
      hello: () => this.#hello(),
      onframe: (frame) => this.#frame(frame as ServerFrame),
      onstatus: (status, retryAt) => {
        if (status === 'waiting') this.#wasDown = true;
        this.status = status;
        this.retryAt = retryAt;
      },
      ...(make === undefined ? {} : { make }),
    });
  }

  start(): void {
    this.#line.start();
  }

  stop(): void {
    this.#line.stop();
    this.player.jump(null);
  }

  retryNow(): void {
    this.#line.retryNow();
  }

  /** The decision that this viewer holds, of the seat from which he looks. */
  readonly decision = $derived.by(() => {
    const mine = this.state.decisions.filter((decision) => decision.choices !== undefined && decision.choices !== null);
    return mine.find((decision) => this.seat === null || this.seat < 0 || decision.seat === this.seat) ?? null;
  });

  /** The prompt of whoever decides, for those who wait. */
  readonly awaited = $derived(this.state.decisions[0] ?? null);

  act(decision: string, action: Readonly<Record<string, unknown>>, seat: number): void {
    if (this.state.inFlight !== null) return;
    const flight: InFlight = { key: newKey(), decision, action, seat };
    this.state = { ...this.state, inFlight: flight, refused: null };
    this.#send(flight);
  }

  #send(flight: InFlight): void {
    this.#line.send({ t: 'act', key: flight.key, decision: flight.decision, action: flight.action, ...(flight.seat === null ? {} : { seat: flight.seat }) });
  }

  /** Exact chances of an action, asked once for each decision and action. Rejects with the refusal. */
  odds(decision: string, action: Readonly<Record<string, unknown>>, seat: number): Promise<Odds> {
    const key = `${decision} ${seat} ${JSON.stringify(action)}`;
    let running = this.#odds.get(key);
    if (running === undefined) {
      const id = this.#nextAsk++;
      running = new Promise<Odds>((resolve, reject) => this.#asked.set(id, { resolve, reject }));
      running.catch(() => this.#odds.delete(key));
      if (this.#odds.size >= ODDS_KEPT) this.#odds.clear();
      this.#odds.set(key, running);
      if (!this.#line.send({ t: 'odds', id, action, seat })) {
        this.#asked.delete(id);
        this.#odds.delete(key);
        return Promise.reject(new Error('offline'));
      }
    }
    return running;
  }

  /** Speak. Whoever looks on without an account gets one now, and the line knows him from then on. */
  async say(room: 'match' | 'spectators', text: string): Promise<void> {
    if (this.state.you?.role === 'spectator' && this.state.you.user === undefined) {
      await ensureMe();
      await speak(this.#id, room, text, this.#watch);
      this.#line.again();
      return;
    }
    this.#line.send({ t: 'chat', room, text });
  }

  /** Ask to take back the last own action (by the rules of the match it may happen at once). */
  askTakeback(): void {
    this.#line.send({ t: 'takeback', ...this.#as() });
  }

  answer(kind: 'takeback' | 'draw', accept: boolean): void {
    this.#line.send({ t: kind, accept, ...this.#as() });
    this.state = { ...this.state, proposal: null };
  }

  offerDraw(offer = true): void {
    this.#line.send({ t: 'draw', offer, ...this.#as() });
  }

  resign(): void {
    this.#line.send({ t: 'resign', ...this.#as() });
  }

  #as(): { seat: number } | Record<string, never> {
    const seat = this.seat ?? this.state.you?.seats[0] ?? null;
    return seat === null || seat < 0 ? {} : { seat };
  }

  /** Show a page of lines from before those in the log. Throws if they cannot be had. */
  async earlier(): Promise<void> {
    const { seat } = this;
    let older = this.#older;
    if (older === null) {
      const first = this.log[0];
      const until = Math.max(this.#joined, first === undefined ? -1 : first.seq);
      const query = { ...(seat === null ? {} : { seat }), ...(this.#watch === null ? {} : { watch: this.#watch }) };
      const entries = await history((since) => getSteps(this.#id, since, query), until);
      if (this.seat !== seat || this.#older !== null) return;
      // the turn in which we joined is there already, though without the views between its steps
      const shown = this.log.filter((entry) => entry.seq <= until).length;
      this.#older = older = { entries, until, left: pageStart(entries, entries.length, Math.max(1, shown)) };
    }
    const from = pageStart(older.entries, older.left, PAGE);
    older.left = from;
    const { entries, until } = older;
    this.log = [...entries.slice(from), ...this.log.filter((entry) => entry.seq > until)];
    this.hasEarlier = from > 0;
  }

  #forgetOlder(joined: number, hasEarlier: boolean): void {
    this.#older = null;
    this.#joined = joined;
    this.hasEarlier = hasEarlier;
  }

  /** Hot-seat: look from another seat, or (-1) draw the curtain. What only the old seat may know leaves the page at once. */
  lookFrom(seat: number): void {
    if (seat === this.seat) return;
    this.seat = seat;
    this.#odds.clear();
    this.log = [];
    this.#forgetOlder(-1, false);
    this.player.jump(this.player.view === null ? null : withoutSecrets(this.player.view));
    const { inFlight } = this.state;
    this.state = { ...nothing, inFlight, match: this.state.match, players: this.state.players, chat: this.state.chat, you: this.state.you };
    this.#line.again();
  }

  /** Show what was missed, twice as fast. */
  showMissed(): void {
    if (this.missed !== null) this.player.again(this.missed, 2);
    this.missed = null;
  }

  dismissMissed(): void {
    this.missed = null;
  }

  dismissRefusal(): void {
    if (this.state.refused !== null) this.state = { ...this.state, refused: null };
  }

  #hello(): object {
    const fresh = this.state.view === null || this.state.seq === 0;
    return {
      t: 'hello',
      ...(fresh ? {} : { since: this.state.seq }),
      ...(this.seat === null ? {} : { seat: this.seat }),
      ...(this.#watch === null ? {} : { watch: this.#watch }),
    };
  }

  #frame(frame: ServerFrame): void {
    const had = this.state;
    const result = received(had, frame, Date.now());
    this.state = result.state;
    if (result.odds !== undefined) this.#answered(result.odds);
    if (result.jumped !== undefined) this.#jump(result.jumped.events, result.jumped.keepLog);
    const steps = result.played.map(({ step, before, after }): Played => ({ seq: step.seq, events: step.events ?? [], before: before as unknown as LoreView, after: after as unknown as LoreView }));
    this.player.add(steps);
    if (frame.t === 'welcome' || frame.t === 'batch') {
      if (this.#wasDown && steps.length > 0) this.missed = steps;
      this.#wasDown = false;
      if (this.seat === null && result.state.you?.seat !== undefined && result.state.you.seat !== null) this.seat = result.state.you.seat;
      if (result.state.inFlight !== null) this.#send(result.state.inFlight);
    }
    if (frame.t === 'refused' && frame.key !== undefined && frame.key === had.inFlight?.key) sound('refusal');
    if (frame.t === 'chat' && had.chat.at(-1)?.id !== frame.id) sound('message');
    if (this.decision !== null && had.known && !had.decisions.some((decision) => decision.id === this.decision?.id) && had.decisions.every((decision) => decision.choices === undefined)) sound('horn');
    if (result.wants === 'stop') this.#line.stop();
    else if (result.wants === 'hello' && frame.t !== 'bye') this.#line.send(this.#hello());
    else if (result.wants === 'resync') this.#line.send({ t: 'resync' });
  }

  #answered(frame: OddsFrame | RefusedFrame): void {
    if (frame.id === undefined) return;
    const waiting = this.#asked.get(frame.id);
    this.#asked.delete(frame.id);
    if (frame.t === 'odds') waiting?.resolve(frame);
    else waiting?.reject(frame);
  }

  #jump(events: readonly (Played['events'][number])[], keepLog: boolean): void {
    const view = this.state.view as unknown as LoreView | null;
    this.player.jump(view);
    this.#odds.clear();
    if (view === null || keepLog) return;
    const start = extended([], this.state.seq, events, view, view);
    this.log = start.some((entry) => entry.kind === 'turn') ? start : [{ kind: 'turn', key: 'start', seq: 0, turn: view.turn, side: view.side }, ...start];
    this.#forgetOlder(this.state.seq, view.turn > 1);
  }

  #tell(step: Played): void {
    this.#odds.clear();
    const log = extended(this.log, step.seq, step.events, step.before, step.after);
    const shown = this.#older === null ? 0 : this.#older.entries.length - this.#older.left;
    this.log = log.slice(-(KEPT + shown));
    if (this.log.length < log.length) this.hasEarlier = true;
  }
}
