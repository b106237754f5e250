/** What the board is asked to show over its ground and pieces; made by the battle screen, drawn by Board.svelte. */
export type MarkKind =
  /** A piece that may be chosen: dotted verdigris. */
  | 'choosable'
  /** The chosen piece: verdigris ring with a white halo. */
  | 'chosen'
  /** A place that may be gone to: verdigris tint. */
  | 'place'
  /** A place where one may help (put out, mend): verdigris hatching. */
  | 'help'
  /** A unit or hex that may be struck or lit: dashed madder. */
  | 'target'
  /** The place or target under preview: solid. */
  | 'preview-place'
  | 'preview-target'
  /** Where something hangs until the server answers: dotted ring. */
  | 'pending'
  /** Lit from the log or the units table. */
  | 'lit'
  /** Where the ruler begins. */
  | 'ruler';

export interface Mark {
  readonly hex: string;
  readonly kind: MarkKind;
  /** What choosing it costs in mana, as a numeral at the piece. */
  readonly cost?: number;
}

export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly tone: 'harm' | 'move' | 'help' | 'fire';
  /** Hexes between, where the way is known. */
  readonly via?: readonly string[];
}

/** A line of the lens, as the server drew it. */
export interface SightLine {
  readonly from: string;
  readonly to: string;
  /** The place at which it ends; empty: clear. */
  readonly blocked: string;
  /** To which side of the middle it runs, where two lines decide: -1, 0, 1. */
  readonly side: number;
}

/** A line between two places with the hexes counted from one to the other. */
export interface Measure {
  readonly from: string;
  readonly to: string;
  readonly hexes: number;
}
