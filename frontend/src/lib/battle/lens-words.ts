/** What the lenses show, in one sentence for the intent line; and as lines for the board. Words only: the answers are the server's. */
import type { Sight } from '../api/protocol';
import type { SightLine } from '../board/marks';
import { place } from '../board/layout';
import { has, list, rt, t } from '../i18n';
import type { LoreView } from '../match/lore';

import type { Intent } from './intent';
import type { Lenses } from './lenses.svelte';
import { capital, sideName, terrainName, unitName } from './words';

/** Which of two lines runs on which side: by the places that it meets. The sheet's x grows by a hex, its y by 0.866 a row. */
function sideOf(sight: Sight, passes: readonly string[]): number {
  const at = (hex: string): readonly [number, number] => {
    const { row, column } = place(hex);
    return [column + (row % 2 ? 0.5 : 0), row * 0.866];
  };
  const [ax, ay] = at(sight.origin);
  const [bx, by] = at(sight.to);
  const off = passes.reduce((sum, hex) => {
    const [x, y] = at(hex);
    return sum + (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  }, 0);
  return Math.abs(off) < 0.01 ? 0 : Math.sign(off);
}

export function sightLines(sights: readonly Sight[]): SightLine[] {
  return sights.flatMap((sight) => {
    if (sight.lines.length === 1) return [{ from: sight.origin, to: sight.to, blocked: sight.lines[0]?.blocked ?? '', side: 0 }];
    const sides = sight.lines.map((line) => sideOf(sight, line.passes));
    // along the rim one line meets nothing at all: it runs on the other side
    return sight.lines.map((line, i) => ({ from: sight.origin, to: sight.to, blocked: line.blocked, side: sides[i] !== 0 ? (sides[i] ?? 0) : -(sides[1 - i] ?? 0) || (i === 0 ? 1 : -1) }));
  });
}

function why(view: LoreView, sight: Sight): string {
  const line = sight.lines.find((each) => each.blocked !== '');
  if (line === undefined) return '';
  const unit = Object.values(view.units).find((each) => each.hex === line.blocked && each.figures > 0);
  const params = { hex: line.blocked, unit: unitName(unit), terrain: terrainName(view.ruleset, view.terrain[line.blocked]) };
  return has(view.ruleset, line.by) ? rt(view.ruleset, line.by, params) : line.blocked;
}

/** Of one line the answer with its cause and rule; of all enemies how many are seen. */
export function sightIntent(view: LoreView, lenses: Lenses, from: string | null, to: string | null): Intent {
  const lead = t('lens.sight.lead');
  const say = (rest: string, left = ''): Intent => ({ path: [], lead, rest, left });
  if (lenses.failed) return say(t('lens.sight.none'));
  if (from === null) return say(t('lens.sight.from'));
  const one = to === null ? undefined : lenses.sights.find((sight) => sight.to === to && sight.origin === from);
  if (one !== undefined) {
    const broken = one.lines.find((line) => line.blocked !== '');
    const rule = t('lens.rule', { rule: one.clear ? one.rule : (broken?.rule ?? one.rule) });
    if (!one.clear) return say(t('lens.sight.blocked', { from, to: one.to, why: why(view, one) }), rule);
    return broken === undefined ? say(t('lens.sight.clear', { from, to: one.to })) : say(t('lens.sight.one', { from, to: one.to }), t('lens.rule', { rule: 'L-2' }));
  }
  if (to === null && lenses.sights.length > 0) return say(t('lens.sight.all', { from, seen: lenses.sights.filter((sight) => sight.clear).length, all: lenses.sights.length }));
  return say(t('lens.sight.to', { from }));
}

/** Who could strike the hex one points at, or what the unit there could strike. */
export function threatIntent(view: LoreView, lenses: Lenses, of: number, hex: string | null): Intent {
  const say = (rest: string): Intent => ({ path: [], lead: t('lens.threat.lead'), rest, left: '' });
  const unit = hex === null ? undefined : Object.values(view.units).find((each) => each.hex === hex && each.figures > 0);
  const own = unit === undefined || unit.side !== of ? null : lenses.reachOf(unit.id);
  if (unit !== undefined && own !== null) return say(t('lens.threat.unit', { unit: capital(unitName(unit)), hex: unit.hex, n: own.length }));
  if (hex !== null && lenses.threat !== null) {
    const strikers = lenses.strikers(hex).flatMap((id) => {
      const striker = view.units[id];
      return striker === undefined ? [] : [t('lens.unitAt', { unit: unitName(striker), hex: striker.hex })];
    });
    return say(strikers.length === 0 ? t('lens.threat.safe', { hex }) : t('lens.threat.by', { hex, units: list(strikers) }));
  }
  return say(of === 0 ? t('lens.threat.south') : t('lens.threat.north'));
}

export const threatLabel = (of: number): string => `${t('lens.threat')}: ${sideName(of)}`;
