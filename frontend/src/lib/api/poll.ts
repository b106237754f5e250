/**
 * Ask again every few seconds while the page is in sight, at once when it comes back into sight. After a failure the
 * pause doubles, up to a minute. Returns the function that stops it.
 */
export function poll(ask: (signal: AbortSignal) => Promise<void>, everyMs: number): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let running = false;

  async function round(): Promise<void> {
    clearTimeout(timer);
    if (running || stop.signal.aborted) return;
    running = true;
    try {
      await ask(stop.signal);
      failures = 0;
    } catch {
      failures += 1;
    } finally {
      running = false;
    }
    if (!stop.signal.aborted && !document.hidden) timer = setTimeout(() => void round(), Math.min(60_000, everyMs * 2 ** failures));
  }

  const seen = (): void => {
    if (document.hidden) clearTimeout(timer);
    else void round();
  };
  document.addEventListener('visibilitychange', seen);
  void round();
  return () => {
    stop.abort();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}
