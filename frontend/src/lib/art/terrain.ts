/**
 * One hex of lore's terrain as a small oblique model, light from the upper left.
 *
 * `busy`: a unit stands in the hex, so the model moves to the rim and shrinks. Unknown kinds draw nothing, never an error.
 */
import type { Layout } from '../board/layout';
import { den, dummy, grave, hut, keep, palisade, tent, trapdoor } from './buildings';
import { icon, type IconName } from './icons';
import { f, ngon, poly, rng, shadow, v } from './svg';
import { oak, pine, reeds, rock } from './trees';

export interface HexContext {
  readonly L: Layout;
  readonly seed: number;
  readonly busy: boolean;
  /** 0…5: the rune of a joined passage, shown while one of its ends is chosen. */
  readonly rune?: number;
}

type Draw = (x: number, y: number, context: HexContext) => string;

const floor = (x: number, y: number, L: Layout, colour: string, opacity = 1): string =>
  `<polygon points="${poly(L.corners([x, y], 0.985))}" fill="${v(colour)}" opacity="${opacity}"/>`;

const forest: Draw = (x, y, { L, seed, busy }) => {
  const R = L.R;
  const r = rng(seed * 7919 + 13);
  const jitter = (a: number): number => (r() - 0.5) * a * R;
  const spots: readonly (readonly [number, number])[] = busy
    ? [[-0.62, -0.32], [-0.36, -0.56], [0.02, -0.68], [0.36, -0.54], [0.62, -0.3], [-0.66, 0.24], [0.68, 0.26]]
    : [[-0.1, -0.5], [-0.5, -0.26], [0.42, -0.3], [0.02, -0.06], [-0.58, 0.22], [0.56, 0.18], [-0.22, 0.4], [0.24, 0.52]];
  return floor(x, y, L, 'floor') + spots.map(([a, b], i) => ((i + seed) % 3 ? pine : oak)(x + a * R + jitter(0.1), y + b * R + jitter(0.08) + R * 0.22, R * (busy ? 0.34 : 0.44))).join('');
};

const hill: Draw = (x, y, { L }) => {
  const R = L.R;
  const terraces = [0.92, 0.7, 0.47, 0.25].map((q, i) => `<ellipse cx="${f(x - R * 0.03 * i)}" cy="${f(y - R * 0.05 * i)}" rx="${f(R * q * 0.88)}" ry="${f(R * q * 0.76)}" fill="${v(i % 2 ? 'sand-lit' : 'sand-dip')}" stroke="${v('earth')}" stroke-opacity=".6" stroke-width="1.1"/>`).join('');
  const hachures = Array.from({ length: 9 }, (_, i) => {
    const a = 0.25 + i * 0.2;
    return `M${f(x + Math.cos(a) * R * 0.66)} ${f(y + Math.sin(a) * R * 0.56)}l${f(Math.cos(a) * R * 0.13)} ${f(Math.sin(a) * R * 0.11)}`;
  }).join('');
  return `<polygon points="${poly(L.corners([x, y], 0.94))}" fill="rgb(var(--shadow)/.13)" transform="translate(${f(R * 0.05)} ${f(R * 0.07)})"/>${terraces}<path d="${hachures}" stroke="${v('earth')}" stroke-width="1.4" stroke-linecap="round" opacity=".7"/>`;
};

const trap: Draw = (x, y, { L, busy, rune }) => trapdoor(x + (busy ? L.R * 0.5 : 0), y + L.R * (busy ? 0.62 : 0.46), L.R * (busy ? 0.5 : 0.66), rune ?? -1);

/** A rock vault with a dark mouth; with a unit before it the vault shows at the upper right rim. */
const cave = (cx: number, cy: number, full: number, busy: boolean, sign: IconName | null): string => {
  const R = full * (busy ? 0.62 : 1);
  const x = cx + (busy ? full * 0.46 : 0);
  const y = cy - (busy ? full * 0.32 : 0);
  const q = (n: number): string => f(n * R);
  return (
    (busy ? rock(cx - full * 0.6, cy - full * 0.14, full * 0.36) : rock(x - R * 0.42, y + R * 0.12, R * 0.55)) + rock(x + R * 0.42, y + R * 0.18, R * 0.5) +
    `<path d="M${f(x - R * 0.5)} ${f(y + R * 0.5)}q${q(0.06)} ${q(-0.9)} ${q(0.5)} ${q(-0.92)}q${q(0.46)} 0 ${q(0.5)} ${q(0.92)}z" fill="${v('stone')}" stroke="${v('stone-dark')}" stroke-width="1.2"/>` +
    `<path d="M${f(x - R * 0.29)} ${f(y + R * 0.5)}q0 ${q(-0.58)} ${q(0.29)} ${q(-0.58)}q${q(0.3)} 0 ${q(0.3)} ${q(0.58)}z" fill="${v('ebony')}"/>` +
    (sign === null ? '' : icon(sign, x, y + R * 0.23, R * 0.4, '#f2e2bd'))
  );
};

