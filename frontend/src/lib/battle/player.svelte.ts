/**
 * The event player: shows steps one after another in their own time, and holds the view that is drawn meanwhile.
 *
 * Whoever is late sees the result at once: if more than three steps wait, only the last is played. Any key (`skip`) goes to
 * the end. Replay drives the same player with its own speed.
 */
import type { BattleEvent } from '../api/protocol';
import { stillness, type Scene, type Throw } from '../board/scene';
import type { LoreView } from '../match/lore';
import { reducedMotion } from '../prefs/prefs.svelte';
import { play as sound } from '../sound/sounds';

import { beatsOf, type Beat } from './beats';

export interface Played {
  readonly seq: number;
  readonly events: readonly BattleEvent[];
  readonly before: LoreView;
  readonly after: LoreView;
}

/** A step that waits. `again`: it was shown or told before, and is now shown at this speed however much waits behind it. */
interface Waiting extends Played {
  readonly again?: number;
}

export interface PlayerOptions {
  /** A step begins to be shown: the log takes its lines. */
  readonly onstep?: (step: Played) => void;
  readonly still?: () => boolean;
  /** For tests: how to wait. */
  readonly wait?: (ms: number) => Promise<void>;
  readonly quiet?: () => boolean;
}

const LATE = 3;

export class EventPlayer {
  view: LoreView | null = $state.raw(null);
  scene: Scene = $state.raw(stillness);
  busy = $state(false);
  speed = $state(1);
  /** The dice that fell last; they stay known while they fly off. */
  thrown: Throw | null = $state.raw(null);
  /** The step that is being shown. */
  seq: number | null = $state(null);

  #queue: Waiting[] = [];
  #last: Played | null = null;
  #options: PlayerOptions;
  #running: Promise<void> | null = null;
  #skipping = false;
  #wake: (() => void) | null = null;
  #epoch = 0;

  constructor(options: PlayerOptions = {}) {
    this.#options = options;
  }

  /** Show a view at once; what waits is dropped. */
  jump(view: LoreView | null): void {
    this.#epoch += 1;
    this.#queue = [];
    this.#last = null;
    this.#wake?.();
    this.scene = stillness;
    this.view = view;
    this.busy = false;
    this.#running = null;
  }

  add(steps: readonly Played[]): void {
    if (steps.length === 0) return;
    if (this.view === null) this.view = steps[0]?.before ?? null;
    this.#queue.push(...steps);
    this.busy = true;
    this.#running ??= this.#run(this.#epoch);
  }

  /** Show steps again that are already in the log, each in full, `speed` times as fast. What comes meanwhile follows. */
  again(steps: readonly Played[], speed = 1): void {
    this.add(steps.map((step): Waiting => ({ ...step, again: speed })));
  }

  /** Show the last step that had something to be seen once more. */
  repeat(): void {
    if (!this.busy && this.#last !== null) this.again([this.#last]);
  }

  /** Go to the end of everything that waits. */
  skip(): void {
    if (!this.busy) return;
    this.#skipping = true;
    this.#wake?.();
  }

  /** Resolves when nothing is being shown. */
  async idle(): Promise<void> {
    await (this.#running ?? Promise.resolve());
  }

  async #run(epoch: number): Promise<void> {
    await Promise.resolve();
    while (this.#queue.length > 0 && epoch === this.#epoch) {
      const late = this.#queue.length > LATE && this.#queue[0]?.again === undefined;
      const step = this.#queue.shift();
      if (step === undefined) break;
      this.seq = step.seq;
      if (step.again === undefined) this.#options.onstep?.(step);
      if (step.events.some((event) => beatsOf(event, step.before, false).length > 0)) this.#last = step;
      this.view = step.before;
      if (!late && !this.#skipping) await this.#show(step, epoch, step.again ?? 1);
      if (epoch !== this.#epoch) return;
      const trails = this.#still() ? this.scene.trails : [];
      this.view = step.after;
      this.scene = trails.length > 0 && !late ? { ...stillness, trails } : stillness;
    }
    if (epoch === this.#epoch) {
      this.#skipping = false;
      this.busy = false;
      this.#running = null;
    }
  }

  #still(): boolean {
    return (this.#options.still ?? reducedMotion)();
  }

  async #show(step: Played, epoch: number, haste: number): Promise<void> {
    let base: Scene = stillness;
    for (const event of step.events) {
      for (const beat of beatsOf(event, step.before, this.#still())) {
        if (epoch !== this.#epoch || this.#skipping) return;
        base = await this.#beat(base, beat, haste);
      }
    }
  }

  async #beat(before: Scene, beat: Beat, haste: number): Promise<Scene> {
    const during = beat.show(before);
    if (during.thrown !== null) this.thrown = during.thrown;
    this.scene = during;
    if (beat.sound !== undefined && this.#options.quiet?.() !== true) sound(beat.sound);
    if (beat.ms > 0) await this.#pause(beat.ms / (this.speed * haste));
    return beat.keep?.(during) ?? during;
  }

  #pause(ms: number): Promise<void> {
    if (this.#options.wait !== undefined) return this.#options.wait(ms);
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      const player = this;
      function done(): void {
        clearTimeout(timer);
        player.#wake = null;
        resolve();
      }
      this.#wake = done;
    });
  }
}
