/**
 * The hand of one person at the table: what is chosen, what is previewed, what a click or key does. Runes, no DOM.
 *
 * Two clicks for a mouse (unit, target: hover has shown the preview), three taps for a finger (unit, target, confirm).
 * Whatever is not among the decision's choices does nothing.
 */
import type { Decision, Odds } from '../api/protocol';
import type { Arrow, Mark } from '../board/marks';
import type { LoreUnit, LoreView } from '../match/lore';
import { standing } from '../match/lore';
import { prefs } from '../prefs/prefs.svelte';

import { deedsOf, isAimed, markOf, offerOf, subjectOf, type Deed, type Offer, type Verbs } from './deeds';

export interface TableOptions {
  readonly view: () => LoreView | null;
  readonly decision: () => Decision | null;
  readonly verbs: () => Verbs;
  /** Nothing may be chosen now: an action is in flight, or events are being shown. */
  readonly held: () => boolean;
  readonly commit: (deed: Deed) => void;
  readonly odds: (deed: Deed) => Promise<Odds>;
  /** Hexes lit from elsewhere (log, units table). */
  readonly lit: () => readonly string[];
}

export interface Preview {
  readonly hex: string | null;
  readonly deeds: readonly Deed[];
  readonly deed: Deed;
  /** Stays when the pointer leaves: a tap or a click with several possibilities. */
  readonly pinned: boolean;
}

const PAUSE = 90;

export class Table {
  readonly #options: TableOptions;
  /** Chosen unit. */
  chosen: string | null = $state(null);
  card: string | null = $state(null);
  hover: string | null = $state(null);
  /** A small card that one points at: its text stands in the intent line. */
  hint: string | null = $state(null);
  pinned: string | null = $state(null);
  /** A deed of the chosen unit itself (a power) under preview. */
  own: number | null = $state(null);
  /** Which of several deeds at one place. */
  alternative = $state(0);
  odds: Odds | null = $state.raw(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(options: TableOptions) {
    this.#options = options;
  }

  readonly units = $derived.by(() => {
    const view = this.#options.view();
    return view === null ? new Map<string, LoreUnit>() : standing(view);
  });

  #burns(hex: string): boolean {
    const view = this.#options.view();
    return view === null || view.limits === undefined || (view.limits[view.terrain[hex] ?? ''] ?? 0) > 0;
  }

  unit(id: string | null): LoreUnit | null {
    const view = this.#options.view();
    const unit = id === null ? undefined : view?.units[id];
    return unit !== undefined && unit.hex !== '' && unit.figures > 0 ? unit : null;
  }