const lair = (sign: IconName | null): Draw => (x, y, { L, busy }) => floor(x, y, L, 'wet', 0.5) + cave(x, y, L.R, busy, sign);

const boulders: Draw = (x, y, { L, busy }) => {
  const R = L.R;
  const spots: readonly (readonly [number, number, number])[] = busy
    ? [[-0.6, -0.2, 0.34], [-0.22, -0.52, 0.4], [0.3, -0.5, 0.36], [0.64, -0.12, 0.32], [0.6, 0.42, 0.3]]
    : [[-0.2, -0.36, 0.46], [0.38, -0.24, 0.4], [-0.48, 0.12, 0.42], [0.14, 0.2, 0.52], [0.56, 0.36, 0.34], [-0.22, 0.56, 0.36]];
  return floor(x, y, L, 'wet', 0.5) + spots.map(([a, b, s]) => rock(x + a * R, y + b * R, s * R)).join('');
};

const circle: Draw = (x, y, { L }) => {
  const R = L.R;
  const stones = ngon(x, y, R * 0.66, 7, -Math.PI / 2).map(([a, b]) => shadow(a + R * 0.06, b + R * 0.05, R * 0.15, R * 0.08) + `<path d="M${f(a - R * 0.1)} ${f(b + R * 0.04)}l${f(R * 0.03)} ${f(-R * 0.3)}h${f(R * 0.13)}l${f(R * 0.05)} ${f(R * 0.3)}z" fill="${v('stone')}" stroke="${v('stone-dark')}" stroke-width="1" stroke-linejoin="round"/><path d="M${f(a - R * 0.1)} ${f(b + R * 0.04)}l${f(R * 0.03)} ${f(-R * 0.3)}h${f(R * 0.05)}l0 ${f(R * 0.3)}z" fill="${v('stone-lit')}"/>`).join('');
  return floor(x, y, L, 'sand-dip', 0.6) + `<ellipse cx="${f(x)}" cy="${f(y)}" rx="${f(R * 0.46)}" ry="${f(R * 0.44)}" fill="${v('earth')}" opacity=".28"/><path d="M${f(x)} ${f(y)}m${f(-R * 0.22)} 0a${f(R * 0.22)} ${f(R * 0.22)} 0 1 1 ${f(R * 0.22)} ${f(R * 0.22)}q${f(-R * 0.14)} 0 ${f(-R * 0.14)} ${f(-R * 0.14)}q0 ${f(-R * 0.1)} ${f(R * 0.1)} ${f(-R * 0.1)}" fill="none" stroke="${v('accent')}" stroke-width="2" stroke-linecap="round" opacity=".75"/>${stones}`;
};

const pentacle: Draw = (x, y, { L }) => {
  const R = L.R;
  const tips = ngon(x, y, R * 0.62, 5, -Math.PI / 2);
  const star = [0, 2, 4, 1, 3].flatMap((i) => (tips[i] ? [tips[i]] : []));
  const twice = (dx: number, colour: string): string => `<g transform="translate(${dx} ${dx})" fill="none" stroke="${v(colour)}" stroke-width="2"><circle cx="${f(x)}" cy="${f(y)}" r="${f(R * 0.62)}"/><polygon points="${poly(star)}"/></g>`;
  return floor(x, y, L, 'sand-dip', 0.6) + twice(1.2, 'sand-lit') + twice(0, 'stone-dark');
};

