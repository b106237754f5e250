/**
 * Options that are tables: which of them have an editor here, when they matter, and what they hold. The ruleset validates
 * what is sent; this module only arranges numbers. Pure.
 */
import type { OptionSpec, RulesetDetail, View } from '../api/protocol';

export type Table = Readonly<Record<string, unknown>>;
export type Numbers = Readonly<Record<string, number>>;
export const SIDES = ['S', 'N'] as const;
export type Side = (typeof SIDES)[number];

export const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null && !Array.isArray(value);
export const isEdited = (spec: OptionSpec): boolean => spec.kind === 'table' && (spec.id === 'fire.maxLevel' || spec.id === 'magic.councils');

/** Whether a table means anything while the other options stand as they do. */
export function matters(spec: OptionSpec, valueOf: (option: string) => unknown): boolean {
  return spec.id === 'fire.maxLevel' ? valueOf('fire.enabled') === true : spec.id === 'magic.councils' ? valueOf('magic') === 'full' : false;
}

export function numbers(table: unknown): Numbers {
  return isTable(table) ? Object.fromEntries(Object.entries(table).filter((entry): entry is [string, number] => typeof entry[1] === 'number')) : {};
}

interface TerrainSpec {
  readonly fuel?: unknown;
}

/** What may burn on this board, in the order of the limits: a key of the table, and a terrain that shows it. */
export function fuelsOn(board: View | null, limits: Numbers, content: RulesetDetail['content']): { readonly fuel: string; readonly terrain: string }[] {
  const kinds = isTable(content['terrain']) ? (content['terrain'] as Readonly<Record<string, TerrainSpec>>) : {};
  const shown = new Map<string, string>();
  for (const terrain of Object.values(isTable(board?.['terrain']) ? board['terrain'] : {})) {
    const fuel = typeof terrain === 'string' ? kinds[terrain]?.fuel : undefined;
    if (typeof fuel === 'string' && fuel in limits && !shown.has(fuel)) shown.set(fuel, terrain as string);
  }
  return Object.keys(limits).flatMap((fuel) => (shown.has(fuel) ? [{ fuel, terrain: shown.get(fuel) ?? fuel }] : []));
}

/** The council of a side: as it was changed here, or as the server filled it in for the picture. */
export function councilOf(councils: unknown, side: Side, board: View | null, advisers: readonly string[]): Numbers {
  const own = isTable(councils) ? councils[side] : undefined;
  const filled = Array.isArray(board?.['council']) ? board['council'][SIDES.indexOf(side)] : undefined;
  const found = numbers(isTable(own) ? own : filled);
  return Object.fromEntries(advisers.map((adviser) => [adviser, found[adviser] ?? 0]));
}

/** Levels that the creatures of a side take from its council. */
export function takenByCreatures(board: View | null, side: Side, content: RulesetDetail['content']): number {
  const creatures = isTable(content['creatures']) ? content['creatures'] : {};
  const units = isTable(board?.['units']) ? Object.values(board['units']) : [];
  return units.reduce<number>((sum, unit) => {
    if (!isTable(unit) || unit['side'] !== SIDES.indexOf(side)) return sum;
    const spec = creatures[String(unit['kind'])];
    return sum + (isTable(spec) && typeof spec['level'] === 'number' ? spec['level'] : 0);
  }, 0);
}

export const total = (council: Numbers): number => Object.values(council).reduce((sum, level) => sum + level, 0);
