/** What lies on top of a hex's terrain: walls, cliffs, ashes. */
import { neighbour, type Direction, type Layout } from '../board/layout';
import { merlons } from './buildings';
import { f, rng, v, type Point } from './svg';
import { stump } from './trees';

/** A crenellated strip on the edge that looks at the enemy: South's walls look north, on the turned board to the right. */
export function wall(x: number, y: number, L: Layout, owner: number): string {
  const R = L.R;
  const turn = (owner === 1 ? 180 : 0) + (L.turned ? 90 : 0);
  const w = R * 1.5;
  const strip = (h: number): string => `<rect x="${f(-w / 2)}" y="${f(-R * 0.84)}" width="${f(w)}" height="${f(h)}"`;
  if (turn % 360 === 0) {
    return `<g transform="translate(${f(x)} ${f(y)})">${strip(R * 0.5)} transform="translate(${f(R * 0.05)} ${f(R * 0.08)})" fill="rgb(var(--shadow)/.24)"/>${strip(R * 0.16)} fill="${v('stone-lit')}"/><rect x="${f(-w / 2)}" y="${f(-R * 0.68)}" width="${f(w)}" height="${f(R * 0.26)}" fill="${v('stone-dark')}"/>${merlons(-w / 2, -R * 0.95, w, 6, v('stone-lit'))}<path d="M${f(-w / 2)} ${f(-R * 0.55)}h${f(w)}" stroke="${v('stone')}" stroke-width="1" opacity=".6"/></g>`;
  }
  return `<g transform="translate(${f(x)} ${f(y)}) rotate(${turn})">${strip(R * 0.26)} fill="${v('stone-dark')}"/>${strip(R * 0.2)} fill="${v('stone')}" transform="translate(0 ${f(-R * 0.03)})"/>${merlons(-w / 2, -R * 0.95, w, 6, v('stone-lit'))}</g>`;
}

/** A hachured edge on one side of the hex. */
export function cliff(centre: Point, L: Layout, side: Direction): string {
  const order: readonly Direction[] = ['se', 'sw', 'w', 'nw', 'ne', 'e'];
  // corners run clockwise from lower right; on the turned board everything is a quarter turn further
  const i = order.indexOf(side);
  const points = L.corners(centre, 0.97);
  const shift = L.turned ? 2 : 0;
  const a = points[(i + shift) % 6];
  const b = points[(i + 1 + shift) % 6];
  if (a === undefined || b === undefined) return '';
  const [cx, cy] = centre;
  let teeth = '';
  for (let k = 0; k <= 8; k += 1) {
    const px = a[0] + ((b[0] - a[0]) * k) / 8;
    const py = a[1] + ((b[1] - a[1]) * k) / 8;
    const long = k % 2 ? 0.13 : 0.2;
    teeth += `M${f(px)} ${f(py)}L${f(px + (cx - px) * long)} ${f(py + (cy - py) * long)}`;
  }
  return `<path d="${teeth}" stroke="${v('earth')}" stroke-width="1.8" stroke-linecap="round"/><path d="M${f(a[0])} ${f(a[1])}L${f(b[0])} ${f(b[1])}" stroke="${v('wood-dark')}" stroke-width="3" stroke-linecap="round"/>`;
}

/** Burnt down: a plain that remembers. */
export function ashes(x: number, y: number, R: number, seed: number): string {
  const r = rng(seed * 31 + 7);
  const specks = Array.from({ length: 14 }, () => {
    const a = r() * 6.283;
    const d = Math.sqrt(r()) * R * 0.62;
    return `M${f(x + Math.cos(a) * d)} ${f(y + Math.sin(a) * d * 0.8)}h.01`;
  }).join('');
  return (
    `<ellipse cx="${f(x)}" cy="${f(y + R * 0.08)}" rx="${f(R * 0.72)}" ry="${f(R * 0.56)}" fill="${v('ebony')}" opacity=".16"/>` +
    `<path d="M${f(x - R * 0.55)} ${f(y + R * 0.16)}q${f(R * 0.3)} ${f(-R * 0.4)} ${f(R * 0.62)} ${f(-R * 0.3)}t${f(R * 0.46)} ${f(R * 0.34)}q${f(-R * 0.2)} ${f(R * 0.34)} ${f(-R * 0.6)} ${f(R * 0.3)}t${f(-R * 0.48)} ${f(-R * 0.34)}z" fill="${v('ebony')}" opacity=".3"/>` +
    `<path d="${specks}" stroke="${v('ebony')}" stroke-width="2.2" stroke-linecap="round" opacity=".55"/>` +
    stump(x - R * 0.34, y + R * 0.06, R * 0.62) + stump(x + R * 0.36, y - R * 0.12, R * 0.5)
  );
}

/** Hexes on a line from a hex, nearest first. */
export function ray(hex: string, direction: Direction, steps: number): string[] {
  const found: string[] = [];
  let at: string | null = hex;
  for (let i = 0; i < steps && at !== null; i += 1) {
    at = neighbour(at, direction);
    if (at !== null) found.push(at);
  }
  return found;
}
