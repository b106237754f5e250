/**
 * Why not: the server's refusal as a sentence with its rule. Asked with a long press or `?` on something that is not
 * offered: the client names the deed one would have meant there, and the server says what forbids it.
 */
import type { RefusedFrame } from '../api/protocol';
import { has, rt, t, tDynamic, type Params } from '../i18n';
import type { LoreView } from '../match/lore';

import type { ActionJson } from './deeds';
import type { Table } from './table.svelte';
import { unitName } from './words';

type Refusal = Pick<RefusedFrame, 'code' | 'rule' | 'params'>;

function plain(view: LoreView, params: Readonly<Record<string, unknown>> | undefined): Params {
  return Object.fromEntries(Object.entries(params ?? {}).flatMap(([key, value]): [string, string | number][] => {
    if (typeof value === 'string') return [[key, view.units[value] === undefined ? value : unitName(view.units[value])]];
    return typeof value === 'number' ? [[key, value]] : [];
  }));
}

/** "Too far: the bow reaches 4 hexes. Rule W-1." */
export function refusalText(view: LoreView, refusal: Refusal, other = ''): string {
  if (refusal.code === 'stale') return t('refused.stale', { name: other });
  const key = `refused.${refusal.code}`;
  const sentence = has(view.ruleset, key) ? rt(view.ruleset, key, plain(view, refusal.params)) : (tDynamic(`error.${refusal.code}`) ?? t('refused.other'));
  return refusal.rule ? `${sentence} ${t('refused.rule', { rule: refusal.rule })}` : sentence;
}

/** What the chosen unit would have been meant to do at a hex, in the order of likelihood. */
export function meantAt(view: LoreView, table: Table, hex: string): ActionJson[] {
  const unit = table.actor;
  const there = table.units.get(hex);
  if (unit === null) return there === undefined ? [] : [view.phase === 'order' ? { verb: 'order', unit: there.id } : view.phase === 'move' ? { verb: 'move', unit: there.id, to: hex } : { verb: 'extinguish', unit: there.id, hex }];
  if (view.phase === 'move') return [{ verb: 'move', unit: unit.id, to: hex }];
  if (there !== undefined && there.side !== unit.side) return [{ verb: 'shoot', unit: unit.id, target: there.id }, { verb: 'melee', unit: unit.id, target: there.id }];
  return view.fires[hex] === undefined ? [{ verb: 'ignite', unit: unit.id, hex }] : [{ verb: 'extinguish', unit: unit.id, hex }];
}

/** The reason, or null if the server had none to give. */
export async function whyNot(view: LoreView, table: Table, hex: string, odds: (action: ActionJson) => Promise<unknown>): Promise<string | null> {
  let reason: string | null = null;
  for (const action of meantAt(view, table, hex)) {
    try {
      await odds(action);
      return null;
    } catch (thrown) {
      const refusal = thrown as Partial<Refusal>;
      if (typeof refusal.code === 'string') reason = refusalText(view, { code: refusal.code, ...(refusal.rule === undefined ? {} : { rule: refusal.rule }), ...(refusal.params === undefined ? {} : { params: refusal.params }) });
    }
  }
  return reason;
}
