/**
 * A log line in words: what happened, what it led to, what the dice needed, what the modifiers were.
 *
 * Sentences stand in the client's catalogues under `log.…` with names in the case that each sentence needs; an event that
 * the client does not know is told with the ruleset's `event.<type>`, and if that is missing too, by its type.
 */
import type { BattleEvent, Modifier, Roll } from '../api/protocol';
import { has, list, number, percent, rt, t, tDynamic, type Params } from '../i18n';

import type { Line } from './entries';
import { capital, cardName, numberOf, pieces, plainText, powerName, sideName, sideOfName, strong, terrainName, unitName } from './words';

type Data = Readonly<Record<string, unknown>>;
const word = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
const count = (value: unknown): number => (typeof value === 'number' ? value : Array.isArray(value) ? value.length : 0);

/** "+2", "−3": a minus sign, not a hyphen. */
const signed = (value: number): string => number(value, { signDisplay: 'exceptZero' }).replace('-', '−');
const numbersOf = (data: Data): Params => Object.fromEntries(Object.entries(data).filter((pair): pair is [string, number] => typeof pair[1] === 'number'));

/** Everything a sentence may want to name. */
function paramsOf(ruleset: string, data: Data, line: Line): Params {
  const unit = line.units[word(data['unit'])];
  const target = line.units[word(data['target'])];
  const by = line.units[word(data['by'])] ?? line.units[word(data['from'])];
  const side = typeof data['side'] === 'number' ? data['side'] : (unit?.side ?? line.side ?? 0);
  const hex = word(data['hex']) || word(data['at']) || word(data['to']);
  const path = Array.isArray(data['path']) ? data['path'] : [];
  const last = path.at(-1);
  const plain = Object.fromEntries(Object.entries(data).filter((pair): pair is [string, string | number] => typeof pair[1] === 'string' || typeof pair[1] === 'number'));
  return {
    ...plain,
    unit: strong(unitName(unit)), unit_whom: strong(unitName(unit, 'whom')), n_of: numberOf(unit),
    target: strong(unitName(target)), target_whom: strong(unitName(target, 'whom')),
    by: by === undefined ? sideName(typeof data['by'] === 'number' ? data['by'] : side) : unitName(by),
    side: sideName(side), side_of: sideOfName(side),
    hex, at: word(data['at']) || hex, to: word(data['to']) || (typeof last === 'string' ? last : hex),
    terrain: terrainName(ruleset, line.terrain[hex] ?? word(data['terrain'])),
    card: strong(cardName(ruleset, word(data['card']))), counts_as: data['counts_as'] ? cardName(ruleset, word(data['counts_as'])) : '',
    ...(typeof data['kind'] === 'string' ? { kind: terrainName(ruleset, data['kind']) } : {}),
    ...(typeof data['spell'] === 'string' ? { spell: strong(cardName(ruleset, data['spell'])) } : {}),
    ...(typeof data['choice'] === 'string' ? { choice: rt(ruleset, `mana_choice.${data['choice']}`, {}, data['choice']) } : {}),
    ...(typeof data['change'] === 'number' ? { change: signed(data['change']) } : {}),
    ...(typeof data['power'] === 'string' ? { power: powerName(ruleset, data['power']) } : {}),
    count: count(data['count']), lost: count(data['lost']), lit: count(data['lit']),
  };
}

/** The key of the sentence of an event: some types have one for each way. */
function keyOf(event: BattleEvent): string {
  const data = event.data ?? {};
  switch (event.type) {
    case 'attack':
      return `log.attack.${word(data['how']) || 'melee'}`;
    case 'moved':
      return `log.moved.${word(data['how']) || 'move'}`;
    case 'ignite':
      return Number(data['before']) > 0 ? 'log.ignite.feed' : 'log.ignite';
    case 'card_played':
      return data['counts_as'] ? 'log.card_played.as' : 'log.card_played';
    case 'card_drawn':
      return data['card'] === undefined ? 'log.card_drawn.hidden' : 'log.card_drawn';
    case 'spell_drawn':
    case 'spell_discarded':
      return data['spell'] === undefined ? `log.${event.type}.hidden` : `log.${event.type}`;
    case 'landmark':
      return `log.landmark.${word(data['kind'])}`;
    case 'result':
      return count(data['winners']) === 0 ? 'log.result.draw' : 'log.result';
    default:
      return `log.${event.type}`;
  }
}

function sentence(ruleset: string, event: BattleEvent, line: Line): string {
  const data = event.data ?? {};
  const params = paramsOf(ruleset, data, line);
  const extra: Params = event.type === 'result' && Array.isArray(data['winners']) ? { ...params, side: sideName(Number(data['winners'][0] ?? 0)), side_of: sideOfName(Number(data['winners'][0] ?? 0)) } : params;
  return tDynamic(keyOf(event), extra) ?? (has(ruleset, `event.${event.type}`) ? rt(ruleset, `event.${event.type}`, extra) : (tDynamic(`log.${event.type}`, extra) ?? event.type));
}

/** The head of a line: who did what, names apart. */
export const headOf = (ruleset: string, line: Line): { text: string; bold: boolean }[] => pieces(capital(sentence(ruleset, line.event, line)));

