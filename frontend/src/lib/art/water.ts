/** Water, fords and bridges. Water is drawn for all its hexes as one body: wet bank, deep edge, pale middle, ripples. */
import type { Layout } from '../board/layout';
import { f, poly, v, type Point } from './svg';

export function waterBody(centres: readonly Point[], L: Layout): string {
  const R = L.R;
  const sheet = (scale: number, colour: string, width: number): string =>
    centres.map((p) => `<polygon points="${poly(L.corners(p, scale))}" fill="${v(colour)}" stroke="${v(colour)}" stroke-width="${f(width)}" stroke-linejoin="round"/>`).join('');
  const q = R * 0.2;
  const ripples = centres.map(([x, y]) => [[-0.45, -0.3], [0.15, 0.02], [-0.3, 0.36]].map(([dx = 0, dy = 0]) => `M${f(x + dx * R)} ${f(y + dy * R)}q${f(q * 0.5)} ${f(-q * 0.45)} ${f(q)} 0t${f(q)} 0`).join('')).join('');
  return sheet(1, 'wet', R * 0.22) + sheet(1, 'water-deep', R * 0.04) + sheet(0.9, 'water', R * 0.16) + `<path d="${ripples}" fill="none" stroke="${v('water-lit')}" stroke-width="1.6" stroke-linecap="round" opacity=".9"/>`;
}

/** Five stepping stones. */
export function ford(x: number, y: number, R: number): string {
  return [[-0.36, -0.22], [0.05, 0.05], [0.36, -0.22], [-0.22, 0.46], [0.32, 0.55]].map(([a = 0, b = 0], i) => {
    const cx = x + a * R;
    const cy = y + (b - 0.1) * R;
    return `<ellipse cx="${f(cx + 2)}" cy="${f(cy + 2.5)}" rx="${f(R * 0.2)}" ry="${f(R * 0.135)}" fill="rgb(var(--shadow)/.25)"/><ellipse cx="${f(cx)}" cy="${f(cy)}" rx="${f(R * 0.2)}" ry="${f(R * 0.135)}" fill="${v(i % 2 ? 'stone' : 'stone-lit')}" stroke="${v('stone-dark')}"/>`;
  }).join('');
}

/** A bridge across the river. The river of lore runs from West to East, so bridges lead North–South. */
export function bridge(x: number, y: number, L: Layout, kind: 'wood' | 'stone' | 'burnt'): string {
  const R = L.R;
  const w = R * 0.78;
  const h = R * 2.02;
  const open = `<g transform="translate(${f(x)} ${f(y)}) rotate(${L.turned ? 90 : 0})">`;
  if (kind === 'burnt') return open + stubs(R, w, h) + '</g>';
  let s = open + `<rect x="${f(-w / 2 + 4)}" y="${f(-h / 2 + 5)}" width="${f(w)}" height="${f(h)}" fill="rgb(var(--shadow)/.28)"/>`;
  if (kind === 'stone') {
    s += `<rect x="${f(-w / 2)}" y="${f(-h / 2)}" width="${f(w)}" height="${f(h)}" fill="${v('stone')}"/>`;
    for (let i = 0; i < 9; i += 1) s += `<path d="M${f(-w / 2)} ${f(-h / 2 + (h / 9) * i)}h${f(w)}M${f(-w / 2 + w * (i % 2 ? 0.3 : 0.62))} ${f(-h / 2 + (h / 9) * i)}v${f(h / 9)}" stroke="${v('stone-dark')}" stroke-opacity=".55" stroke-width="1"/>`;
    for (const side of [-1, 1]) s += `<rect x="${f(side * w * 0.5 - R * 0.07)}" y="${f(-h / 2)}" width="${f(R * 0.14)}" height="${f(h)}" rx="2" fill="${v('stone-lit')}" stroke="${v('stone-dark')}" stroke-width=".8"/>`;
  } else {
    for (let i = 0; i < 11; i += 1) s += `<rect x="${f(-w / 2)}" y="${f(-h / 2 + (h / 11) * i)}" width="${f(w)}" height="${f(h / 11 - 1.3)}" rx="1" fill="${v(i % 2 ? 'plank' : 'plank-lit')}"/>`;
    for (const side of [-1, 1]) s += `<path d="M${f(side * w * 0.46)} ${f(-h / 2)}v${f(h)}" stroke="${v('plank-dark')}" stroke-width="${f(R * 0.07)}" stroke-linecap="round"/>`;
  }
  return s + '</g>';
}

/** What stays of a wooden bridge: charred stubs at both banks. */
function stubs(R: number, w: number, h: number): string {
  const bank = (end: -1 | 1): string => {
    const y = (end * h) / 2;
    const post = (x: number, long: number): string => `<path d="M${f(x)} ${f(y)}v${f(-end * long)}l${f(R * 0.05)} ${f(-end * R * 0.1)}l${f(R * 0.06)} ${f(end * R * 0.04)}v${f(end * (long + R * 0.06))}z" fill="${v('ebony')}" stroke="${v('plank-dark')}" stroke-width="1" stroke-linejoin="round"/>`;
    const plank = (at: number, from: number, to: number): string => `<path d="M${f(from * w)} ${f(y - end * at * R)}L${f(to * w)} ${f(y - end * (at + 0.03) * R)}" stroke="${v('wood-dark')}" stroke-width="${f(R * 0.1)}" stroke-linecap="butt"/>`;
    return plank(0.06, -0.46, 0.46) + plank(0.2, -0.42, 0.2) + post(-w * 0.5, R * 0.4) + post(w * 0.38, R * 0.28) + `<path d="M${f(-w * 0.1)} ${f(y - end * R * 0.24)}h.01M${f(w * 0.16)} ${f(y - end * R * 0.14)}h.01" stroke="${v('fire')}" stroke-width="2" stroke-linecap="round" opacity=".8"/>`;
  };
  return bank(-1) + bank(1);
}
