/** What a card shows in its corner: units by sector, or the picture of its tactic. Reads the ruleset's content, which it may lack. */
import type { IconName } from '../art/icons';

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
