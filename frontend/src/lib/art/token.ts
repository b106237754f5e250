/**
 * A unit of lore as a token: face of its side, silhouette, banner on a pole, pips for figures, badges.
 *
 * Drawn around (0, 0), the middle of its hex; the caller moves it. `R` is the hex's radius.
 */
import { bannerOf, cloth, face, inkOf, sideOf, type Side } from './face';
import { icon, isCreature, unitIcon, weaponIcon, type IconName } from './icons';
import { f, ngon, poly, shadow, v } from './svg';

export interface TokenLook {
  readonly side: number;
  readonly kind: string;
  readonly race: string;
  readonly banner: string;
  readonly weapon: string;
  readonly figures: number;
  readonly max: number;
  readonly bold?: number;
  readonly ordered?: boolean;
  readonly done?: boolean;
  readonly state?: readonly string[];
  /** Hydra: heads of each neck it has. */
  readonly heads?: readonly number[];
  /** Troll: wounds it has. */
  readonly wounds?: number;
  /** Mana that its order cost. */
  readonly mana?: number;
}

const STATES: Record<string, IconName> = { webbed: 'spider-web', poisoned: 'poison-bottle', frozen: 'snowflake-1', token: 'flame', fire_token: 'flame', flew: 'feathered-wing' };

function body(side: Side, R: number): string {
  const q = R * 0.56;
  const inner = side === 0
    ? `<circle r="${f(q * 0.86)}" fill="none" stroke="${v('bone-rim')}" stroke-opacity=".28"/>`
    : `<polygon points="${poly(ngon(0, 0, q * 0.9, 8, Math.PI / 8))}" fill="none" stroke="${v('ebony-ink')}" stroke-opacity=".3"/>`;
  return shadow(R * 0.07, R * 0.2, q * 1.08, q * 0.98, 0.3) + face(side, 0, R * 0.07, q, 1) + face(side, 0, 0, q, 1.6) + inner;
}

function pips(look: TokenLook, side: Side, R: number): string {
  const count = Math.max(1, Math.min(6, look.max));
  const top = R * 0.43;
  const h = R * 0.27;
  const w = R * (count * 0.21 + 0.1);
  const middle = top + h / 2;
  const on = v(side === 0 ? 'bone' : 'bone-ink');
  let s = `<rect x="${f(-w / 2)}" y="${f(top)}" width="${f(w)}" height="${f(h)}" rx="${f(h / 2)}" fill="${v(side === 0 ? 'bone-ink' : 'bone')}" stroke="${v(side === 0 ? 'bone' : 'ebony-rim')}" stroke-width="1"/>`;
  for (let i = 0; i < count; i += 1) {
    const x = (i - (count - 1) / 2) * R * 0.21;
    const live = i < look.figures;
    s += i === 0
      ? `<path d="M${f(x)} ${f(middle - R * 0.1)}l${f(R * 0.1)} ${f(R * 0.1)}l${f(-R * 0.1)} ${f(R * 0.1)}l${f(-R * 0.1)} ${f(-R * 0.1)}z" fill="${live ? on : 'none'}" stroke="${on}" stroke-width=".8"/>`
      : `<circle cx="${f(x)}" cy="${f(middle)}" r="${f(R * 0.07)}" fill="${live ? on : 'none'}" stroke="${on}" stroke-width=".9"${live ? '' : ' opacity=".65"'}/>`;
  }
  return s;
}

/** Wounds of a troll, as notches at the left of its face. */
function notches(look: TokenLook, R: number): string {
  const count = Math.min(3, look.wounds ?? 0);
  return Array.from({ length: count }, (_, i) => {
    const d = `M${f(-R * 0.5 + i * R * 0.16)} ${f(-R * 0.2)}l${f(R * 0.13)} ${f(R * 0.28)}`;
    return `<path d="${d}" stroke="#fff" stroke-width="${f(R * 0.11)}" stroke-linecap="round"/><path d="${d}" stroke="${v('threat')}" stroke-width="${f(R * 0.06)}" stroke-linecap="round"/>`;
  }).join('');
}

