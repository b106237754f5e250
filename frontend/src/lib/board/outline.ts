/** The outline of a set of hexes: every edge behind which there is no hex of the set, as one SVG path. */
import { f } from '../art/svg';

import { DIRECTIONS, neighbour, type Layout } from './layout';

export function outline(hexes: readonly string[], L: Layout): string {
  const set = new Set(hexes);
  let path = '';
  for (const hex of hexes) {
    const [x, y] = L.at(hex);
    const corners = L.corners([x, y]);
    for (const direction of DIRECTIONS) {
      const beyond = neighbour(hex, direction);
      if (beyond !== null && set.has(beyond)) continue;
      const way = angleTo(direction, L.turned);
      // the two corners nearest to that side
      const [a, b] = corners
        .map((corner) => ({ corner, off: Math.abs(turn(Math.atan2(corner[1] - y, corner[0] - x) - way)) }))
        .sort((one, two) => one.off - two.off);
      if (a !== undefined && b !== undefined) path += `M${f(a.corner[0])} ${f(a.corner[1])}L${f(b.corner[0])} ${f(b.corner[1])}`;
    }
  }
  return path;
}

/** The direction's angle on the sheet, in radians; the turned board lies a quarter round. */
function angleTo(direction: (typeof DIRECTIONS)[number], turned: boolean): number {
  const upright = { e: 0, se: 60, sw: 120, w: 180, nw: 240, ne: 300 }[direction];
  return ((upright + (turned ? 90 : 0)) * Math.PI) / 180;
}

function turn(angle: number): number {
  return Math.atan2(Math.sin(angle), Math.cos(angle));
}
