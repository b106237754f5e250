/**
 * Where a hex of lore's board lies on the sheet. Pointy hexes; `turned` is the phone's portrait board: a quarter turn, South at the left.
 *
 * A hex is named by column letter and row number from South (`a1`…`m9`); inside, row 0 is the northern edge. Geometry
 * only: which hex may be entered is the server's business.
 */
import { ngon, type Point } from '../art/svg';

export const ROWS = 9;
export const COLUMNS = 13;

export interface Layout {
  /** Radius of a hex: centre to corner. */
  readonly R: number;
  readonly turned: boolean;
  /** Size of the field without tray. */
  readonly width: number;
  readonly height: number;
  at(hex: string): Point;
  cell(row: number, column: number): Point;
  corners(centre: Point, scale?: number): Point[];
}

/** Row and column of a named hex, row 0 at the North. */
export function place(hex: string): { row: number; column: number } {
  return { row: ROWS - Number(hex.slice(1)), column: hex.charCodeAt(0) - 97 };
}

/** The name of the hex in a row and column. */
export const nameOf = (row: number, column: number): string => `${String.fromCharCode(97 + column)}${ROWS - row}`;

/** How many hexes a row has: odd rows are shifted half a hex and are one shorter. */
export const columnsIn = (row: number): number => (row % 2 ? COLUMNS - 1 : COLUMNS);

export const inside = (row: number, column: number): boolean => row >= 0 && row < ROWS && column >= 0 && column < columnsIn(row);

/** All 113 hexes, from North-West to South-East. */
export const HEXES: readonly string[] = Array.from({ length: ROWS }, (_, row) => Array.from({ length: columnsIn(row) }, (_, column) => nameOf(row, column))).flat();

export const DIRECTIONS = ['e', 'ne', 'nw', 'w', 'sw', 'se'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** The neighbour of a hex in a direction, or null beyond the edge. */
export function neighbour(hex: string, direction: Direction): string | null {
  const { row, column } = place(hex);
  const odd = row % 2;
  const step: Record<Direction, readonly [number, number]> = {
    e: [0, 1], w: [0, -1], ne: [-1, odd], nw: [-1, odd - 1], se: [1, odd], sw: [1, odd - 1],
  };
  const [dr, dc] = step[direction];
  return inside(row + dr, column + dc) ? nameOf(row + dr, column + dc) : null;
}

/** Hexes between two places, as steps. */
export function distance(a: string, b: string): number {
  const p = place(a);
  const q = place(b);
  const axial = (row: number, column: number): number => column - Math.floor(row / 2);
  const dq = axial(p.row, p.column) - axial(q.row, q.column);
  const dr = p.row - q.row;
  return (Math.abs(dq) + Math.abs(dr) + Math.abs(dq + dr)) / 2;
}

export function hexLayout(R: number, turned = false): Layout {
  const W = Math.sqrt(3) * R;
  const long = W * COLUMNS;
  const short = R * (1.5 * (ROWS - 1) + 2);
  const cell = (row: number, column: number): Point => {
    const x = W * (column + 0.5 + (row % 2 ? 0.5 : 0));
    const y = R + 1.5 * R * row;
    return turned ? [short - y, x] : [x, y];
  };
  return {
    R,
    turned,
    width: turned ? short : long,
    height: turned ? long : short,
    cell,
    at: (hex) => {
      const { row, column } = place(hex);
      return cell(row, column);
    },
    corners: ([x, y], scale = 1) => ngon(x, y, R * scale, 6, turned ? 0 : Math.PI / 6),
  };
}
