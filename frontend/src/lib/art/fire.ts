/** Fire: as many flames as levels, and a plate with `level` of `max` triangles; at the maximum an hourglass of the side at whose start it burns down. */
import { face, inkOf, type Side } from './face';
import { f, v } from './svg';

export interface Fire {
  readonly level: number;
  readonly max: number;
  /** Seat at whose start of turn the hex burns down; null while the fire is below its maximum. */
  readonly maxed_by: number | null;
}

export const flame = (x: number, y: number, s: number): string =>
  `<g transform="translate(${f(x)} ${f(y)}) scale(${f(s / 40)})"><path d="M2-30C8-20 17-14 17 2C17 13 9 20 0 20S-17 13-17 3C-17-6-11-9-9-17C-5-12-3-12 2-30Z" fill="${v('fire')}" stroke="${v('ember')}" stroke-width="2"/><path d="M1-14C5-8 11-4 11 5C11 12 6 17 0 17S-11 12-11 6C-11 0-7-2-6-7C-3-4-1-5 1-14Z" fill="${v('fire-mid')}"/><path d="M0-1C3 3 6 5 6 10C6 14 3 16 0 16S-6 14-6 10C-6 6-2 5 0-1Z" fill="${v('fire-core')}"/></g>`;

const SPOTS: Record<number, readonly (readonly [number, number, number])[]> = {
  1: [[0, 0, 0.62]],
  2: [[-0.24, 0.04, 0.6], [0.24, -0.02, 0.66]],
  3: [[-0.4, 0.06, 0.56], [0.38, 0.06, 0.58], [0, -0.1, 0.78]],
  4: [[-0.5, 0.1, 0.52], [0.5, 0.1, 0.52], [-0.2, -0.12, 0.74], [0.24, -0.06, 0.7]],
};

/** The glow on the ground, which lies under tokens. Needs the gradient `glow` of `defs`. */
export const glow = (x: number, y: number, R: number): string => `<circle cx="${f(x)}" cy="${f(y)}" r="${f(R * 0.98)}" fill="url(#st-glow)"/>`;

/** Flames and plate. `busy`: a unit stands in it, so the flames burn low in front of it and its cloth stays in sight. */
export function flames(x: number, y: number, R: number, fire: Fire, busy = false): string {
  const level = Math.min(4, Math.max(1, fire.level));
  const spots = SPOTS[level] ?? [];
  const body = spots.map(([a, b, q]) => (busy ? flame(x + a * R * 1.25 + (level === 1 ? -R * 0.34 : 0), y + (b * 0.4 + 0.4) * R, q * 0.7 * R) : flame(x + a * R, y + b * R, q * R))).join('');
  const w = R * (0.2 * fire.max + 0.16);
  const top = y + R * (busy ? 0.7 : 0.52);
  const h = R * 0.3;
  let plate = `<rect x="${f(x - w / 2)}" y="${f(top)}" width="${f(w)}" height="${f(h)}" rx="${f(h / 2)}" fill="#2a1009" stroke="${v('fire-core')}" stroke-width="1"/>`;
  for (let i = 0; i < fire.max; i += 1) {
    plate += `<path transform="translate(${f(x + (i - (fire.max - 1) / 2) * R * 0.2)} ${f(top + h / 2)})" d="M0 ${f(-R * 0.085)}L${f(R * 0.075)} ${f(R * 0.075)}H${f(-R * 0.075)}z" fill="${i < level ? v('fire-core') : 'none'}" stroke="${v('fire-core')}" stroke-width="1"/>`;
  }
  if (fire.maxed_by === null) return body + plate;
  const side: Side = fire.maxed_by === 1 ? 1 : 0;
  const hx = x + w / 2 + R * 0.16;
  const hy = top + h / 2;
  return body + plate + face(side, hx, hy, R * 0.2) + hourglass(hx, hy, R * 0.1, inkOf(side));
}

export const hourglass = (x: number, y: number, s: number, colour: string): string =>
  `<path d="M${f(x - s * 0.7)} ${f(y - s)}h${f(s * 1.4)}l${f(-s * 1.4)} ${f(s * 2)}h${f(s * 1.4)}z" fill="${colour}"/>`;
