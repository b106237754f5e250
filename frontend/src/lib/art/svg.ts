/**
 * The smallest tools of the drawing code: numbers, points, seeded chance. Knows no rule and no DOM.
 *
 * Everything in `art` is a pure function from numbers and closed words to SVG text; no string from the network is ever
 * put into it, so the text is safe to insert. Surprising: every scatter is seeded by its place, so a map always looks
 * the same.
 */
export type Point = readonly [number, number];

/** A number as SVG wants it: at most two decimals. */
export const f = (n: number): string => String(Math.round(n * 100) / 100);

/** A design token as a CSS value, so that one drawing serves both themes. */
export const v = (token: string): string => `var(--${token})`;

/** Points for `<polygon points>`. */
export const poly = (points: readonly Point[]): string => points.map(([x, y]) => `${f(x)},${f(y)}`).join(' ');

/** Corners of a regular polygon around (x, y). */
export function ngon(x: number, y: number, r: number, n: number, turn = 0): Point[] {
  return Array.from({ length: n }, (_, i) => {
    const a = turn + (i * 2 * Math.PI) / n;
    return [x + r * Math.cos(a), y + r * Math.sin(a)] as const;
  });
}

/** mulberry32: a small generator with a seed, for scatter only. */
export function rng(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A soft shadow on the sand, down right of a thing. */
export const shadow = (x: number, y: number, rx: number, ry: number, o = 0.22): string =>
  `<ellipse cx="${f(x)}" cy="${f(y)}" rx="${f(rx)}" ry="${f(ry)}" fill="rgb(var(--shadow)/${o})"/>`;
