/**
 * The log as data: events of steps, folded into lines. A roll opens a line; what follows from it in the same step (figures
 * lost, flags, trophies) becomes its outcome. Sentences are made when a line is drawn, so that they follow the language.
 */
import type { BattleEvent, Roll } from '../api/protocol';
import type { LoreUnit, LoreView } from '../match/lore';

export interface Line {
  readonly kind: 'line';
  readonly key: string;
  readonly seq: number;
  readonly side: number | null;
  readonly event: BattleEvent;
  readonly roll: Roll | null;
  readonly after: readonly BattleEvent[];
  /** Units named in it, as they were. */
  readonly units: Readonly<Record<string, LoreUnit>>;
  readonly hexes: readonly string[];
  /** Terrain of the hexes named, as it was. */
  readonly terrain: Readonly<Record<string, string>>;
  readonly turn: number;
}

export interface Heading {
  readonly kind: 'turn';
  readonly key: string;
  readonly seq: number;
  readonly turn: number;
  readonly side: number;
}

export type Entry = Line | Heading;

/** Events that never make a line of their own. */
const SILENT = new Set(['phase', 'ordered', 'unordered', 'dealt']);
/** Events that belong to the line before them, when it is of the same step. */
const AFTER = new Set(['figures_lost', 'eliminated', 'trophy', 'flags', 'retreat_blocked', 'trampled', 'token', 'lit', 'mana', 'objective', 'thrown_again', 'necks', 'wounds', 'token_gone']);
/** Lines that consequences may be folded into. */
const OPENS = new Set(['attack', 'critical', 'fright', 'ignite', 'dragon_fire', 'extinguish', 'burned', 'fire_loss', 'power', 'no_way_back', 'landmark', 'moved']);

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The unit fields of an event. */
export function unitsIn(event: BattleEvent): string[] {
  const data = event.data ?? {};
  return ['unit', 'target', 'by', 'from'].flatMap((key) => {
    const id = text(data[key]);
    return id !== null && /^[sn]\d+$/u.test(id) ? [id] : [];
  });
}

/** Hexes that an event touches, the place of action first. */
export function hexesIn(event: BattleEvent): string[] {
  const data = event.data ?? {};
  const found = ['at', 'hex', 'to', 'from'].flatMap((key) => {
    const hex = text(data[key]);
    return hex !== null && /^[a-m][1-9]$/u.test(hex) ? [hex] : [];
  });
  const lit = data['lit'];
  return [...found, ...(Array.isArray(lit) ? lit.filter((hex): hex is string => typeof hex === 'string' && /^[a-m][1-9]$/u.test(hex)) : [])];
}

function sideOf(event: BattleEvent, units: Readonly<Record<string, LoreUnit>>): number | null {
  const data = event.data ?? {};
  if (typeof data['side'] === 'number') return data['side'];
  const unit = text(data['unit']);
  return unit === null ? null : (units[unit]?.side ?? (unit.startsWith('n') ? 1 : unit.startsWith('s') ? 0 : null));
}

function named(event: BattleEvent, view: LoreView, before: LoreView): Record<string, LoreUnit> {
  const units: Record<string, LoreUnit> = {};
  for (const id of unitsIn(event)) {
    const unit = before.units[id] ?? view.units[id];
    if (unit !== undefined) units[id] = unit;
  }
  return units;
}

/** Add the events of one step to the log. `before`, `after`: the views around the step (the same one where only one is known). */
export function extended(log: readonly Entry[], seq: number, events: readonly BattleEvent[], before: LoreView, after: LoreView): Entry[] {
  const next = [...log];
  let open = -1;
  events.forEach((event, i) => {
    const data = event.data ?? {};
    const key = `${seq}.${i}`;
    if (event.type === 'turn') {
      next.push({ kind: 'turn', key, seq, turn: Number(data['turn'] ?? after.turn), side: Number(data['side'] ?? after.side) });
      open = -1;
      return;
    }
    if (SILENT.has(event.type)) return;
    const units = named(event, after, before);
    const head = open >= 0 ? next[open] : undefined;
    if (AFTER.has(event.type) && head?.kind === 'line' && !(event.roll && event.type !== 'thrown_again')) {
      next[open] = { ...head, after: [...head.after, event], units: { ...head.units, ...units } };
      return;
    }
    const hexes = hexesIn(event);
    const terrain = Object.fromEntries(hexes.flatMap((hex) => (before.terrain[hex] === undefined ? [] : [[hex, before.terrain[hex]]])));
    next.push({ kind: 'line', key, seq, side: sideOf(event, units), event, roll: event.roll ?? null, after: [], units, hexes, terrain, turn: after.turn });
    if (OPENS.has(event.type)) open = next.length - 1;
    else if (event.type !== 'moved') open = -1;
  });
  return next;
}

/** At most this many entries are kept in a running battle; older ones are in the replay. */
export const KEPT = 600;
