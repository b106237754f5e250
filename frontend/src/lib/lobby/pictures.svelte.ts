/**
 * The present boards of tables in lists. A list carries none; each is asked for when its row comes into sight, again when
 * the battle has moved on, but not more often than every few seconds, and few at a time. What fails stays as it was: a
 * picture is decoration, and the words stand beside it.
 */
import { getPreview } from '../api';
import type { Match, View } from '../api/protocol';

import { watchable } from './words';

const EVERY_MS = 12_000;
const AT_ONCE = 2;
const KEPT = 200;

interface Asked {
  readonly mark: string;
  readonly at: number;
}

export class Pictures {
  readonly #views: Record<string, View> = $state({});
  readonly #asked = new Map<string, Asked>();
  readonly #waiting: string[] = [];
  readonly #ask: (id: string) => Promise<View | null>;
  #running = 0;

  constructor(ask: (id: string) => Promise<View | null> = getPreview) {
    this.#ask = ask;
  }

  /** The board of a table as last seen. Reactive. */
  of(id: string): View | null {
    return this.#views[id] ?? null;
  }

  /** Somebody looks at this table now. */
  want(match: Pick<Match, 'id' | 'status' | 'seq' | 'delay_s' | 'you' | 'spectators'>, now = Date.now()): void {
    if ((match.status !== 'live' && match.status !== 'ended') || !watchable(match)) return;
    const known = this.#asked.get(match.id);
    // who looks late is not told how far the battle is
    const mark = `${match.status} ${match.delay_s > 0 && match.status === 'live' ? Math.floor(now / EVERY_MS) : match.seq}`;
    if (known !== undefined && (known.mark === mark || now - known.at < EVERY_MS)) return;
    if (known === undefined && this.#asked.size >= KEPT) this.#forget();
    this.#asked.set(match.id, { mark, at: now });
    this.#waiting.push(match.id);
    this.#next();
  }

  #forget(): void {
    this.#asked.clear();
    for (const id of Object.keys(this.#views)) delete this.#views[id];
  }

  #next(): void {
    if (this.#running >= AT_ONCE) return;
    const id = this.#waiting.shift();
    if (id === undefined) return;
    this.#running += 1;
    this.#ask(id)
      .then((view) => {
        if (view !== null) this.#views[id] = view;
      })
      .catch(() => this.#asked.delete(id))
      .finally(() => {
        this.#running -= 1;
        this.#next();
      });
  }
}

export const pictures = new Pictures();