const fountain: Draw = (x, y, { L, busy }) => {
  const R = L.R * (busy ? 0.6 : 1);
  const cy = y - (busy ? L.R * 0.3 : 0);
  const ground = floor(x, y, L, 'sand-dip', 0.6);
  if (busy) x += L.R * 0.48;
  return (
    ground + shadow(x + 3, cy + R * 0.3, R * 0.6, R * 0.24) +
    `<ellipse cx="${f(x)}" cy="${f(cy + R * 0.14)}" rx="${f(R * 0.58)}" ry="${f(R * 0.36)}" fill="${v('stone')}"/><ellipse cx="${f(x)}" cy="${f(cy + R * 0.08)}" rx="${f(R * 0.5)}" ry="${f(R * 0.28)}" fill="${v('water')}"/>` +
    `<path d="M${f(x)} ${f(cy + R * 0.1)}v${f(-R * 0.5)}" stroke="${v('stone-dark')}" stroke-width="${f(R * 0.12)}" stroke-linecap="round"/>` +
    `<path d="M${f(x)} ${f(cy - R * 0.44)}q${f(R * 0.3)} 0 ${f(R * 0.3)} ${f(R * 0.46)}M${f(x)} ${f(cy - R * 0.44)}q${f(-R * 0.3)} 0 ${f(-R * 0.3)} ${f(R * 0.46)}" fill="none" stroke="${v('water-lit')}" stroke-width="2.4"/>`
  );
};

const stakes: Draw = (x, y, { L, busy }) => {
  const R = L.R;
  const row = (cy: number, n: number, shift: number): string =>
    Array.from({ length: n }, (_, i) => {
      const px = x + (i - (n - 1) / 2) * R * 0.26 + shift;
      return shadow(px + R * 0.12, cy + R * 0.02, R * 0.14, R * 0.05) + `<path d="M${f(px - R * 0.06)} ${f(cy)}L${f(px + R * 0.14)} ${f(cy - R * 0.46)}L${f(px + R * 0.06)} ${f(cy)}z" fill="${v(i % 2 ? 'plank' : 'plank-lit')}" stroke="${v('plank-dark')}" stroke-width="1" stroke-linejoin="round"/>`;
    }).join('');
  return floor(x, y, L, 'sand-dip', 0.5) + (busy ? row(y - R * 0.36, 5, 0) : row(y - R * 0.06, 5, 0) + row(y + R * 0.44, 4, 0));
};

const marsh: Draw = (x, y, { L, busy }) => {
  const R = L.R;
  const pools = [[-0.3, -0.1, 0.34], [0.3, 0.3, 0.36]].map(([a = 0, b = 0, s = 0]) => `<ellipse cx="${f(x + a * R)}" cy="${f(y + b * R)}" rx="${f(s * R)}" ry="${f(s * R * 0.42)}" fill="${v('water')}" opacity=".55"/>`).join('');
  const spots: readonly (readonly [number, number])[] = busy ? [[-0.58, -0.2], [0.6, -0.16], [0.05, -0.52], [-0.6, 0.4], [0.6, 0.44]] : [[-0.5, -0.3], [0.1, -0.42], [0.5, 0], [-0.25, 0.12], [0.3, 0.42], [-0.05, 0.6]];
  return floor(x, y, L, 'floor') + pools + spots.map(([a, b]) => reeds(x + a * R, y + b * R, R * 0.26)).join('');
};

/** A rock face across the hex: a cliff that fills it. */
function scarp(x: number, y: number, R: number): string {
  const top = `M${f(x - R * 0.74)} ${f(y - R * 0.02)}l${f(R * 0.24)} ${f(-R * 0.22)}l${f(R * 0.3)} ${f(R * 0.1)}l${f(R * 0.3)} ${f(-R * 0.2)}l${f(R * 0.36)} ${f(R * 0.12)}l${f(R * 0.26)} ${f(R * 0.1)}`;
  const teeth = Array.from({ length: 7 }, (_, i) => `M${f(x - R * 0.58 + i * R * 0.19)} ${f(y - R * (i % 2 ? 0.06 : 0.12))}l${f(-R * 0.04)} ${f(R * (i % 2 ? 0.34 : 0.44))}`).join('');
  return `${shadow(x + R * 0.1, y + R * 0.44, R * 0.74, R * 0.16)}<path d="${top}l${f(-R * 0.06)} ${f(R * 0.46)}H${f(x - R * 0.66)}z" fill="${v('stone')}" stroke="${v('stone-dark')}" stroke-width="1.2" stroke-linejoin="round"/><path d="${teeth}" stroke="${v('stone-dark')}" stroke-width="1.8" stroke-linecap="round"/><path d="${top}" fill="none" stroke="${v('stone-lit')}" stroke-width="3" stroke-linejoin="round"/>`;
}

