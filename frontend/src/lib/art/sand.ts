/** The tray and its sand, and the gradients that other drawings use (ids `st-…`, once a page is enough, twice does no harm). */
import { f, rng, v } from './svg';

export const defs =
  '<defs><radialGradient id="st-glow"><stop offset="0" stop-color="var(--fire-mid)" stop-opacity=".85"/><stop offset=".55" stop-color="var(--fire)" stop-opacity=".35"/><stop offset="1" stop-color="var(--fire)" stop-opacity="0"/></radialGradient>' +
  '<radialGradient id="st-lamp" cx=".36" cy=".22" r=".95"><stop offset="0" stop-color="var(--sand-lit)"/><stop offset=".6" stop-color="var(--sand)"/><stop offset="1" stop-color="var(--sand-dip)"/></radialGradient></defs>';

/** Wooden rim, light from the upper left, wind ripples, one grain per 900 square units. */
export function sandbox(x: number, y: number, w: number, h: number, seed = 1, rim = 12): string {
  const r = rng(seed);
  const ripples: string[] = [];
  for (let i = 0; i < (w * h) / 26000; i += 1) {
    const a = x + r() * w;
    const b = y + r() * h;
    const l = 30 + r() * 70;
    if (a + l < x + w - 4) ripples.push(`M${f(a)} ${f(b)}q${f(l / 4)} -4 ${f(l / 2)} 0t${f(l / 2)} 0`);
  }
  const grains: string[] = [];
  for (let i = 0; i < (w * h) / 900; i += 1) grains.push(`M${f(x + 4 + r() * (w - 8))} ${f(y + 4 + r() * (h - 8))}h.01`);
  return (
    `<rect x="${f(x - rim)}" y="${f(y - rim)}" width="${f(w + 2 * rim)}" height="${f(h + 2 * rim)}" rx="${rim}" fill="${v('wood')}"/>` +
    `<rect x="${f(x - rim + 1.5)}" y="${f(y - rim + 1.5)}" width="${f(w + 2 * rim - 3)}" height="${f(h + 2 * rim - 3)}" rx="${rim - 1}" fill="none" stroke="${v('wood-lit')}" stroke-width="2"/>` +
    `<rect x="${f(x - 2.5)}" y="${f(y - 2.5)}" width="${f(w + 5)}" height="${f(h + 5)}" rx="4" fill="${v('wood-dark')}"/>` +
    `<rect x="${f(x)}" y="${f(y)}" width="${f(w)}" height="${f(h)}" rx="3" fill="url(#st-lamp)"/>` +
    `<path d="${ripples.join('')}" fill="none" stroke="${v('sand-dip')}" stroke-width="1.5" stroke-linecap="round" opacity=".65"/>` +
    `<path d="${grains.join('')}" stroke="${v('sand-grain')}" stroke-width="1.5" stroke-linecap="round" opacity=".5"/>`
  );
}
