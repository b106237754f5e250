/** Trees and rocks: the loose pieces of a landscape. `s` is the height in the board's units; (x, y) is the foot. */
import { f, shadow, v } from './svg';

export function pine(x: number, y: number, s: number): string {
  const half = `M${f(x)} ${f(y - s * 1.25)}l${f(s * 0.3)} ${f(s * 0.55)}h${f(-s * 0.12)}l${f(s * 0.3)} ${f(s * 0.7)}`;
  return (
    shadow(x + s * 0.22, y + s * 0.08, s * 0.5, s * 0.17) +
    `<path d="${half}h${f(-s * 0.96)}l${f(s * 0.3)} ${f(-s * 0.7)}h${f(-s * 0.12)}z" fill="${v('leaf')}"/>` +
    `<path d="${half}h${f(-s * 0.42)}z" fill="${v('leaf-dark')}"/>`
  );
}

export function oak(x: number, y: number, s: number): string {
  return (
    shadow(x + s * 0.25, y + s * 0.1, s * 0.55, s * 0.2) +
    `<path d="M${f(x - s * 0.07)} ${f(y)}v${f(-s * 0.4)}h${f(s * 0.14)}v${f(s * 0.4)}z" fill="${v('plank-dark')}"/>` +
    `<circle cx="${f(x)}" cy="${f(y - s * 0.6)}" r="${f(s * 0.46)}" fill="${v('leaf-dark')}"/>` +
    `<circle cx="${f(x - s * 0.08)}" cy="${f(y - s * 0.67)}" r="${f(s * 0.37)}" fill="${v('leaf')}"/>` +
    `<circle cx="${f(x - s * 0.17)}" cy="${f(y - s * 0.76)}" r="${f(s * 0.19)}" fill="${v('leaf-lit')}"/>`
  );
}

export function rock(x: number, y: number, s: number): string {
  const left = `M${f(x - s * 0.6)} ${f(y + s * 0.1)}l${f(s * 0.2)} ${f(-s * 0.5)}l${f(s * 0.45)} ${f(-s * 0.22)}l${f(s * 0.5)} ${f(s * 0.3)}`;
  return (
    shadow(x + s * 0.2, y + s * 0.12, s * 0.7, s * 0.25) +
    `<path d="${left}l${f(s * 0.1)} ${f(s * 0.45)}z" fill="${v('stone')}"/>` +
    `<path d="${left}l${f(-s * 0.1)} ${f(s * 0.4)}z" fill="${v('stone-lit')}"/>`
  );
}

/** A charred stump: what fire leaves of a wood. */
export function stump(x: number, y: number, s: number): string {
  return (
    shadow(x + s * 0.2, y + s * 0.04, s * 0.4, s * 0.14, 0.3) +
    `<path d="M${f(x - s * 0.16)} ${f(y)}l${f(s * 0.03)} ${f(-s * 0.62)}l${f(s * 0.1)} ${f(s * 0.16)}l${f(s * 0.07)} ${f(-s * 0.22)}l${f(s * 0.1)} ${f(s * 0.68)}z" fill="${v('ebony')}"/>` +
    `<path d="M${f(x - s * 0.05)} ${f(y - s * 0.08)}v${f(-s * 0.3)}" stroke="${v('ember')}" stroke-width="${f(s * 0.06)}" stroke-linecap="round" opacity=".8"/>`
  );
}

/** A tuft of reeds over a short line of water. */
export function reeds(x: number, y: number, s: number): string {
  return (
    `<path d="M${f(x)} ${f(y)}q${f(-s * 0.08)} ${f(-s * 0.6)} ${f(-s * 0.33)} ${f(-s * 0.78)}m${f(s * 0.33)} ${f(s * 0.78)}v${f(-s)}m0 ${f(s)}q${f(s * 0.08)} ${f(-s * 0.6)} ${f(s * 0.33)} ${f(-s * 0.78)}" stroke="${v('leaf-dark')}" stroke-width="${f(s * 0.13)}" fill="none" stroke-linecap="round"/>` +
    `<path d="M${f(x - s * 0.6)} ${f(y + s * 0.17)}h${f(s * 1.2)}" stroke="${v('water-deep')}" stroke-width="${f(s * 0.16)}" stroke-linecap="round"/>`
  );
}