/** Necks of a hydra in the plate: a stroke for each, forked for each two-headed one; gaps for those it lost. */
function necks(heads: readonly number[], R: number, side: Side): string {
  const places = Math.max(3, Math.min(6, heads.length));
  const top = R * 0.43;
  const h = R * 0.3;
  const w = R * (places * 0.2 + 0.12);
  const on = v(side === 0 ? 'bone' : 'bone-ink');
  const strokes = Array.from({ length: places }, (_, i) => {
    const d = (heads[i] ?? 0) > 1 ? `M0 ${f(R * 0.09)}V0L${f(-R * 0.055)} ${f(-R * 0.09)}M0 0L${f(R * 0.055)} ${f(-R * 0.09)}` : `M0 ${f(R * 0.09)}V${f(-R * 0.09)}`;
    return `<path transform="translate(${f((i - (places - 1) / 2) * R * 0.2)} ${f(top + h / 2)})" d="${d}" fill="none" stroke="${on}" stroke-width="${f(R * 0.06)}" stroke-linecap="round"${i < heads.length ? '' : ' opacity=".3"'}/>`;
  }).join('');
  return `<rect x="${f(-w / 2)}" y="${f(top)}" width="${f(w)}" height="${f(h)}" rx="${f(h / 2)}" fill="${v(side === 0 ? 'bone-ink' : 'bone')}" stroke="${v(side === 0 ? 'bone' : 'ebony-rim')}" stroke-width="1"/>${strokes}`;
}

/** A mark at the left rim: none for humans, a beard knot for dwarves, a notched ear for goblins. */
function race(word: string, side: Side, R: number): string {
  const ink = inkOf(side);
  const fill = v(side === 0 ? 'bone' : 'ebony');
  const rim = v(side === 0 ? 'bone-rim' : 'ebony-rim');
  const at = `transform="translate(${f(-R * 0.57)} ${f(R * 0.1)}) scale(${f(R / 46)})"`;
  if (word === 'dwarf') return `<g ${at}><path d="M-8-8H8V1Q8 6 3 8L0 13L-3 8Q-8 6-8 1z" fill="${fill}" stroke="${rim}" stroke-width="1.4"/><path d="M-4-6V1M0-6V4M4-6V1M-2 6H2" stroke="${ink}" stroke-width="1.8" stroke-linecap="round"/></g>`;
  if (word === 'goblin') return `<g ${at}><path d="M7 9Q-10 8-11-9Q-4-8 0-3L-1 1L3-1Q8 2 7 9z" fill="${fill}" stroke="${rim}" stroke-width="1.6" stroke-linejoin="round"/><path d="M3 5Q-3 3-6-3" stroke="${ink}" stroke-width="1.4" fill="none" stroke-linecap="round"/></g>`;
  return '';
}

function badge(x: number, y: number, R: number, done: boolean): string {
  const sign = done
    ? `M${f(-R * 0.09)} 0l${f(R * 0.06)} ${f(R * 0.07)}l${f(R * 0.11)} ${f(-R * 0.13)}`
    : `M${f(-R * 0.09)} ${f(R * 0.05)}l${f(R * 0.09)} ${f(-R * 0.1)}l${f(R * 0.09)} ${f(R * 0.1)}`;
  return `<g transform="translate(${f(x)} ${f(y)})"><circle r="${f(R * 0.19)}" fill="${v(done ? 'surface-3' : 'legal')}" stroke="${v('surface')}" stroke-width="1.3"/><path d="${sign}" fill="none" stroke="${v(done ? 'ink' : 'legal-ink')}" stroke-width="${f(R * 0.055)}" stroke-linecap="round" stroke-linejoin="round"/></g>`;
}