const KINDS: Record<string, Draw> = {
  forest, hill, marsh, stakes, pentacle, fountain,
  fortress: (x, y, { L, busy }) => floor(x, y, L, 'wet', 0.5) + keep(x, y + L.R * (busy ? 0.06 : 0.45), L.R * (busy ? 0.86 : 0.82)),
  camp: (x, y, { L, busy }) => floor(x, y, L, 'wet', 0.5) + palisade(x, y - L.R * 0.18, L.R * 0.9, 9, 1.3) + (busy ? '' : tent(x - L.R * 0.28, y + L.R * 0.36, L.R * 0.5) + dummy(x + L.R * 0.34, y + L.R * 0.5, L.R)),
  tents: (x, y, { L, busy }) => floor(x, y, L, 'wet', 0.42) + (busy ? tent(x - L.R * 0.5, y - L.R * 0.16, L.R * 0.42) + tent(x + L.R * 0.52, y - L.R * 0.2, L.R * 0.48, true) : tent(x - L.R * 0.32, y + L.R * 0.2, L.R * 0.56) + tent(x + L.R * 0.26, y + L.R * 0.42, L.R * 0.72, true)),
  graveyard: (x, y, { L, busy }) => floor(x, y, L, 'floor', 0.75) + (busy ? grave(x - L.R * 0.6, y - L.R * 0.16, L.R * 0.4) + grave(x + L.R * 0.62, y - L.R * 0.1, L.R * 0.42) + grave(x + L.R * 0.5, y - L.R * 0.4, L.R * 0.34) : grave(x - L.R * 0.36, y - L.R * 0.02, L.R * 0.5) + grave(x + L.R * 0.34, y + L.R * 0.06, L.R * 0.56) + grave(x - L.R * 0.04, y + L.R * 0.5, L.R * 0.62)),
  hut: (x, y, { L, busy }) => floor(x, y, L, 'floor', 0.75) + (busy ? pine(x - L.R * 0.62, y - L.R * 0.04, L.R * 0.32) + hut(x + L.R * 0.5, y - L.R * 0.14, L.R * 0.5) : pine(x - L.R * 0.52, y + L.R * 0.16, L.R * 0.4) + hut(x + L.R * 0.06, y + L.R * 0.44, L.R * 0.72)),
  den: (x, y, { L, busy }) => floor(x, y, L, 'wet', 0.5) + (busy ? den(x + L.R * 0.44, y - L.R * 0.12, L.R * 0.5) : den(x - L.R * 0.06, y + L.R * 0.4, L.R * 0.84)),
  passage_forest: (x, y, c) => forest(x, y, c) + trap(x, y, c),
  passage_hill: (x, y, c) => hill(x, y, c) + trap(x, y, c),
  lair: lair(null), lair_spider: lair('spider-alt'), lair_troll: lair('ogre'), lair_dragon: lair('dragon-head'), lair_hydra: lair('hydra'), lair_giant: boulders, boulders,
  lair_forest: (x, y, c) => forest(x, y, c) + icon('evil-tree', x, y + c.L.R * (c.busy ? 0.66 : 0.42), c.L.R * (c.busy ? 0.36 : 0.5), '#f2e2bd'),
  circle,
  cliff: (x, y, { L, busy }) => floor(x, y, L, 'wet', 0.5) + scarp(x, y - L.R * (busy ? 0.3 : 0), L.R),
};

const SAME: Record<string, string> = {
  boulder_field: 'boulders', lair_hill_giant: 'boulders', lair_boulders: 'boulders', summoning_circle: 'circle', lair_elemental: 'circle', lair_circle: 'circle',
  forest_lair: 'lair_forest', lair_wood_giant: 'lair_forest', lair_wood: 'lair_forest', training_camp: 'camp', healing_fountain: 'fountain',
  lair_fire_dragon: 'lair_dragon', lair_wyvern: 'lair_dragon', lair_drake: 'lair_dragon', spider_lair: 'lair_spider', troll_lair: 'lair_troll', dragon_lair: 'lair_dragon',
};

/** Kinds of terrain that lie on land, as far as they can be drawn; water and bridges live in water.ts. */
export const LAND_KINDS: readonly string[] = Object.keys(KINDS);
export const isWater = (kind: string): boolean => kind === 'water' || kind === 'ford' || kind.startsWith('bridge');

/** The model of one hex on land. */
export function hexTerrain(kind: string, x: number, y: number, context: HexContext): string {
  const draw = KINDS[SAME[kind] ?? kind];
  return draw === undefined ? '' : draw(x, y, context);
}