/** What it led to, in one sentence; empty where the head says it all. */
export function outcomeOf(ruleset: string, line: Line): string {
  const parts: string[] = [];
  const data = line.event.data ?? {};
  const outcome = line.roll?.outcome ?? '';
  if (line.event.type === 'ignite') {
    const before = Number(data['before'] ?? 0);
    const after = Number(data['after'] ?? 0);
    if (after === before) parts.push(t('outcome.nothing'));
    else parts.push(t('outcome.level', { before, after, max: Number(data['max'] ?? 0) }));
    if (after > before && after === Number(data['max'])) parts.push(t('outcome.burnsDown', { side: sideOfName(line.side ?? 0) }));
  } else if (line.event.type === 'extinguish') {
    parts.push(data['out'] === true ? t('outcome.out') : t('outcome.stays'));
  } else if (line.event.type === 'dragon_fire') {
    parts.push(t('outcome.lit', { n: count(data['lit']) || Number(data['count'] ?? 0) }));
  } else if (line.event.type === 'fright') {
    parts.push(Number(data['lost'] ?? 0) > 0 ? t('outcome.figures', { n: Number(data['lost']) }) : t('outcome.steady'));
  } else if (line.event.type === 'critical') {
    parts.push(data['killed'] === true ? t('outcome.killed') : t('outcome.notKilled'));
  }
  const gone = line.after.some((event) => event.type === 'eliminated');
  for (const event of line.after) {
    const own = event.data ?? {};
    if (event.type === 'figures_lost' && !gone) parts.push(t('outcome.figures', { n: Number(own['count'] ?? 0) }));
    else if (event.type === 'eliminated') parts.push(own['trophy'] === true ? t('outcome.eliminated') : t('outcome.eliminatedNoTrophy'));
    else if (event.type === 'trophy') parts.push(t('outcome.trophy', { total: Number(own['total'] ?? 0), side: sideName(Number(own['side'] ?? 0)) }));
    else if (event.type === 'flags') parts.push(Number(own['ignored'] ?? 0) > 0 ? t('outcome.flagsIgnored', { n: Number(own['ignored']), of: Number(own['count'] ?? 0) }) : t('outcome.flags', { n: Number(own['count'] ?? 0) }));
    else if (event.type === 'retreat_blocked') parts.push(t('outcome.blocked', { n: Number(own['missing'] ?? 0) }));
    else if (event.type === 'mana') parts.push(t('outcome.mana', { change: signed(Number(own['change'] ?? 0)), total: Number(own['total'] ?? 0) }));
    else if (event.type !== 'figures_lost') parts.push(sentence(ruleset, event, line));
  }
  if (parts.length === 0 && line.roll !== null && line.event.type === 'attack') parts.push(outcome === 'odds.hold' || outcome === '' ? t('outcome.unharmed') : rt(ruleset, outcome, {}, t('outcome.unharmed')));
  return plainText(parts.map(capital).join('. '));
}

/** What would have counted, in words: "hits: blue helmet or blade". */
export function neededOf(ruleset: string, roll: Roll): string {
  if (!roll.needed) return '';
  const params: Params = Object.fromEntries(Object.entries(roll.needed_params ?? {}).map(([key, value]) => [key, key === 'banner' ? (tDynamic(`helmet.${word(value)}`) ?? word(value)) : word(value)]));
  return has(ruleset, roll.needed) ? rt(ruleset, roll.needed, params) : (tDynamic(roll.needed, params) ?? '');
}

export interface ModifierText {
  readonly value: string;
  readonly text: string;
  readonly rule: string;
}

/** Modifiers with their sign: the first number is what one begins with, a cap limits. */
export function modifiersOf(ruleset: string, parts: readonly Modifier[]): ModifierText[] {
  return parts.map((part, i) => {
    const text = rt(ruleset, part.source, {}, part.source.replace(/^modifier\./u, '').replaceAll('_', ' '));
    const value = part.kind === 'cap' ? `≤\u2009${number(part.value)}` : i === 0 ? number(part.value) : number(part.value, { signDisplay: 'always' }).replace('-', '−');
    return { value, text, rule: part.rule };
  });
}

/** "70 % beforehand: 1 hit or more", said of what came; the words may count what the event tells. */
export function chanceOf(ruleset: string, { roll, data = {} }: BattleEvent): string {
  if (!roll?.chance) return '';
  const [ways, of] = roll.chance;
  if (of === 0) return '';
  const what = roll.chance_of ? rt(ruleset, roll.chance_of, numbersOf(data), '') : '';
  return t('log.chance', { percent: percent(ways / of), what: what === '' ? t('log.chance.this') : what });
}

/** A line as one spoken sentence, for the polite live region. */
export function spokenOf(ruleset: string, line: Line): string {
  const roll = line.roll;
  const faces = roll?.names ? list(roll.names.map((name) => tDynamic(`face.${name}`) ?? name)) : '';
  return [headOf(ruleset, line).map((piece) => piece.text).join(''), faces === '' ? '' : t('log.spoken.faces', { faces }), outcomeOf(ruleset, line)].filter((part) => part !== '').map((part) => (/[.?]$/u.test(part) ? part : `${part}.`)).join(' ');
}