function shield(n: number, R: number): string {
  return `<g transform="translate(${f(R * 0.55)} ${f(R * 0.22)})"><path d="M0 ${f(-R * 0.2)}L${f(R * 0.17)} ${f(-R * 0.12)}V${f(R * 0.04)}Q${f(R * 0.15)} ${f(R * 0.16)} 0 ${f(R * 0.23)}Q${f(-R * 0.15)} ${f(R * 0.16)} ${f(-R * 0.17)} ${f(R * 0.04)}V${f(-R * 0.12)}z" fill="${v('surface')}" stroke="${v('ink')}" stroke-width="1.2"/><text y="${f(R * 0.09)}" text-anchor="middle" font-size="${f(R * 0.25)}" font-weight="700" fill="${v('ink')}">${n}</text></g>`;
}

function manaTag(n: number, R: number): string {
  return `<g transform="translate(${f(R * 0.56)} ${f(-R * 0.52)})"><rect x="${f(-R * 0.26)}" y="${f(-R * 0.15)}" width="${f(R * 0.52)}" height="${f(R * 0.3)}" rx="${f(R * 0.15)}" fill="${v('surface')}" stroke="${v('ink')}" stroke-width="1.1"/>${icon('crystal-cluster', -R * 0.1, 0, R * 0.26, v('focus'))}<text x="${f(R * 0.11)}" y="${f(R * 0.085)}" text-anchor="middle" font-size="${f(R * 0.24)}" font-weight="700" fill="${v('ink')}">${n}</text></g>`;
}

function states(list: readonly string[], R: number): string {
  const known = list.flatMap((word) => STATES[word] ?? []);
  return known.slice(0, 3).map((name, i) => `<circle cx="${f(-R * 0.6)}" cy="${f(R * (0.3 - i * 0.34) - (i ? R * 0.02 : 0))}" r="${f(R * 0.18)}" fill="${v('surface')}" stroke="${v('ink')}" stroke-width="1.1"/>${icon(name, -R * 0.6, R * (0.3 - i * 0.34) - (i ? R * 0.02 : 0), R * 0.25, v('ink'))}`).join('');
}

/** The whole token, South's or North's, around the middle of its hex (it sits 0.12 R below). */
export function loreToken(look: TokenLook, R: number): string {
  const side = sideOf(look.side);
  const creature = isCreature(look.kind);
  const poleX = -R * 0.36;
  const clothY = -R * 0.86;
  const small = look.kind === 'mounted' && look.weapon !== 'long_sword' && look.weapon !== ''
    ? `<circle cx="${f(R * 0.27)}" cy="${f(R * 0.2)}" r="${f(R * 0.19)}" fill="${v(side === 0 ? 'bone' : 'ebony')}"/>${icon(weaponIcon(look.weapon), R * 0.27, R * 0.2, R * 0.32, inkOf(side))}`
    : '';
  return (
    body(side, R) +
    icon(unitIcon(look.kind, look.weapon), R * 0.02, R * (creature ? 0 : 0.02), R * (creature ? 0.74 : 0.66), inkOf(side)) + small +
    race(look.race, side, R) +
    (look.kind === 'hydra' && look.heads !== undefined ? necks(look.heads, R, side) : pips(look, side, R)) +
    `<path d="M${f(poleX)} ${f(-R * 0.28)}V${f(clothY - 2)}" stroke="${v('wood-dark')}" stroke-width="${f(R * 0.07)}" stroke-linecap="round"/>` +
    cloth(bannerOf(look.banner), poleX, clothY, R * 0.8, R * 0.4) +
    notches(look, R) +
    states(look.state ?? [], R) +
    (look.ordered ? badge(R * 0.56, -R * 0.16, R, look.done === true) : '') +
    (look.mana !== undefined && look.mana > 0 ? manaTag(look.mana, R) : '') +
    (look.bold !== undefined && look.bold > 0 ? shield(look.bold, R) : '')
  );
}
