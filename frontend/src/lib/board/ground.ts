/**
 * The board that does not change from move to move: tray, sand, water, grid, sectors, terrain. Drawn once per terrain
 * and size; the caller keeps the text as long as `groundKey` stays the same.
 */
import { icon } from '../art/icons';
import { bridge, ford, waterBody } from '../art/water';
import { ashes, cliff, wall } from '../art/marks';
import { defs, sandbox } from '../art/sand';
import { f, poly, type Point } from '../art/svg';
import { hexTerrain, isWater } from '../art/terrain';
import { DIRECTIONS, HEXES, inside, nameOf, place, type Direction, type Layout } from './layout';

/** What of a view the ground shows. */
export interface GroundView {
  readonly terrain: Readonly<Record<string, string>>;
  readonly marks?: Readonly<Record<string, readonly string[]>>;
  readonly ashes?: readonly string[];
}

const seedOf = (hex: string): number => {
  const { row, column } = place(hex);
  return row * 13 + column;
};

const known = (hex: string): boolean => /^[a-m][1-9]$/u.test(hex) && inside(place(hex).row, place(hex).column);

/** Tray, sand, water, grid and sector lines. */
export function drawBase(view: GroundView, L: Layout, rim: number): string {
  const R = L.R;
  const cells = HEXES.map((hex) => ({ hex, at: L.at(hex), kind: view.terrain[hex] ?? 'plain' }));
  const water = cells.filter((cell) => isWater(cell.kind)).map((cell) => cell.at);
  const outline = (at: Point): string => `M${L.corners(at).map(([x, y]) => `${f(x)} ${f(y)}`).join('L')}z`;
  const all = cells.map((cell) => outline(cell.at)).join('');
  return (
    defs + sandbox(-6, -6, L.width + 12, L.height + 12, 5, rim) +
    (water.length > 0 ? waterBody(water, L) : '') +
    `<g fill="none" stroke-linejoin="round"><path d="${all}" transform="translate(.8 1)" stroke="var(--grid-lit)" stroke-opacity=".5"/><path d="${all}" stroke="var(--grid)" stroke-opacity=".55" stroke-width="${f(Math.max(0.9, R / 42))}"/></g>` +
    sectors(L)
  );
}

/** The two lines between the sectors (B-4): they run through the hexes that belong to both. */
function sectors(L: Layout): string {
  return [3, 8].map((column) => {
    const [x, y] = L.cell(1, column);
    const d = L.turned ? `M2 ${f(y)}H${f(L.width - 2)}` : `M${f(x)} 2V${f(L.height - 2)}`;
    return `<path d="${d}" stroke="var(--accent)" stroke-opacity=".6" stroke-width="1.8" stroke-dasharray="2 8" stroke-linecap="round"/>`;
  }).join('');
}

/** Models of terrain, from back to front. `busy` hexes hold a unit; `rune` numbers joined passages that are to be told apart. */
export function drawTerrain(view: GroundView, L: Layout, busy: ReadonlySet<string>, runes: Readonly<Record<string, number>> = {}): string {
  const order = HEXES.map((hex) => ({ hex, at: L.at(hex) })).sort((a, b) => a.at[1] - b.at[1] || a.at[0] - b.at[0]);
  let bridges = '';
  let models = '';
  for (const { hex, at: [x, y] } of order) {
    const kind = view.terrain[hex];
    const burnt = view.ashes?.includes(hex) === true;
    if (kind !== undefined && kind.startsWith('bridge')) bridges += bridge(x, y, L, kind === 'bridge_wood' ? 'wood' : 'stone') + (kind === 'bridge_troll' && !busy.has(hex) ? icon('ogre', x, y, L.R * 0.5, 'var(--ink)') : '');
    else if (kind === 'ford') bridges += ford(x, y, L.R);
    else if (kind === 'water' && burnt) bridges += bridge(x, y, L, 'burnt');
    else if (kind !== undefined) models += hexTerrain(kind, x, y, { L, seed: seedOf(hex), busy: busy.has(hex), ...(runes[hex] === undefined ? {} : { rune: runes[hex] }) });
    if (burnt && kind !== 'water') models += ashes(x, y, L.R, seedOf(hex));
    for (const mark of view.marks?.[hex] ?? []) {
      const [what, arg] = mark.split(':');
      if (what === 'wall') models += wall(x, y, L, Number(arg));
      if (what === 'cliff' && (DIRECTIONS as readonly string[]).includes(arg ?? '')) models += cliff([x, y], L, arg as Direction);
    }
  }
  return bridges + models;
}

/** Letters and numbers along the tray, so that a place in the log can be found. */
export function drawLabels(L: Layout): string {
  const size = Math.max(8, Math.min(11, L.R * 0.24));
  const labels: string[] = [];
  const text = (x: number, y: number, word: string): string => `<text x="${f(x)}" y="${f(y)}">${word}</text>`;
  for (let column = 0; column < 13; column += 1) {
    const [x, y] = L.cell(8, column);
    labels.push(L.turned ? text(-6 - size * 0.62, y + size * 0.35, nameOf(8, column).charAt(0)) : text(x, L.height + 6 + size * 0.98, nameOf(8, column).charAt(0)));
  }
  for (let row = 0; row < 9; row += 1) {
    const [x, y] = L.cell(row, 0);
    labels.push(L.turned ? text(x, L.height + 6 + size * 0.98, String(9 - row)) : text(-6 - size * 0.62, y + size * 0.35, String(9 - row)));
  }
  return `<g font-size="${f(size)}" font-weight="600" fill="var(--grid-lit)" text-anchor="middle" opacity=".8" aria-hidden="true">${labels.join('')}</g>`;
}

/** Hexes of a view that exist on the board; anything else would be drawn nowhere. */
export const onBoard = (hexes: readonly string[]): string[] => hexes.filter(known);

export const polygonOf = (hex: string, L: Layout, scale = 1): string => poly(L.corners(L.at(hex), scale));
