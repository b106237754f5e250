/** Tables: list, open, take a seat. What needs a person makes a guest first. */
import { call } from './call';
import type { Match, MatchPage } from './protocol';
import { ensureMe } from './session.svelte';

export interface Filter {
  status?: 'open' | 'live' | 'ended';
  ruleset?: string;
  clock?: 'none' | 'bank' | 'days';
  mine?: boolean;
  awaiting?: boolean;
  before?: string;
}

export type NewSeat = { kind: 'me' | 'open' | 'link' | 'hotseat' } | { kind: 'bot'; bot: 'captain' | 'random' };
export type NewClock = { kind: 'none' } | { kind: 'bank'; bank_s: number; increment_s: number; when_due: 'default' | 'forfeit' } | { kind: 'days'; days: number; when_due: 'default' | 'forfeit' };

/** The body of `POST /matches`. */
export interface NewMatch {
  ruleset: string;
  scenario: string;
  options: Record<string, unknown>;
  seats: NewSeat[];
  clock: NewClock;
  spectators: 'public' | 'link' | 'none';
  delay_s: number;
  takebacks: 'ask' | 'free' | 'none';
  absent: 'bot' | 'none';
  hot_seat: boolean;
}

const at = (id: string, rest = ''): string => `/matches/${encodeURIComponent(id)}${rest}`;

export function listMatches(filter: Filter, signal?: AbortSignal): Promise<MatchPage> {
  const { mine, awaiting, ...same } = filter;
  return call('GET', '/matches', { query: { ...same, ...(mine === true ? { mine: 1 } : {}), ...(awaiting === true ? { awaiting: 1 } : {}) }, ...(signal === undefined ? {} : { signal }) });
}

export function getMatch(id: string, watch?: string): Promise<Match> {
  return call('GET', at(id), { query: { watch } });
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
  return keepNonce(await call<Match>('POST', '/matches', { body: { ...match, nonce } }), nonce);
}

/** Sit down at the oldest fitting table, or open one. */
export async function quickMatch(ruleset: string): Promise<Match> {
  await ensureMe();
  const nonce = nonceFor();
  return keepNonce(await call<Match>('POST', '/matches/quick', { body: { ruleset, nonce } }), nonce);
}

export async function joinMatch(id: string, how: { seat?: number; link?: string } = {}): Promise<Match> {
  await ensureMe();
  const nonce = nonceFor();
  return keepNonce(await call<Match>('POST', at(id, '/join'), { body: { ...how, nonce } }), nonce);
}

export function leaveMatch(id: string): Promise<Match> {
  return call('POST', at(id, '/leave'), { body: {} });
}

export function startMatch(id: string): Promise<Match> {
  return call('POST', at(id, '/start'), { body: {} });
}
