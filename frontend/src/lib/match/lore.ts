/** The view of ruleset lore as TypeScript knows it (docs/lore-shapes.md). Only shapes; the server decides what is in it. */
import type { Fire } from '../art/fire';

export interface LoreUnit {
  readonly id: string;
  readonly side: number;
  readonly hex: string;
  readonly kind: string;
  readonly race: string;
  readonly banner: string;
  readonly weapon: string;
  readonly figures: number;
  readonly max: number;
  readonly bold?: number;
  readonly bold_from?: readonly string[];
  readonly ordered?: boolean;
  readonly moved?: boolean;
  readonly fought?: boolean;
  readonly state?: readonly string[];
  readonly heads?: readonly number[];
  readonly wounds?: number;
  readonly mana?: number;
}

export interface Hand {
  readonly count: number;
  readonly cards?: readonly string[];
  /** Of spells: what each costs their holder in mana. */
  readonly prices?: Readonly<Record<string, number>>;
}

export interface LoreResult {
  readonly winners: readonly number[];
  readonly reason: string;
  readonly rule: string;
  readonly scores?: readonly number[];
}

export interface LoreView {
  readonly ruleset: string;
  readonly scenario: string;
  readonly names: Readonly<Record<string, string>>;
  readonly turn: number;
  readonly side: number;
  readonly phase: string;
  readonly path?: readonly string[];
  readonly terrain: Readonly<Record<string, string>>;
  readonly marks?: Readonly<Record<string, readonly string[]>>;
  readonly home?: Readonly<Record<string, number>>;
  readonly ashes?: readonly string[];
  readonly fires: Readonly<Record<string, Fire>>;
  readonly limits?: Readonly<Record<string, number>>;
  readonly units: Readonly<Record<string, LoreUnit>>;
  readonly trophies: readonly number[];
  readonly needed: number;
  readonly points?: readonly number[];
  readonly lost?: { readonly units: readonly number[]; readonly figures: readonly number[] };
  readonly mana?: readonly number[] | null;
  readonly hands?: readonly Hand[];
  readonly deck?: number;
  readonly discards?: readonly string[];
  readonly played?: string | null;
  readonly counts_as?: string | null;
  readonly orders?: { readonly left?: number; readonly centre?: number; readonly right?: number; readonly any?: number; readonly max?: number; readonly given?: number } | null;
  readonly spells?: readonly Hand[] | null;
  readonly turn_limit?: number;
  readonly special?: readonly string[];
  readonly options?: Readonly<Record<string, unknown>>;
  readonly result?: LoreResult | null;
}

/** Units that stand on the board. */
export const unitsOf = (view: LoreView): LoreUnit[] => Object.values(view.units).filter((unit) => unit.hex !== '' && unit.figures > 0);

/** Who stands where. */
export function standing(view: LoreView): Map<string, LoreUnit> {
  return new Map(unitsOf(view).map((unit) => [unit.hex, unit]));
}

/** Figures of a side that still stand. */
export const figuresOf = (view: LoreView, side: number): number => unitsOf(view).reduce((sum, unit) => sum + (unit.side === side ? unit.figures : 0), 0);

/** Scenarios that count points ask for more trophies than there are units. */
export const byPoints = (view: LoreView): boolean => view.points !== undefined && (view.needed === 0 || view.needed > 30);

/** Scenarios without order cards. */
export const noCards = (view: LoreView): boolean => view.options?.['deck'] === 'none';

/** The view without the cards that only one seat may see: what stays on the table when the screen is handed over. */
export function withoutSecrets(view: LoreView): LoreView {
  const closed = (hands: readonly Hand[]): Hand[] => hands.map(({ count }) => ({ count }));
  return { ...view, ...(view.hands === undefined ? {} : { hands: closed(view.hands) }), ...(view.spells ? { spells: closed(view.spells) } : {}), council: null } as LoreView;
}
