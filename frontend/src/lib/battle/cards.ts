/** What a card shows in its corner: units by sector, or the picture of its tactic. Reads the ruleset's content, which it may lack. */
import type { IconName } from '../art/icons';

import type { LoreView } from '../match/lore';

import type { Offer } from './deeds';
import { cardParts } from './words';

const PICTURES: Record<string, IconName> = {
  call_green: 'trumpet-flag', call_blue: 'trumpet-flag', call_red: 'trumpet-flag', foot_surge: 'walking-boot', charge: 'horse-head', volley: 'high-shot',
  mirror: 'mirror-mirror', fury: 'crossed-swords', rally: 'hunting-horn', march: 'boots', torches: 'torch',
  haste: 'sprint', shield: 'bell-shield', strike: 'crossed-swords', mend: 'heart-plus', portal: 'magic-portal', downpour: 'heavy-rain',
};

interface CardContent {
  readonly id?: string;
  readonly sides?: readonly number[];
  readonly per_sector?: number;
  readonly quota?: readonly number[];
  readonly orders?: readonly number[];
}

/** Units that a sector card orders left, in the centre, right; 99 and more means all. null: no sector card. */
export function quotaOf(content: Readonly<Record<string, unknown>> | undefined, id: string): readonly [number, number, number] | null {
  const cards = content?.['cards'];
  const { base, sector } = cardParts(id);
  const found = (Array.isArray(cards) ? (cards as CardContent[]).find((card) => card.id === id || card.id === base) : (cards as Record<string, CardContent> | undefined)?.[id] ?? (cards as Record<string, CardContent> | undefined)?.[base]);
  if (found === undefined) return null;
  const quota = found.quota ?? found.orders;
  if (quota !== undefined && quota.some((n) => n > 0)) return [quota[0] ?? 0, quota[1] ?? 0, quota[2] ?? 0];
  const each = found.per_sector ?? 0;
  if (each === 0 || sector === null) return null;
  return [sector === 'left' ? each : 0, sector === 'centre' ? each : 0, sector === 'right' ? each : 0];
}

export const pictureOf = (id: string): IconName => PICTURES[cardParts(id).base] ?? 'spell-book';

/** Cards of the shelf in their order, as the number keys count them: the hand, cards offered to choose from, spells. */
export function cardsShown(view: LoreView, seat: number, offer: Offer | null): readonly { readonly id: string; readonly key: string; readonly price: number | null }[] {
  const hand = view.hands?.[seat]?.cards ?? [];
  const spells = view.spells?.[seat]?.cards ?? [];
  const prices = view.spells?.[seat]?.prices ?? {};
  const offered = [...(offer?.cards.keys() ?? [])].filter((card) => !hand.includes(card) && !spells.includes(card));
  // the same card may be held twice: keys need the position as well
  const all = [...hand, ...offered, ...spells];
  return all.map((id, i) => ({ id, key: `${id}#${all.slice(0, i).filter((other) => other === id).length}`, price: prices[id] ?? null }));
}
