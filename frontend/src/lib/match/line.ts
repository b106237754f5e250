/**
 * The line to the server: one socket that comes back by itself. Knows frames as JSON, nothing of what they mean.
 *
 * Waits between tries grow from half a second to fifteen, with a random part, and start anew after a good connection.
 * A socket that stays silent for 45 s (the server pings each 20 s) counts as lost. `online` of the browser ends a wait.
 */
export type LineStatus = 'connecting' | 'open' | 'waiting' | 'closed';

export interface LineOptions {
  readonly url: string;
  /** What to say first on each new socket. */
  readonly hello: () => object;
  readonly onframe: (frame: unknown) => void;
  readonly onstatus: (status: LineStatus, retryAt: number | null) => void;
  readonly make?: (url: string) => WebSocket;
  readonly now?: () => number;
  readonly random?: () => number;
}

const SILENCE = 45_000;

/** How long to wait before try number `attempt` (0, 1, …), in ms. */
export function backoff(attempt: number, random: number): number {
  const base = Math.min(15_000, 500 * 2 ** attempt);
  return Math.round(base * (0.7 + 0.6 * random));
}

export class Line {
  #options: LineOptions;
  #socket: WebSocket | null = null;
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(options: LineOptions) {
    this.#options = options;
  }

  start(): void {
    this.#stopped = false;
    if (typeof window !== 'undefined') window.addEventListener('online', this.retryNow);
    this.#connect();
  }

  /** Stop for good. */
  stop(): void {
    this.#stopped = true;
    if (typeof window !== 'undefined') window.removeEventListener('online', this.retryNow);
    clearTimeout(this.#retry);
    clearTimeout(this.#watch);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(1000);
    this.#options.onstatus('closed', null);
  }

  /** Say hello again on a fresh socket. */
  again(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(1000);
    this.#connect();
  }

  /** Whether the frame left. */
  send(frame: object): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  readonly retryNow = (): void => {
    if (this.#socket !== null || this.#stopped) return;
    clearTimeout(this.#retry);
    this.#connect();
  };

  #connect(): void {
    if (this.#stopped) return;
    const { url, hello, onframe, onstatus, make = (address: string) => new WebSocket(address) } = this.#options;
    onstatus('connecting', null);
    let socket: WebSocket;
    try {
      socket = make(url);
    } catch {
      this.#wait();
      return;
    }
    this.#socket = socket;
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      socket.send(JSON.stringify(hello()));
      this.#alive();
      onstatus('open', null);
    };
    socket.onmessage = (message: MessageEvent) => {
      if (this.#socket !== socket) return;
      this.#attempt = 0;
      this.#alive();
      let frame: unknown;
      try {
        frame = JSON.parse(String(message.data));
      } catch {
        return;
      }
      onframe(frame);
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#wait();
    };
    socket.onerror = () => undefined; // a close follows
  }

  #alive(): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => {
      const socket = this.#socket;
      this.#socket = null;
      socket?.close();
      this.#wait();
    }, SILENCE);
  }

  #wait(): void {
    clearTimeout(this.#watch);
    if (this.#stopped) return;
    const { now = Date.now, random = Math.random, onstatus } = this.#options;
    const pause = backoff(this.#attempt, random());
    this.#attempt += 1;
    onstatus('waiting', now() + pause);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), pause);
  }
}
