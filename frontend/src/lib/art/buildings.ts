/** Models that people built: tents, keep, graves, hut, palisade, den, tower of a wall. (x, y) is the foot, `s` the scale. */
import { f, shadow, v } from './svg';

const DARK = 'rgb(var(--shadow)/.2)';

export function tent(x: number, y: number, s: number, flag = false): string {
  const pennant = flag
    ? `<path d="M${f(x)} ${f(y - s)}v${f(-s * 0.42)}l${f(s * 0.36)} ${f(s * 0.12)}l${f(-s * 0.36)} ${f(s * 0.13)}" fill="${v('accent')}" stroke="${v('plank-dark')}" stroke-width="${f(s * 0.05)}"/>`
    : '';
  return (
    shadow(x + s * 0.15, y + s * 0.05, s * 0.72, s * 0.2) +
    `<path d="M${f(x)} ${f(y - s)}L${f(x + s * 0.62)} ${f(y)}H${f(x - s * 0.62)}z" fill="${v('cloth')}" stroke="${v('plank-dark')}" stroke-width="${f(s * 0.05)}" stroke-linejoin="round"/>` +
    `<path d="M${f(x)} ${f(y - s)}L${f(x + s * 0.62)} ${f(y)}H${f(x + s * 0.16)}z" fill="${DARK}"/>` +
    `<path d="M${f(x)} ${f(y - s * 0.62)}L${f(x + s * 0.14)} ${f(y)}h${f(-s * 0.28)}z" fill="${v('plank-dark')}"/>` +
    pennant
  );
}

/** Merlons: n teeth over the width w. */
export const merlons = (x: number, y: number, w: number, n: number, colour: string, tall = 1): string => {
  const tooth = w / (2 * n - 1);
  return Array.from({ length: n }, (_, i) => `<rect x="${f(x + tooth * 2 * i)}" y="${f(y)}" width="${f(tooth)}" height="${f(tooth * tall)}" fill="${colour}"/>`).join('');
};

export function keep(x: number, y: number, s: number): string {
  const tower = (dx: number, w: number, h: number): string =>
    `<rect x="${f(x + dx * s)}" y="${f(y - h * s)}" width="${f(w * s)}" height="${f(h * s)}" fill="${v('stone')}"/>` +
    `<rect x="${f(x + (dx + w * 0.55) * s)}" y="${f(y - h * s)}" width="${f(w * 0.45 * s)}" height="${f(h * s)}" fill="${v('stone-dark')}" opacity=".55"/>` +
    merlons(x + dx * s, y - h * s - (w * s) / 5, w * s, 3, v('stone-lit'));
  const slit = (dx: number, h: number): string => `<path d="M${f(x + dx * s)} ${f(y - h * s)}v${f(s * 0.14)}" stroke="${v('wood-dark')}" stroke-width="${f(s * 0.05)}" stroke-linecap="round"/>`;
  return (
    shadow(x + s * 0.12, y + s * 0.02, s * 0.95, s * 0.2) +
    tower(-0.5, 1, 0.55) + tower(-0.82, 0.38, 0.95) + tower(0.44, 0.38, 0.95) + slit(-0.63, 0.66) + slit(0.63, 0.66) +
    `<path d="M${f(x - s * 0.15)} ${f(y)}v${f(-s * 0.22)}a${f(s * 0.15)} ${f(s * 0.15)} 0 0 1 ${f(s * 0.3)} 0v${f(s * 0.22)}z" fill="${v('wood-dark')}"/>`
  );
}

export const grave = (x: number, y: number, s: number): string =>
  shadow(x + s * 0.1, y, s * 0.4, s * 0.12) +
  `<path d="M${f(x - s * 0.28)} ${f(y)}v${f(-s * 0.5)}a${f(s * 0.28)} ${f(s * 0.28)} 0 0 1 ${f(s * 0.56)} 0v${f(s * 0.5)}z" fill="${v('stone-lit')}" stroke="${v('stone-dark')}" stroke-width="1"/>` +
  `<path d="M${f(x)} ${f(y - s * 0.62)}v${f(s * 0.4)}m${f(-s * 0.12)} ${f(-s * 0.26)}h${f(s * 0.24)}" stroke="${v('stone-dark')}" stroke-width="${f(s * 0.08)}"/>`;

export const hut = (x: number, y: number, s: number): string =>
  shadow(x + s * 0.2, y, s * 0.7, s * 0.18) +
  `<rect x="${f(x - s * 0.4)}" y="${f(y - s * 0.5)}" width="${f(s * 0.8)}" height="${f(s * 0.5)}" fill="${v('earth')}"/>` +
  `<rect x="${f(x + s * 0.1)}" y="${f(y - s * 0.5)}" width="${f(s * 0.3)}" height="${f(s * 0.5)}" fill="rgb(var(--shadow)/.25)"/>` +
  `<path d="M${f(x - s * 0.62)} ${f(y - s * 0.42)}L${f(x - s * 0.08)} ${f(y - s * 1.2)}L${f(x + s * 0.62)} ${f(y - s * 0.42)}z" fill="${v('thatch')}" stroke="${v('plank-dark')}" stroke-width="1"/>` +
  `<rect x="${f(x - s * 0.22)}" y="${f(y - s * 0.34)}" width="${f(s * 0.22)}" height="${f(s * 0.34)}" fill="${v('wood-dark')}"/>` +
  `<circle cx="${f(x + s * 0.22)}" cy="${f(y - s * 0.25)}" r="${f(s * 0.08)}" fill="${v('fire-core')}"/>`;

