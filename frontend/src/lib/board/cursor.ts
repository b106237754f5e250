/**
 * The roving cursor of keyboard play: one hex has it, arrows and Q W E A S D move it, Tab goes from choice to choice.
 *
 * Keys are read by position (`code`), so that letters work on a Russian layout. Directions are as seen on screen: on the
 * turned board "up" is another direction of the map.
 */
import { DIRECTIONS, neighbour, place, type Direction, type Layout } from './layout';

/** The six keys go round the hex like its neighbours: Q W E D S A is north-west, north-east, east … on the upright board. */
const UPRIGHT: Record<string, Direction> = { KeyQ: 'nw', KeyW: 'ne', KeyE: 'e', KeyD: 'se', KeyS: 'sw', KeyA: 'w' };
/** On the board turned a quarter (South left, North right) W is up on the screen, which is west on the map. */
const TURNED: Record<string, Direction> = { KeyQ: 'sw', KeyW: 'w', KeyE: 'nw', KeyD: 'ne', KeyS: 'e', KeyA: 'se' };

/** The direction that a letter means, or null. */
export const directionOf = (code: string, turned: boolean): Direction | null => (turned ? TURNED : UPRIGHT)[code] ?? null;

const ARROWS: Record<string, readonly [number, number]> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/**
 * The hex to which an arrow leads: the neighbour that lies most in its direction on screen. Up and down between two
 * equal neighbours: they alternate by row, so that a straight line stays straight.
 */
export function arrowed(hex: string, key: string, L: Layout): string | null {
  const wanted = ARROWS[key];
  if (wanted === undefined) return null;
  const [x, y] = L.at(hex);
  let best: { hex: string; score: number } | null = null;
  const odd = place(hex).row % 2;
  for (const direction of DIRECTIONS) {
    const next = neighbour(hex, direction);
    if (next === null) continue;
    const [nx, ny] = L.at(next);
    const along = ((nx - x) * wanted[0] + (ny - y) * wanted[1]) / L.R;
    if (along < 0.7) continue;
    const aside = ((nx - x) * wanted[1] + (ny - y) * wanted[0]) / L.R;
    const score = along + (odd ? 0.05 : -0.05) * Math.sign(aside);
    if (best === null || score > best.score) best = { hex: next, score };
  }
  return best?.hex ?? null;
}


/** The next (or, backwards, the previous) of the choices after the cursor, in reading order of the screen. */
export function nextChoice(hexes: readonly string[], cursor: string | null, L: Layout, backwards = false): string | null {
  if (hexes.length === 0) return null;
  const order = [...hexes].sort((a, b) => {
    const [ax, ay] = L.at(a);
    const [bx, by] = L.at(b);
    return ay - by || ax - bx;
  });
  const at = cursor === null ? -1 : order.indexOf(cursor);
  if (at < 0) return order[backwards ? order.length - 1 : 0] ?? null;
  return order[(at + (backwards ? order.length - 1 : 1)) % order.length] ?? null;
}
