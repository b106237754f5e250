/**
 * Names of things on the table, in the language now spoken: units, places, cards, sides, terrain.
 *
 * Units have two forms, because Russian needs them: who acts and who is acted upon. All functions read runes through `t`
 * and `rt`; call them in templates and `$derived`.
 */
import { isCreature } from '../art/icons';
import { has, rt, t, tDynamic } from '../i18n';
import type { LoreUnit, LoreView } from '../match/lore';

/** How much of a unit its name needs. */
export type Named = Pick<LoreUnit, 'kind' | 'race' | 'banner' | 'weapon' | 'side'>;
export type Form = 'who' | 'whom';

const own = (key: string): string => tDynamic(key) ?? key;

/** "red swordsmen", "красных мечников"; creatures have no banner in their name. */
export function unitName(unit: Named | undefined, form: Form = 'who'): string {
  if (unit === undefined) return own(`name.unknown.${form}`);
  if (isCreature(unit.kind)) return own(`name.creature.${unit.kind}.${form}`);
  const what = own(unit.kind === 'mounted' ? `name.mounted.${form}` : `name.weapon.${unit.weapon}.${form}`);
  const banner = own(`name.banner.${unit.banner}.${form}`);
  if (unit.race === 'human' || unit.race === '') return t('name.unit', { banner, what });
  return t('name.unitOfRace', { banner, what, race: own(`name.race.${unit.race}.${form}`) });
}

/** "one" for a creature, "other" for troops: verbs agree with it. */
export const numberOf = (unit: Named | undefined): 'one' | 'other' => (unit !== undefined && isCreature(unit.kind) ? 'one' : 'other');

/** Marks round a name inside a sentence, so that the line can set it in bold. Private characters; they never reach the page. */
export const OPEN = '\uE000';
export const CLOSE = '\uE001';
export const strong = (name: string): string => `${OPEN}${name}${CLOSE}`;
export const plainText = (text: string): string => text.replaceAll(OPEN, '').replaceAll(CLOSE, '');

/** A sentence in pieces, names marked. */
export function pieces(text: string): { text: string; bold: boolean }[] {
  return text.split(OPEN).flatMap((part, i) => {
    if (i === 0) return part === '' ? [] : [{ text: part, bold: false }];
    const [name = '', rest = ''] = part.split(CLOSE);
    return [{ text: name, bold: true }, ...(rest === '' ? [] : [{ text: rest, bold: false }])];
  });
}

/** The first letter large, for the start of a sentence. */
export function capital(text: string): string {
  const at = text.startsWith(OPEN) ? 1 : 0;
  return text.slice(0, at) + text.charAt(at).toLocaleUpperCase() + text.slice(at + 1);
}

/** South or North, "the South" in oblique use is the sentence's business. */
export const sideName = (side: number): string => own(side === 1 ? 'side.north' : 'side.south');
export const sideOfName = (side: number): string => own(side === 1 ? 'side.north.of' : 'side.south.of');

/** "stone bridge"; plain where nothing is said. */
export const terrainName = (ruleset: string, kind: string | undefined): string => rt(ruleset, `terrain.${kind ?? 'plain'}`, {}, own(`terrain.${kind ?? 'plain'}`));

const SECTORS = ['left', 'centre', 'right'] as const;

/** A card's id without its sector, and the sector. */
export function cardParts(id: string): { base: string; sector: (typeof SECTORS)[number] | null } {
  for (const sector of SECTORS) if (id.endsWith(`_${sector}`)) return { base: id.slice(0, -sector.length - 1), sector };
  return { base: id, sector: null };
}

export function cardName(ruleset: string, id: string): string {
  for (const key of [`card.${id}.name`, `spell.${id}.name`]) if (has(ruleset, key)) return rt(ruleset, key);
  const { base, sector } = cardParts(id);
  const name = rt(ruleset, `card.${base}.name`, {}, base);
  return sector === null ? name : t('card.inSector', { card: name, sector: own(`sector.${sector}`) });
}

export function cardText(ruleset: string, id: string): string {
  const { base, sector } = cardParts(id);
  const params = { sector: sector === null ? '' : own(`sector.${sector}`) };
  for (const key of [`card.${id}.text`, `card.${base}.text`, `spell.${id}.text`]) if (has(ruleset, key)) return rt(ruleset, key, params);
  return '';
}

/** The name of a creature's power. */
export const powerName = (ruleset: string, power: string): string => rt(ruleset, `power.${power}`, {}, power.replaceAll('_', ' '));

/** A phase's or frame's name out of the ruleset's catalogue. */
export const frameName = (ruleset: string, key: string): string => rt(ruleset, key.startsWith('frame.') ? key : `frame.${key}`, {}, key.replace(/^frame\./u, ''));

/** A rule's id as a person would name it: `H-1` as it is, `creature-spider` by its subject, a section by its title. */
export function ruleName(ruleset: string, rule: string): string {
  if (/^[A-Z]{1,3}-\d+[a-z]?$/u.test(rule)) return rule;
  const at = rule.indexOf('-');
  const [kind, id] = at < 0 ? ['', rule] : [rule.slice(0, at), rule.slice(at + 1)];
  const inCatalogue = (key: string): string | null => (has(ruleset, key) ? rt(ruleset, key) : null);
  const named: Readonly<Record<string, () => string | null>> = {
    card: () => inCatalogue(`card.${id}.name`),
    spell: () => inCatalogue(`spell.${id}.name`),
    creature: () => tDynamic(`name.creature.${id}.who`),
    terrain: () => inCatalogue(`terrain.${id}`),
    landmark: () => inCatalogue(`terrain.${id}`),
    lair: () => inCatalogue(`terrain.${id}`) ?? inCatalogue('terrain.lair'),
    phase: () => inCatalogue(`phase.${id}`),
    weapon: () => inCatalogue(`weapon.${id}`),
    option: () => inCatalogue(`option.${id.replaceAll('-', '.')}`),
    scenario: () => id,
  };
  return named[kind]?.() ?? tDynamic(`rule.${rule}`) ?? t('log.rule');
}

/** What a board's cursor says of a hex: place, terrain, fire, who stands there. */
export function speakHex(view: LoreView, hex: string, unit: LoreUnit | undefined): string {
  const parts = [t('speak.place', { hex, terrain: terrainName(view.ruleset, view.terrain[hex]) })];
  const fire = view.fires[hex];
  if (fire !== undefined) parts.push(fire.maxed_by === null ? t('speak.fire', { level: fire.level, max: fire.max }) : t('speak.fireMax', { level: fire.level, max: fire.max, side: sideOfName(fire.maxed_by) }));
  if (view.ashes?.includes(hex) === true) parts.push(t('speak.ashes'));
  if (unit !== undefined) parts.push(speakUnit(unit));
  return parts.join(' ');
}

/** "North, blue swordsmen, 2 of 4 figures, bold 1, ordered." */
export function speakUnit(unit: LoreUnit): string {
  const extra = [
    ...(unit.bold !== undefined && unit.bold > 0 ? [t('speak.bold', { n: unit.bold })] : []),
    ...(unit.fought === true ? [t('speak.fought')] : unit.ordered === true ? [t('speak.ordered')] : []),
    ...(unit.state ?? []).map((state) => own(`state.${state}`)),
  ];
  const figures = isCreature(unit.kind) ? '' : t('speak.figures', { n: unit.figures, max: unit.max });
  return `${[sideName(unit.side), unitName(unit), figures, ...extra].filter((part) => part !== '').join(', ')}.`;
}