/** The rogue's den: a low house of planks, its sign a hood. */
export const den = (x: number, y: number, s: number): string =>
  shadow(x + s * 0.2, y, s * 0.75, s * 0.18) +
  `<rect x="${f(x - s * 0.55)}" y="${f(y - s * 0.44)}" width="${f(s * 0.95)}" height="${f(s * 0.44)}" fill="${v('plank')}"/>` +
  `<path d="M${f(x - s * 0.55)} ${f(y - s * 0.3)}h${f(s * 0.95)}m${f(-s * 0.95)} ${f(s * 0.15)}h${f(s * 0.95)}" stroke="${v('plank-dark')}" stroke-width="1"/>` +
  `<path d="M${f(x - s * 0.7)} ${f(y - s * 0.4)}L${f(x - s * 0.4)} ${f(y - s * 0.86)}H${f(x + s * 0.3)}L${f(x + s * 0.55)} ${f(y - s * 0.4)}z" fill="${v('roof')}" stroke="${v('plank-dark')}" stroke-width="1"/>` +
  `<path d="M${f(x - s * 0.3)} ${f(y)}v${f(-s * 0.3)}h${f(s * 0.22)}v${f(s * 0.3)}z" fill="${v('wood-dark')}"/>` +
  `<path d="M${f(x + s * 0.42)} ${f(y)}V${f(y - s * 0.92)}h${f(s * 0.26)}" stroke="${v('plank-dark')}" stroke-width="${f(s * 0.06)}" fill="none" stroke-linecap="round"/>` +
  `<path d="M${f(x + s * 0.44)} ${f(y - s * 0.42)}q0 ${f(-s * 0.4)} ${f(s * 0.19)} ${f(-s * 0.42)}q${f(s * 0.2)} ${f(s * 0.02)} ${f(s * 0.19)} ${f(s * 0.42)}z" fill="${v('ebony')}" stroke="${v('bone')}" stroke-width="1"/>` +
  `<ellipse cx="${f(x + s * 0.63)}" cy="${f(y - s * 0.54)}" rx="${f(s * 0.07)}" ry="${f(s * 0.09)}" fill="${v('bone')}"/>`;

/** n posts over the width w·s. */
export const palisade = (x: number, y: number, s: number, n: number, w: number): string =>
  Array.from({ length: n }, (_, i) => {
    const px = x - (w * s) / 2 + (w * s * i) / (n - 1);
    return `<path d="M${f(px - s * 0.07)} ${f(y)}v${f(-s * 0.42)}l${f(s * 0.07)} ${f(-s * 0.12)}l${f(s * 0.07)} ${f(s * 0.12)}v${f(s * 0.42)}z" fill="${i % 2 ? v('plank') : v('plank-lit')}" stroke="${v('plank-dark')}" stroke-width=".8"/>`;
  }).join('');

/** The practice dummy of a training camp. */
export const dummy = (x: number, y: number, s: number): string =>
  `<path d="M${f(x)} ${f(y)}v${f(-s * 0.55)}m${f(-s * 0.2)} ${f(s * 0.16)}h${f(s * 0.4)}" stroke="${v('plank-dark')}" stroke-width="${f(s * 0.08)}" stroke-linecap="round"/>` +
  `<circle cx="${f(x)}" cy="${f(y - s * 0.6)}" r="${f(s * 0.11)}" fill="${v('thatch')}"/>`;

/** A trapdoor in the ground; `rune` (0…5) tells which ones are joined. */
export function trapdoor(x: number, y: number, s: number, rune = -1): string {
  const runes = ['M0-6V6M0-6L4-2M0 0L4 4', 'M-4-6V6M4-6V6M-4 0L4-3', 'M-4 6V-6L4 0L-4 2', 'M0 6V-6M-4-2L0-6L4-2', 'M-4-6L4 6M4-6L-4 6', 'M-4-6H4V6H-4z'];
  const sign = rune < 0 ? '' : `<g transform="translate(${f(x)} ${f(y - s * 0.52)}) scale(${f(s / 40)})"><circle r="10" fill="${v('surface')}" stroke="${v('wood-dark')}" stroke-width="1.4"/><path d="${runes[rune % runes.length]}" fill="none" stroke="${v('ink')}" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/></g>`;
  return (
    `<rect x="${f(x - s * 0.3)}" y="${f(y - s * 0.2)}" width="${f(s * 0.6)}" height="${f(s * 0.42)}" rx="3" fill="${v('wood-dark')}"/>` +
    `<path d="M${f(x - s * 0.22)} ${f(y - s * 0.08)}h${f(s * 0.44)}m${f(-s * 0.44)} ${f(s * 0.15)}h${f(s * 0.44)}" stroke="${v('plank-lit')}" stroke-width="2"/>` + sign
  );
}
