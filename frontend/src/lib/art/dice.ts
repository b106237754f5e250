/** Dice faces: lore's six, which repeat the banner's shape behind the helmet, and numbered ones. SVG text of a whole <svg>. */
import { icon, type IconName } from './icons';
import { f } from './svg';

export interface DieLook {
  /** It had an effect: verdigris rim. */
  readonly hit?: boolean;
  /** It did nothing: pale. */
  readonly dim?: boolean;
  /** Whose die: own bone, the other side's ebony. */
  readonly side?: 0 | 1;
}

const PLATES: Record<string, (s: number, c: number) => string> = {
  G: (s, c) => `M${f(c - 1)} ${f(s * 0.13)}L${f(s * 0.87)} ${f(s * 0.78)}H${f(s * 0.1)}z`,
  B: (s, c) => `M${f(s * 0.14)} ${f(s * 0.16)}H${f(s * 0.83)}V${f(s * 0.82)}L${f(c - 1)} ${f(s * 0.66)}L${f(s * 0.14)} ${f(s * 0.82)}z`,
  R: (s) => `M${f(s * 0.15)} ${f(s * 0.15)}H${f(s * 0.82)}V${f(s * 0.82)}H${f(s * 0.15)}z`,
};
const COLOURS: Record<string, string> = { G: '#2f7a3c', B: '#2458a6', R: '#b3271f' };
const SIGNS: Record<string, IconName> = { X: 'broadsword', F: 'flying-flag', L: 'sparkles' };

const frame = (s: number, body: string, ground: string, look: DieLook): string =>
  `<svg class="die${look.dim ? ' dim' : ''}" width="${f(s)}" height="${f(s)}" viewBox="0 0 ${f(s)} ${f(s)}" aria-hidden="true">` +
  `<rect x="1.5" y="2.5" width="${f(s - 3)}" height="${f(s - 3)}" rx="${f(s * 0.2)}" fill="rgb(var(--shadow)/.25)"/>` +
  `<rect x="1" y="1" width="${f(s - 3)}" height="${f(s - 3)}" rx="${f(s * 0.2)}" fill="${ground}" stroke="${look.hit ? 'var(--legal)' : '#a58f6c'}" stroke-width="${look.hit ? 2.4 : 1.2}"/>${body}</svg>`;

/** One of lore's dice: G B R X F L. */
export function loreDie(name: string, s = 40, look: DieLook = {}): string {
  const c = s / 2;
  const dark = look.side === 1;
  const plate = PLATES[name];
  const sign = SIGNS[name];
  let body = '';
  if (plate !== undefined) {
    const colour = COLOURS[name] ?? '';
    const green = name === 'G';
    body = `<path d="${plate(s, c)}" fill="${colour}" stroke="${dark ? '#f6ecd6' : colour}" stroke-width="${dark ? 1.2 : 3}" stroke-linejoin="round"/>${icon('visored-helm', c - 1, s * (green ? 0.58 : 0.46), s * (green ? 0.38 : 0.46), '#fff')}`;
  } else if (sign !== undefined) {
    body = icon(sign, c - 0.5, c - 0.5, s * 0.66, dark ? '#f6ecd6' : '#2a2018');
  }
  return frame(s, body, dark ? '#30261e' : '#fffaf0', look);
}

const PIPS: Record<number, readonly (readonly [number, number])[]> = {
  1: [[0.5, 0.5]],
  2: [[0.28, 0.28], [0.72, 0.72]],
  3: [[0.26, 0.26], [0.5, 0.5], [0.74, 0.74]],
  4: [[0.28, 0.28], [0.72, 0.28], [0.28, 0.72], [0.72, 0.72]],
  5: [[0.27, 0.27], [0.73, 0.27], [0.5, 0.5], [0.27, 0.73], [0.73, 0.73]],
  6: [[0.29, 0.24], [0.71, 0.24], [0.29, 0.5], [0.71, 0.5], [0.29, 0.76], [0.71, 0.76]],
};

/** A numbered die: own bone, the other side's ebony, melee damage red, shot damage blue. */
export function pipDie(n: number, s = 34, look: DieLook & { readonly kind?: 'white' | 'ebony' | 'red' | 'blue' } = {}): string {
  const kind = look.kind ?? 'white';
  const ground = { white: '#fffaf0', red: '#a3201a', blue: '#1f4f93', ebony: '#30261e' }[kind];
  const ink = kind === 'white' ? '#2a2018' : '#fff6e6';
  const spots = PIPS[n];
  const body = spots === undefined
    ? `<text x="${f(s / 2 - 0.5)}" y="${f(s * 0.64)}" text-anchor="middle" font-size="${f(s * 0.42)}" font-weight="700" fill="${ink}">${f(n)}</text>`
    : spots.map(([a, b]) => `<circle cx="${f(a * (s - 2))}" cy="${f(b * (s - 2))}" r="${f(s * 0.085)}" fill="${ink}"/>`).join('');
  return frame(s, body, ground, look);
}
