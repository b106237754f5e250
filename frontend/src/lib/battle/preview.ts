/** A previewed deed in words: title, the line below it, the word on the button. */
import type { Odds } from '../api/protocol';
import { list, rt, t, tDynamic, type Params } from '../i18n';
import type { LoreUnit, LoreView } from '../match/lore';

import type { Deed } from './deeds';
import { modifiersOf } from './sentences';
import { capital, cardName, numberOf, powerName, terrainName, unitName } from './words';

export interface DeedText {
  readonly title: string;
  readonly button: string;
}

/** Whether an enemy of the unit stands there: what a flight passes over. */
function standingAt(view: LoreView, hex: string, unit: string | null): boolean {
  const side = unit === null ? undefined : view.units[unit]?.side;
  return side !== undefined && Object.values(view.units).some((other) => other.hex === hex && other.side !== side && other.figures > 0);
}

/** Words for a deed; the acting unit and what stands at the place are given. */
export function deedText(view: LoreView, deed: Deed, actor: LoreUnit | null, at: LoreUnit | null): DeedText {
  const hex = deed.hexes[0] ?? actor?.hex ?? '';
  const burning = view.fires[hex] !== undefined;
  const action = deed.action;
  const params: Params = {
    unit: unitName(actor ?? undefined), unit_whom: unitName(actor ?? undefined, 'whom'), n_of: numberOf(actor ?? undefined),
    target: unitName(at ?? undefined), target_whom: unitName(at ?? undefined, 'whom'),
    over: list(deed.path.filter((step) => standingAt(view, step, deed.unit))), hex, terrain: terrainName(view.ruleset, view.terrain[hex]),
    power: typeof action['power'] === 'string' ? powerName(view.ruleset, action['power']) : '',
    card: deed.card === null ? '' : cardName(view.ruleset, deed.card),
    n: typeof action['count'] === 'number' ? action['count'] : 0,
    mana: typeof action['mana'] === 'number' ? action['mana'] : 0,
    kind: typeof action['kind'] === 'string' ? terrainName(view.ruleset, action['kind']) : '',
    choice: typeof action['choice'] === 'string' ? rt(view.ruleset, `mana_choice.${action['choice']}`, {}, action['choice']) : '',
  };
  const yes = action['accept'];
  const variant = deed.verb === 'power' && typeof action['power'] === 'string' ? `.${action['power']}` : deed.verb === 'melee' && action['power'] ? '.power' : deed.verb === 'ignite' && burning ? '.feed' : deed.verb === 'fly' && action['breath'] === true ? '.breath'
    : deed.verb === 'play_spell' && deed.unit !== null ? (action['hex'] === undefined ? '.unit' : '.to')
    : deed.verb === 'ignore_flags' && action['count'] === 0 ? '.none' : deed.verb === 'order' && action['mana'] ? '.mana'
    : yes === true ? '.yes' : yes === false ? '.no' : deed.hexes.length === 0 && ['pursue', 'bonus_attack', 'pick_restored'].includes(deed.verb) && deed.unit === null ? '.none' : '';
  const title = tDynamic(`deed.${deed.verb}${variant}`, params) ?? tDynamic(`deed.${deed.verb}`, params) ?? deed.verb;
  const button = tDynamic(`do.${deed.verb}${variant}`, params) ?? tDynamic(`do.${deed.verb}`, params) ?? t('do.it');
  return { title: capital(title), button: capital(button) };
}

/** What a deed costs in mana: a spell by the holder's hand, a power by the ruleset's content; null: nothing. */
export function priceOf(view: LoreView, content: Readonly<Record<string, unknown>> | undefined, deed: Deed, actor: LoreUnit | null): number | null {
  if (deed.card !== null) return view.spells?.[view.side]?.prices?.[deed.card] ?? null;
  const power = deed.action['breath'] === true ? 'breath' : deed.action['power'];
  const prices = (content?.['powers'] ?? {}) as Readonly<Record<string, Readonly<Record<string, number>>>>;
  return typeof power !== 'string' || actor === null ? null : (prices[power]?.[actor.kind] ?? null);
}

/** "melee · 4 dice: 4 red banner, cap 2". */
export function oddsLine(ruleset: string, odds: Odds, kind: string): string {
  const parts = modifiersOf(ruleset, odds.parts ?? []).map((part) => `${part.value} ${part.text}`);
  const dice = t('odds.dice', { n: odds.dice });
  return [kind, parts.length > 0 ? `${dice}: ${parts.join(', ')}` : dice].filter((part) => part !== '').join(' · ');
}
