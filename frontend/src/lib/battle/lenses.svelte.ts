/**
 * Lenses over the board: lines of sight, and what the enemy could strike. They change nothing and may be used in anybody's
 * turn. All answers are the server's; this asks once for each position and keeps what came until the next.
 */
import { getSight, getThreat, type Looker } from '../api';
import type { Sight, Threat } from '../api/protocol';

const PAUSE = 70;
const KEPT = 200;

export interface LensOptions {
  readonly match: () => string;
  readonly seq: () => number;
  readonly who: () => Looker;
}

export class Lenses {
  readonly #options: LensOptions;
  /** Lines of sight are shown. */
  sight = $state(false);
  /** Where they begin when no piece is chosen. */
  origin: string | null = $state(null);
  /** The seat whose threat is shown. */
  of: number | null = $state(null);
  sights: readonly Sight[] = $state.raw([]);
  threat: Threat | null = $state.raw(null);
  /** The server has no answer (no board, connection lost): the lens is shut rather than wrong. */
  failed = $state(false);
  #sightTimer: ReturnType<typeof setTimeout> | undefined;
  #wanted = '';
  readonly #kept = new Map<string, Promise<Sight[] | Threat>>();

  constructor(options: LensOptions) {
    this.#options = options;
  }

  /** Ask what is seen from a place; the newest question wins. */
  look(from: string | null, to: readonly string[]): void {
    const key = from === null || to.length === 0 ? '' : this.#key(`sight ${from} ${to.join(' ')}`);
    if (key === this.#wanted && key !== '') return;
    clearTimeout(this.#sightTimer);
    if (from === null || key === '') {
      this.#wanted = '';
      this.sights = [];
      return;
    }
    this.#wanted = key;
    const known = this.#kept.has(key);
    this.#sightTimer = setTimeout(() => {
      this.#ask(key, async () => (await getSight(this.#options.match(), from, [...to], this.#options.who())).sights).then(
        (found) => {
          if (key !== this.#wanted) return;
          this.failed = false;
          this.sights = found as Sight[];
        },
        () => this.#lost(key),
      );
    }, known ? 0 : PAUSE);
  }

  /** Ask what the seat of the lens threatens now. */
  fear(of: number | null): void {
    if (of === null) {
      this.threat = null;
      return;
    }
    const key = this.#key(`threat ${of}`);
    this.#ask(key, async () => (await getThreat(this.#options.match(), of, this.#options.who())).threat).then(
      (found) => {
        if (this.of === of && key === this.#key(`threat ${of}`)) this.threat = found as Threat;
      },
      () => {
        if (this.of === of) this.threat = null;
      },
    );
  }

  /** Units that could strike a hex. */
  strikers(hex: string): readonly string[] {
    return (this.threat?.reaches ?? []).filter((reach) => reach.places.includes(hex)).map((reach) => reach.unit);
  }

  /** Hexes that a unit could strike; null if it is none of the lens. */
  reachOf(unit: string): readonly string[] | null {
    return this.threat?.reaches.find((reach) => reach.unit === unit)?.places ?? null;
  }

  #lost(key: string): void {
    if (key !== this.#wanted) return;
    this.#wanted = '';
    this.sights = [];
    this.failed = true;
  }

  #key(question: string): string {
    const { seat, watch } = this.#options.who();
    return `${this.#options.seq()} ${seat ?? ''} ${watch ?? ''} ${question}`;
  }

  #ask(key: string, ask: () => Promise<Sight[] | Threat>): Promise<Sight[] | Threat> {
    let running = this.#kept.get(key);
    if (running === undefined) {
      running = ask();
      running.catch(() => this.#kept.delete(key));
      if (this.#kept.size >= KEPT) this.#kept.clear();
      this.#kept.set(key, running);
    }
    return running;
  }
}
