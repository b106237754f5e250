/** Sides and banners. South is a bone disc, North an ebony octagon; banners differ in the shape of their cloth. Shape before colour. */
import { f, ngon, poly, v } from './svg';

/** Seats of lore: 0 South, 1 North. */
export type Side = 0 | 1;
export type Banner = 'green' | 'blue' | 'red';

export const sideOf = (seat: number): Side => (seat === 1 ? 1 : 0);
export const inkOf = (side: Side): string => v(side === 0 ? 'bone-ink' : 'ebony-ink');
export const bannerOf = (word: string): Banner => (word === 'green' || word === 'red' ? word : 'blue');

export function face(side: Side, x: number, y: number, r: number, stroke = 1.6): string {
  return side === 0
    ? `<circle cx="${f(x)}" cy="${f(y)}" r="${f(r)}" fill="${v('bone')}" stroke="${v('bone-rim')}" stroke-width="${f(stroke)}"/>`
    : `<polygon points="${poly(ngon(x, y, r * 1.06, 8, Math.PI / 8))}" fill="${v('ebony')}" stroke="${v('ebony-rim')}" stroke-width="${f(stroke)}" stroke-linejoin="round"/>`;
}

/** The banner's cloth: green pennant, blue swallowtail, red square. */
export function cloth(banner: Banner, x: number, y: number, w: number, h: number): string {
  const shapes: Record<Banner, string> = {
    green: `M0 0L${f(w)} ${f(h / 2)}L0 ${f(h)}z`,
    blue: `M0 0H${f(w)}L${f(w * 0.74)} ${f(h / 2)}L${f(w)} ${f(h)}H0z`,
    red: `M0 0H${f(w * 0.92)}V${f(h)}H0z`,
  };
  const at = `transform="translate(${f(x)} ${f(y)})" d="${shapes[banner]}"`;
  return `<path ${at} fill="${v(`banner-${banner}`)}" stroke="#fff" stroke-width="1.4" stroke-linejoin="round"/><path ${at} fill="none" stroke="rgb(30 18 8/.65)" stroke-width=".7" stroke-linejoin="round"/>`;
}
