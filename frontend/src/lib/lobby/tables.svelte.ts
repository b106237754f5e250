/**
 * The lobby's lists, asked for again every few seconds while the page is in sight. A failed round keeps the last lists and
 * shows its error beside them.
 */
import { listMatches, me, poll, type Filter } from '../api';
import type { Match, MatchPage } from '../api/protocol';
import type { Show } from '../router';

const EVERY_MS = 4000;

export type ClockFilter = 'any' | 'none' | 'bank' | 'days';

const narrowed = (ruleset: string, clock: ClockFilter): Filter => ({ ...(ruleset === 'any' ? {} : { ruleset }), ...(clock === 'any' ? {} : { clock }) });

export class Tables {
  open: MatchPage | null = $state.raw(null);
  live: MatchPage | null = $state.raw(null);
  ended: MatchPage | null = $state.raw(null);
  mine: MatchPage | null = $state.raw(null);
  awaiting: readonly Match[] = $state.raw([]);
  error: unknown = $state.raw(null);

  /** Ask now and from time to time. Returns the function that stops it. */
  follow(show: Show, ruleset: string, clock: ClockFilter): () => void {
    return poll(async (signal) => {
      const filter = narrowed(ruleset, clock);
      const known = me() !== null;
      try {
        const [open, live, shown, awaiting] = await Promise.all([
          listMatches({ status: 'open', ...filter }, signal),
          listMatches({ status: 'live', ...filter }, signal),
          show === 'ended' ? listMatches({ status: 'ended', ...filter }, signal) : show === 'mine' && known ? listMatches({ mine: true, ...filter }, signal) : null,
          known ? listMatches({ awaiting: true }, signal) : null,
        ]);
        this.open = open;
        this.live = live;
        if (show === 'ended') this.ended = shown;
        if (show === 'mine') this.mine = shown ?? { matches: [] };
        this.awaiting = awaiting?.matches ?? [];
        this.error = null;
      } catch (thrown) {
        if (!signal.aborted) this.error = thrown;
        throw thrown;
      }
    }, EVERY_MS);
  }

  page(show: Show): MatchPage | null {
    return this[show];
  }

  /** The page after the one shown, put at its end. */
  async more(show: Show, ruleset: string, clock: ClockFilter): Promise<void> {
    const page = this[show];
    if (page?.next === undefined) return;
    const next = await listMatches({
      ...(show === 'mine' ? { mine: true } : { status: show }),
      ...narrowed(ruleset, clock),
      before: page.next,
    });
    this[show] = { ...next, matches: [...page.matches, ...next.matches] };
  }
}
