/** Tables: list, open, take a seat. What needs a person makes a guest first. */
import { answer, server } from './call';
import type { BattleRecord, Match, MatchPage, SightAt, Steps, ThreatAt, View } from './protocol';
import type { components } from './schema';
import { ensureMe } from './session.svelte';

export interface Filter {
  status?: 'open' | 'live' | 'ended';
  ruleset?: string;
  clock?: 'none' | 'bank' | 'days';
  mine?: boolean;
  awaiting?: boolean;
  before?: string;
}

type Bodies = components['schemas'];
export type NewMatch = Omit<Bodies['NewMatch'], 'nonce'>;
export type NewSeat = Bodies['NewSeat'];
export type NewClock = Bodies['NewNoClock'] | Bodies['NewBankClock'] | Bodies['NewDaysClock'];

export function listMatches(filter: Filter, signal?: AbortSignal): Promise<MatchPage> {
  return answer(server.GET('/api/v1/matches', { params: { query: filter }, ...(signal === undefined ? {} : { signal }) }));
}

export function getMatch(id: string, watch?: string): Promise<Match> {
  return answer(server.GET('/api/v1/matches/{match_id}', { params: { path: { match_id: id }, query: watch === undefined ? {} : { watch } } }));
}

/** The board of a table for a small picture, as it stands for us; null before the start. */
export async function getPreview(id: string): Promise<View | null> {
  return (await answer(server.GET('/api/v1/matches/{match_id}/preview', { params: { path: { match_id: id } } }))).view ?? null;
}

/** What this browser throws into the pot of a match's dice, kept so that it can be found in the record later. */
function nonceFor(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function keepNonce(match: Match, nonce: string): Match {
  try {
    localStorage.setItem(`sandtable.nonce.${match.id}`, nonce);
  } catch {
    // without storage the dice are as fair, only this browser cannot point at its own part
  }
  return match;
}

/** The nonce that this browser gave when it took its seat, if it did. */
export function myNonce(match: string): string | null {
  try {
    return localStorage.getItem(`sandtable.nonce.${match}`);
  } catch {
    return null;
  }
}

export async function createMatch(match: NewMatch): Promise<Match> {
  await ensureMe();
  const nonce = nonceFor();
  return keepNonce(await answer(server.POST('/api/v1/matches', { body: { ...match, nonce } })), nonce);
}

/** Sit down at the oldest fitting table, or open one. */
export async function quickMatch(ruleset: string): Promise<Match> {
  await ensureMe();
  const nonce = nonceFor();
  return keepNonce(await answer(server.POST('/api/v1/matches/quick', { body: { ruleset, nonce } })), nonce);
}

export async function joinMatch(id: string, how: { seat?: number; link?: string } = {}): Promise<Match> {
  await ensureMe();
  const nonce = nonceFor();
  return keepNonce(await answer(server.POST('/api/v1/matches/{match_id}/join', { params: { path: { match_id: id } }, body: { ...how, nonce } })), nonce);
}

/** Leave a table that has not begun. The last one to leave closes it: then there is no match to give back. */
export async function leaveMatch(id: string): Promise<Match | null> {
  return (await answer(server.POST('/api/v1/matches/{match_id}/leave', { params: { path: { match_id: id } } }))).match ?? null;
}

export function startMatch(id: string): Promise<Match> {
  return answer(server.POST('/api/v1/matches/{match_id}/start', { params: { path: { match_id: id } } }));
}

/** A line of chat from somebody whose socket does not know him yet. */
export async function speak(id: string, room: 'match' | 'spectators', text: string, watch: string | null): Promise<void> {
  await answer(server.POST('/api/v1/matches/{match_id}/chat', { params: { path: { match_id: id } }, body: { room, text, ...(watch === null ? {} : { watch }) } }));
}

/** The steps after `since` as we may see them, a page of them; -1 begins at the start. */
export function getSteps(id: string, since: number, who: { seat?: number; watch?: string } = {}): Promise<Steps> {
  // openapi-fetch widens pairs (`chance`) to lists
  return answer(server.GET('/api/v1/matches/{match_id}/steps', { params: { path: { match_id: id }, query: { since, limit: 500, ...who } } })) as Promise<Steps>;
}

/** As whom one looks: from which of one's seats, or by which link. */
export interface Looker {
  readonly seat?: number;
  readonly watch?: string;
}

/** What is seen from a place, and what is in the way. */
export function getSight(id: string, from: string, to: string[], who: Looker): Promise<SightAt> {
  return answer(server.GET('/api/v1/matches/{match_id}/sight', { params: { path: { match_id: id }, query: { from, to, ...who } } }));
}

/** What a seat's units could strike in its next turn, as the board stands. */
export function getThreat(id: string, of: number, who: Looker): Promise<ThreatAt> {
  return answer(server.GET('/api/v1/matches/{match_id}/threat', { params: { path: { match_id: id }, query: { of, ...who } } }));
}

/** The whole record of an ended battle. */
export function getRecord(id: string, watch?: string): Promise<BattleRecord> {
  // openapi-fetch widens pairs (`chance`) to lists
  return answer(server.GET('/api/v1/matches/{match_id}/replay', { params: { path: { match_id: id }, query: watch === undefined ? {} : { watch } } })) as Promise<BattleRecord>;
}
