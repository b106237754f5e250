/**
 * What lies over the shown view while events are played: pieces on their way, figures already lost, dice on the sand.
 *
 * The event player makes a new scene for each beat; the board draws view + scene. An empty scene is the view itself.
 */
import type { Roll } from '../api/protocol';
import { f } from '../art/svg';

export interface Move {
  readonly path: readonly string[];
  readonly ms: number;
  /** Retreat and panic leave a dust stroke. */
  readonly dust: boolean;
}

export interface Throw {
  /** Hex beside which the dice fall. */
  readonly hex: string;
  /** Hex that must stay in sight as well. */
  readonly from: string;
  readonly seat: number;
  readonly roll: Roll;
  /** Tumbling, or landed with the counting rims lit. */
  readonly landed: boolean;
}

export interface Shot {
  readonly from: string;
  readonly to: string;
  readonly ms: number;
}

export interface Scene {
  /** Where a piece stands before the view says so. */
  readonly at: Readonly<Record<string, string>>;
  readonly moves: Readonly<Record<string, Move>>;
  readonly figures: Readonly<Record<string, number>>;
  readonly hurt: ReadonlySet<string>;
  readonly gone: ReadonlySet<string>;
  readonly lit: ReadonlySet<string>;
  /** Fire was put out here a moment ago: a hiss of grey. */
  readonly hissed: ReadonlySet<string>;
  /** Burning down now. */
  readonly sinking: ReadonlySet<string>;
  readonly thrown: Throw | null;
  readonly shot: Shot | null;
  /** The piece about which something is being asked pulses once. */
  readonly pulse: string | null;
  /** Numbered trails, shown instead of travel when motion is reduced. */
  readonly trails: readonly (readonly string[])[];
}

const none: ReadonlySet<string> = new Set();

export const stillness: Scene = {
  at: {}, moves: {}, figures: {}, hurt: none, gone: none, lit: none, hissed: none, sinking: none, thrown: null, shot: null, pulse: null, trails: [],
};

/** Three strokes of dust behind a piece that runs. */
export const dust = (R: number): string =>
  [-0.3, 0, 0.3].map((dy, i) => `<path d="M${f(-R * (0.7 + i * 0.1))} ${f(R * (0.5 + dy * 0.4))}q${f(-R * 0.16)} ${f(-R * 0.1)} ${f(-R * 0.34)} 0" fill="none" stroke="var(--sand-grain)" stroke-width="${f(R * 0.07)}" stroke-linecap="round"/>`).join('');
