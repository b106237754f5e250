/**
 * A table in words: its clock, its options, who sits there, how it stands. Pure but for the language.
 */
import type { NewClock } from '../api';
import type { Match, RulesetInfo, SeatInfo, View } from '../api/protocol';
import { byPoints, type LoreView } from '../match/lore';
import { has, language, list, rt, t, tDynamic } from '../i18n';

/** A name in the language now spoken, from a `{en, ru}` of the server. */
export function nameOf(names: Readonly<Record<string, string>> | undefined, fallback = ''): string {
  return names?.[language()] ?? names?.['en'] ?? fallback;
}

/** With a large first letter, for the start of a line or a label. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);

/** The name of a game: the server's, or that of the catalogues while the server has none. */
export function rulesetName(id: string, known: readonly RulesetInfo[] = []): string {
  const named = nameOf(known.find((ruleset) => ruleset.id === id)?.names);
  return named !== '' && named !== id ? named : rt(id, `ruleset.${id}`, {}, tDynamic(`game.${id}`) ?? id);
}

/** "15 min + 20 s", "3 days a move", "no clock". */
export function clockWords(clock: Match['clock'] | NewClock): string {
  switch (clock.kind) {
    case 'none':
      return t('clock.none');
    case 'bank': {
      const increment = clock.increment_s ?? 0;
      const whole = bank(clock.bank_s ?? 0);
      return increment === 0 ? whole : t('clock.bank', { bank: whole, increment });
    }
    case 'days':
      return t('clock.days', { n: clock.days ?? 0 });
  }
}

const bank = (seconds: number): string => (seconds < 60 ? t('time.seconds', { n: seconds }) : t('time.minutes', { n: Math.round(seconds / 6) / 10 }));

/** The options that a lobby tells: those that the ruleset's catalogue has a lobby word for (`lobby.<option>`), and the preset if it is not the usual one. */
export function optionWords(match: Pick<Match, 'ruleset' | 'options'>): string[] {
  const { ruleset, options } = match;
  const words: string[] = [];
  for (const [id, value] of Object.entries(options)) {
    const param = typeof value === 'number' || typeof value === 'string' ? value : '';
    if (value === false || value === 0 || value === null || value === 'off') continue;
    const key = has(ruleset, `lobby.${id}.${String(value)}`) ? `lobby.${id}.${String(value)}` : `lobby.${id}`;
    const said = rt(ruleset, key, { value: param }, '');
    if (said !== '') words.push(said);
  }
  if (options['preset'] === 'letter') words.push(t('preset.letter.short'));
  return words;
}

/** The name of who sits in a seat; what the seat waits for if nobody does. */
export function playerWords(seat: SeatInfo): string {
  if (seat.player !== null) return seat.kind === 'bot' ? botName(seat.bot ?? seat.player.name) : seat.player.name;
  return seat.kind === 'link' ? t('seat.link') : seat.kind === 'bot' ? botName(seat.bot ?? '') : t('seat.free');
}

export function botName(bot: string): string {
  return bot === 'captain' || bot === 'random' ? t(`bot.${bot}`) : bot;
}

/** "Ravenna, Lev" without me; for my own lists. */
export function opponents(match: Match): string {
  const others = match.seats.filter((seat) => !match.you.seats.includes(seat.seat));
  return others.length === 0 ? t('lobby.bothMine') : list(others.map(playerWords));
}

/** The score by seat when the result tells it or the board as last seen. */
export function score(match: Match, board: View | null = null): readonly number[] | null {
  const seen = (board ?? match.preview) as LoreView | null | undefined;
  const scores: unknown = match.result?.scores ?? (seen == null ? null : byPoints(seen) ? seen.points : seen.trophies);
  return Array.isArray(scores) && scores.length === match.seats.length && scores.every((n) => typeof n === 'number') ? scores : null;
}

/** Whether I may look on. */
export const watchable = (match: Pick<Match, 'you' | 'spectators'>): boolean => match.you.role === 'seat' || match.spectators === 'public';

/** Whether I hold a seat. */
export const isMine = (match: Match): boolean => match.you.seats.length > 0;

/** Whether the game now waits for me. */
export const awaitsMe = (match: Match): boolean => match.status === 'live' && match.awaiting.some((seat) => match.you.seats.includes(seat));

/** Milliseconds left on my clock, as of the answer; null without one. */
export function myTimeLeft(match: Match): number | null {
  const left = match.seats.filter((seat) => match.you.seats.includes(seat.seat)).map((seat) => seat.clock_ms);
  const known = left.filter((ms) => ms !== undefined);
  return known.length === 0 ? null : Math.min(...known);
}
