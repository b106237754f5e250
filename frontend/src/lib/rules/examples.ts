/**
 * Small boards beside rules of the book: positions and what is drawn on them, data only. A test has the rules of the server's
 * data shapes; what the pictures say is proved where the rules are.
 */
import type { LoreUnit } from '../match/lore';

export interface Example {
  readonly id: 'sight' | 'retreat' | 'bold' | 'fire' | 'sectors';
  /** Anchor of the rule that it stands at. */
  readonly anchor: string;
  /** Corners of the part of the board that is shown. */
  readonly window: readonly string[];
  readonly board: {
    readonly terrain: Readonly<Record<string, string>>;
    readonly fires: Readonly<Record<string, { level: number; max: number; maxed_by: number | null }>>;
    readonly ashes: readonly string[];
    readonly units: Readonly<Record<string, LoreUnit>>;
  };
  /** Lines of sight: free ones, and such as are broken in a hex. */
  readonly sights: readonly { readonly from: string; readonly to: string; readonly cut?: string }[];
  /** Ways: open ones, and such as are closed. */
  readonly ways: readonly { readonly from: string; readonly to: string; readonly closed: boolean }[];
}

function unit(id: string, hex: string, banner: string, weapon: string, more: Partial<LoreUnit> = {}): readonly [string, LoreUnit] {
  return [id, { id, side: id.startsWith('s') ? 0 : 1, hex, kind: 'foot', race: 'human', banner, weapon, figures: 4, max: 4, bold: 0, ordered: false, moved: false, fought: false, state: [], ...more }];
}

const board = (over: Partial<Omit<Example['board'], 'units'>>, ...units: readonly (readonly [string, LoreUnit])[]): Example['board'] => ({ terrain: {}, fires: {}, ashes: [], ...over, units: Object.fromEntries(units) });

export const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  lore: [
    {
      id: 'sectors', anchor: 'B-4', window: ['a1', 'm9', 'a9', 'm1'],
      board: board({}, unit('s1', 'd4', 'green', 'bow'), unit('s2', 'g3', 'blue', 'short_sword'), unit('s3', 'k4', 'red', 'short_sword')),
      sights: [], ways: [],
    },
    {
      id: 'sight', anchor: 'L-1', window: ['c5', 'h5', 'd7', 'e4'],
      board: board({ terrain: { f5: 'forest', c6: 'forest' } }, unit('s1', 'd5', 'green', 'bow'), unit('n1', 'g5', 'blue', 'short_sword'), unit('n2', 'e7', 'green', 'bow'), unit('n3', 'd7', 'red', 'short_sword')),
      sights: [{ from: 'd5', to: 'g5', cut: 'f5' }, { from: 'd5', to: 'e7' }, { from: 'd5', to: 'd7' }], ways: [],
    },
    {
      id: 'bold', anchor: 'R-3', window: ['c5', 'g5', 'd6', 'd4'],
      board: board({}, unit('s1', 'e5', 'blue', 'short_sword', { bold: 1, bold_from: ['supported'] }), unit('s2', 'd4', 'green', 'bow'), unit('s3', 'f5', 'red', 'short_sword'), unit('n1', 'd6', 'blue', 'short_sword')),
      sights: [], ways: [],
    },
    {
      id: 'retreat', anchor: 'R-4', window: ['c6', 'g6', 'e8', 'e5'],
      board: board({}, unit('n1', 'e6', 'blue', 'short_sword'), unit('n2', 'e7', 'green', 'bow'), unit('s1', 'e5', 'red', 'short_sword')),
      sights: [], ways: [{ from: 'e6', to: 'e7', closed: true }, { from: 'e6', to: 'f7', closed: false }],
    },
    {
      id: 'fire', anchor: 'F-1', window: ['c5', 'h5', 'e6', 'e4'],
      board: board({ terrain: { d5: 'forest', e5: 'forest', f5: 'forest' }, fires: { d5: { level: 1, max: 3, maxed_by: null }, e5: { level: 2, max: 3, maxed_by: null }, f5: { level: 3, max: 3, maxed_by: 0 } }, ashes: ['g5'] }),
      sights: [], ways: [],
    },
  ],
};

/** The examples that belong to these anchors. */
export function examplesAt(ruleset: string, anchors: readonly string[]): readonly Example[] {
  return (EXAMPLES[ruleset] ?? []).filter(({ anchor }) => anchors.includes(anchor));
}
