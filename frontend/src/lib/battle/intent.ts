/**
 * The intent line: one sentence that answers who, what, how many left. The prompt of the decision, then what is chosen,
 * then what remains. Pure: words in, parts out; the component only sets them.
 */
import type { Decision } from '../api/protocol';
import { has, rt, t, type Params } from '../i18n';
import type { LoreUnit, LoreView } from '../match/lore';

import { capital, frameName, numberOf, sideName, sideOfName, terrainName, unitName } from './words';

export interface Intent {
  /** Nested procedures, outermost first, when there are more than one. */
  readonly path: readonly string[];
  /** In bold: whose turn to do what. */
  readonly lead: string;
  readonly rest: string;
  /** Quiet: how many are left. */
  readonly left: string;
}

const named = (view: LoreView, params: Readonly<Record<string, unknown>>): Params => {
  const filled: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(params)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const unit = typeof value === 'string' ? view.units[value] : undefined;
    filled[key] = unit === undefined ? value : unitName(unit);
    if (unit !== undefined) {
      filled[`${key}_whom`] = unitName(unit, 'whom');
      filled[`${key}_n`] = numberOf(unit);
    }
    if (key === 'side' && typeof value === 'number') {
      filled['side'] = sideName(value);
      filled['side_of'] = sideOfName(value);
    }
  }
  return filled;
};

const trimmed = (key: string): string => key.replace(/^(?:prompt|public)\./u, '');

/** A prompt in words: the client's own sentence with names in their right form, or the ruleset's. */
export function promptText(view: LoreView, prompt: Decision['prompt'], tOwn: (key: string, params: Params) => string | null): string {
  const params = named(view, prompt.params);
  return capital(tOwn(`ask.${trimmed(prompt.key)}`, params) ?? (has(view.ruleset, prompt.key) ? rt(view.ruleset, prompt.key, params) : t('ask.something')));
}

/** Where a unit stands, for the intent line: "on the stone bridge g5". */
const placed = (view: LoreView, unit: LoreUnit): string => t('intent.unitAt', { unit: capital(unitName(unit)), hex: unit.hex, terrain: terrainName(view.ruleset, view.terrain[unit.hex]) });

/** Ordered units of the deciding side that may still do something. */
export function leftToDo(view: LoreView, seat: number, phase: string): { left: number; of: number } | null {
  const ordered = Object.values(view.units).filter((unit) => unit.side === seat && unit.ordered === true && unit.figures > 0);
  if (ordered.length === 0) return null;
  const done = ordered.filter((unit) => (phase === 'move' ? unit.moved === true : unit.fought === true)).length;
  return { left: ordered.length - done, of: ordered.length };
}

export function intentOf(view: LoreView, decision: Decision, chosen: LoreUnit | null, hasTargets: boolean, tOwn: (key: string, params: Params) => string | null): Intent {
  const frames = (decision.path ?? []).map((key) => frameName(view.ruleset, key));
  const lead = promptText(view, decision.prompt, tOwn);
  const key = trimmed(decision.prompt.key);
  let rest = '';
  if (chosen !== null) {
    const what = !hasTargets ? '' : tOwn(`intent.then.${key}`, {}) ?? t('intent.then');
    rest = what === '' ? `${placed(view, chosen)}.` : `${placed(view, chosen)}: ${what}`;
  } else {
    rest = tOwn(`intent.first.${key}`, {}) ?? '';
  }
  let left = '';
  if (key === 'order') {
    const given = Number(decision.prompt.params['given'] ?? 0);
    const max = Number(decision.prompt.params['max'] ?? 0);
    left = max > 0 && max < 90 ? t('intent.ordersGiven', { given, max }) : t('intent.ordersAll', { given });
  } else if (key === 'move' || key === 'battle') {
    const count = leftToDo(view, decision.seat, key);
    if (count !== null) left = t(key === 'move' ? 'intent.leftMove' : 'intent.leftBattle', { left: count.left, of: count.of });
  }
  return { path: frames.length > 1 ? frames : [], lead, rest, left };
}
