/**
 * Silhouettes from game-icons.net (CC BY 3.0, authors in frontend/CREDITS.md), recoloured by `color`.
 *
 * Only names that stand in icons.json exist; a name that does not is a compile error.
 */
import bodies from './icons.json';
import { f } from './svg';

export type IconName = keyof typeof bodies;

/** A silhouette inside another drawing, centred on (x, y), s wide. */
export function icon(name: IconName, x: number, y: number, s: number, colour: string): string {
  return `<svg x="${f(x - s / 2)}" y="${f(y - s / 2)}" width="${f(s)}" height="${f(s)}" viewBox="0 0 512 512" style="color:${colour}">${bodies[name]}</svg>`;
}

/** The bare paths, for a component that makes its own <svg viewBox="0 0 512 512">. */
export const iconBody = (name: IconName): string => bodies[name];

const WEAPONS: Record<string, IconName> = {
  short_sword: 'broadsword',
  long_sword: 'two-handed-sword',
  axe: 'battle-axe',
  spear: 'spears',
  halberd: 'sharp-halberd',
  bow: 'bow-arrow',
  longbow: 'high-shot',
  crossbow: 'crossbow',
  sling: 'sling',
};

const CREATURES: Record<string, IconName> = {
  spider: 'spider-alt',
  hill_giant: 'giant',
  wood_giant: 'evil-tree',
  elemental: 'rock-golem',
  hydra: 'hydra',
  troll: 'ogre',
  wyvern: 'wyvern',
  drake: 'spiked-dragon-head',
  fire_dragon: 'dragon-head',
};

/** The silhouette of a weapon. */
export const weaponIcon = (weapon: string): IconName => WEAPONS[weapon] ?? 'broadsword';

/** The silhouette on a token's face: the creature, the horse, or else the weapon. */
export const unitIcon = (kind: string, weapon: string): IconName => CREATURES[kind] ?? (kind === 'mounted' ? 'horse-head' : weaponIcon(weapon));

export const isCreature = (kind: string): boolean => kind in CREATURES;
