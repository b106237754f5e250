/**
 * The ground of the board as SVG text: the base (tray, sand, water, grid, sectors), drawn once per terrain and size, and
 * the model of a single hex.
 */
import { icon } from '../art/icons';
import { bridge, ford, waterBody } from '../art/water';
import { ashes, cliff, wall } from '../art/marks';
import { defs, sandbox } from '../art/sand';
import { f, type Point } from '../art/svg';
import { hexTerrain, isWater } from '../art/terrain';
import { DIRECTIONS, HEXES, nameOf, place, type Direction, type Layout } from './layout';

const seedOf = (hex: string): number => {
  const { row, column } = place(hex);
  return row * 13 + column;
};

/** Tray, sand, water, grid and sector lines. */
export function drawBase(terrain: Readonly<Record<string, string>>, L: Layout, rim: number): string {
  const R = L.R;
  const cells = HEXES.map((hex) => ({ hex, at: L.at(hex), kind: terrain[hex] ?? 'plain' }));
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

/** The model of one hex with what lies on it. `busy`: a unit stands there; `rune` numbers joined passages that are to be told apart. */
export function drawHex(hex: string, kind: string | undefined, marks: readonly string[] | undefined, burnt: boolean, busy: boolean, rune: number | undefined, L: Layout): string {
  const at = L.at(hex);
  const [x, y] = at;
  const seed = seedOf(hex);
  let model = '';
  if (kind === 'water') model = burnt ? bridge(x, y, L, 'burnt') : '';
  else if (kind === 'ford') model = ford(x, y, L.R);
  else if (kind?.startsWith('bridge')) model = bridge(x, y, L, kind === 'bridge_wood' ? 'wood' : 'stone') + (kind === 'bridge_troll' && !busy ? icon('ogre', x, y, L.R * 0.5, 'var(--ink)') : '');
  else if (kind !== undefined) model = hexTerrain(kind, x, y, { L, seed, busy, ...(rune === undefined ? {} : { rune }) });
  if (burnt && kind !== 'water') model += ashes(x, y, L.R, seed);
  for (const mark of marks ?? []) {
    const [what, argument] = mark.split(':');
    if (what === 'wall') model += wall(x, y, L, Number(argument));
    if (what === 'cliff' && (DIRECTIONS as readonly string[]).includes(argument ?? '')) model += cliff(at, L, argument as Direction);
  }
  return model;
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