  readonly deeds: Deed[] = $derived.by(() => (this.#options.held() ? [] : deedsOf(this.#options.decision(), this.#options.verbs(), (id) => this.unit(id)?.hex ?? null, (hex) => this.#burns(hex))));
  readonly subject: string | null = $derived.by(() => subjectOf(this.#options.decision(), (id) => this.unit(id) !== null));
  readonly offer: Offer = $derived(offerOf(this.deeds, this.chosen, this.subject, this.card));
  readonly actor: LoreUnit | null = $derived(this.unit(this.offer.actor));

  readonly preview: Preview | null = $derived.by(() => {
    if (this.own !== null) {
      const deed = this.offer.ofActor.find((each) => each.id === this.own) ?? this.offer.answers.find((each) => each.id === this.own);
      if (deed !== undefined) return { hex: deed.hexes[0] ?? this.actor?.hex ?? null, deeds: [deed], deed, pinned: true };
    }
    const hex = this.pinned ?? this.hover;
    const deeds = hex === null ? undefined : this.offer.places.get(hex);
    const deed = deeds?.[Math.min(this.alternative, deeds.length - 1)];
    return deeds === undefined || deed === undefined ? null : { hex, deeds, deed, pinned: this.pinned !== null };
  });

  /** Every hex where something may be clicked, for Tab. */
  readonly stops: readonly string[] = $derived.by(() => {
    const stops = new Set<string>(this.offer.places.keys());
    if (stops.size === 0 || this.chosen === null) {
      for (const id of [...this.offer.actors.keys(), ...this.offer.onUnit.keys()]) {
        const hex = this.unit(id)?.hex;
        if (hex !== undefined) stops.add(hex);
      }
    }
    return [...stops];
  });

  readonly marks: readonly Mark[] = $derived.by(() => {
    const marks: Mark[] = this.#options.lit().map((hex) => ({ hex, kind: 'lit' as const }));
    const at = this.preview?.hex ?? null;
    for (const [hex, deeds] of this.offer.places) {
      const kind = markOf(deeds);
      if (hex === at) marks.push({ hex, kind: kind === 'target' ? 'preview-target' : 'preview-place' });
      else marks.push({ hex, kind });
    }
    for (const id of [...this.offer.actors.keys(), ...this.offer.onUnit.keys()]) {
      const unit = this.unit(id);
      if (unit === null || id === this.offer.actor || this.offer.onUnit.get(id)?.undoes === true || this.offer.places.has(unit.hex)) continue;
      const cost = this.offer.onUnit.get(id)?.action['mana'];
      marks.push({ hex: unit.hex, kind: 'choosable', ...(typeof cost === 'number' && cost > 0 ? { cost } : {}) });
    }
    if (this.actor !== null && this.deeds.length > 0) marks.push({ hex: this.actor.hex, kind: 'chosen' });
    return marks;
  });

  readonly arrow: Arrow | null = $derived.by(() => {
    const from = this.actor?.hex;
    const preview = this.preview;
    if (from === undefined || preview === null || preview.hex === null || preview.hex === from) return null;
    const { deed } = preview;
    const tone = deed.tone === 'harm' || deed.tone === 'fire' || deed.tone === 'help' ? deed.tone : 'move';
    return { from, to: preview.hex, tone, ...(deed.path.length > 1 ? { via: deed.path.slice(0, -1) } : {}) };
  });

  // -- what hands do ---------------------------------------------------------------------------------------------------
  point(hex: string | null): void {
    if (hex === this.hover) return;
    this.hover = hex;
    if (this.pinned === null) this.alternative = 0;
    this.#ask();
  }

  pick(hex: string | null, how: 'mouse' | 'touch' | 'key'): void {
    if (hex === null) {
      this.back();
      return;
    }
    const deeds = this.offer.places.get(hex);
    if (deeds !== undefined) {
      const sure = deeds.length === 1 && (how !== 'touch' || this.pinned === hex || (prefs.confirm === 'direct' && deeds[0]?.rolls === false));
      const deed = deeds[this.pinned === hex ? this.alternative : 0];
      if (deed !== undefined && (sure || (this.pinned === hex && how !== 'mouse'))) this.commit(deed);
      else this.pin(hex);
      return;
    }
    const unit = this.units.get(hex);
    const named = unit === undefined ? undefined : this.offer.onUnit.get(unit.id);
    if (named !== undefined) {
      this.commit(named);
      return;
    }
    if (unit !== undefined && this.offer.actors.has(unit.id)) {
      this.choose(this.chosen === unit.id ? null : unit.id);
      return;
    }
    this.back();
  }

  choose(unit: string | null): void {
    this.chosen = unit;
    this.card = null;
    this.unpin();
  }

  /** Keep a place under preview; `deed` is the one that is meant where several may be done there. */
  pin(hex: string, deed: Deed | null = null): void {
    this.own = null;
    this.pinned = hex;
    this.alternative = deed === null ? 0 : Math.max(0, this.offer.places.get(hex)?.indexOf(deed) ?? 0);
    this.#ask();
  }

  unpin(): void {
    this.pinned = null;
    this.own = null;
    this.alternative = 0;
    this.#ask();
  }

  previewOwn(deed: Deed): void {
    if (!deed.rolls) {
      this.commit(deed);
      return;
    }
    this.pinned = null;
    this.own = deed.id;
    this.#ask();
  }

  other(index: number): void {
    this.alternative = index;
    if (this.pinned === null) this.pinned = this.hover;
    this.#ask();
  }

  /** The next target of the same unit. */
  next(backwards = false): void {
    const hexes = [...this.offer.places.keys()];
    const at = this.preview?.hex === null || this.preview === null ? -1 : hexes.indexOf(this.preview.hex);
    const hex = hexes[(at + (backwards ? hexes.length - 1 : 1)) % hexes.length];
    if (hex !== undefined) this.pin(hex);
  }

  /** One step back; false if there was nothing to step back from. */
  back(): boolean {
    if (this.pinned !== null || this.own !== null) {
      this.unpin();
      return true;
    }
    if (this.card !== null || this.chosen !== null) {
      this.card = null;
      this.choose(null);
      return true;
    }
    return false;
  }

  pickCard(card: string): void {
    const deed = this.offer.cards.get(card)?.[0];
    if (deed === undefined) return;
    if (this.card !== card) {
      this.choose(null);
      this.card = card;
    } else if (isAimed(deed)) this.back();
    else this.commit(deed);
  }

  commit(deed: Deed): void {
    if (!this.deeds.includes(deed)) return;
    this.#options.commit(deed);
    this.pinned = null;
    this.own = null;
    this.card = null;
    this.hint = null;
    this.hover = null;
    this.odds = null;
  }

  /** The decision changed: keep the chosen unit only if it may still do something. */
  refresh(): void {
    if (this.chosen !== null && !this.offer.actors.has(this.chosen)) this.chosen = null;
    if (this.card !== null && !this.offer.cards.has(this.card)) this.card = null;
    if (this.pinned !== null && !this.offer.places.has(this.pinned)) this.unpin();
    this.own = null;
    this.#ask();
  }

  #ask(): void {
    clearTimeout(this.#timer);
    const deed = this.preview?.deed;
    const turn = ++this.#asked;
    this.odds = null;
    if (deed === undefined || !deed.rolls) return;
    this.#timer = setTimeout(() => {
      this.#options.odds(deed).then(
        (odds) => {
          if (turn === this.#asked) this.odds = odds;
        },
        () => undefined,
      );
    }, PAUSE);
  }
}
