/**
 * Who sits at this browser. Nobody is asked to sign in: the first deed that needs a person makes a guest, silently.
 *
 * The proof of who we are is a cookie that scripts cannot read; this module only remembers that there may be one, so
 * that a newcomer's first page asks nothing in vain. Preferences of an account are taken over when it is met, and each
 * later change is sent there.
 */
import { t } from '../i18n';
import { adopt, followPreferences, prefs, type Preferences } from '../prefs/prefs.svelte';

import { answer, server } from './call';
import { ApiError } from './errors';
import type { Preferences as WirePreferences, User } from './protocol';

const KNOWN = 'sandtable.known';

const state: { user: User | null; asked: boolean } = $state({ user: null, asked: false });

/** Who we are; null while unknown or nobody. Reactive. */
export const me = (): User | null => state.user;
/** Whether we know by now who we are (or that we are nobody yet). */
export const meKnown = (): boolean => state.asked;

function remembered(): boolean {
  try {
    return localStorage.getItem(KNOWN) === '1';
  } catch {
    return true;
  }
}

function remember(user: User | null): User | null {
  state.user = user;
  state.asked = true;
  try {
    if (user === null) localStorage.removeItem(KNOWN);
    else localStorage.setItem(KNOWN, '1');
  } catch {
    // without storage we simply ask the server each time
  }
  return user;
}

/** The account's preferences in this client's words. */
export function fromWire(wire: WirePreferences | undefined, now: Preferences = prefs): Partial<Preferences> {
  if (wire === undefined) return {};
  const { sound, confirm, ...same } = wire;
  return {
    ...same,
    ...(sound === undefined ? {} : { sound: sound ? now.sound || 0.6 : 0 }),
    ...(confirm === undefined ? {} : { confirm: confirm ? 'always' : 'direct' }),
  };
}

/** A change of preferences in the account's words. */
export function toWire(changed: Partial<Preferences>): WirePreferences {
  const { sound, confirm, ...same } = changed;
  return { ...same, ...(sound === undefined ? {} : { sound: sound > 0 }), ...(confirm === undefined ? {} : { confirm: confirm === 'always' }) };
}

/** Send changed preferences to the account. That it fails is no news: they hold here, and go with the next change. */
async function keepPreferences(changed: Partial<Preferences>): Promise<void> {
  await answer(server.PATCH('/api/v1/me', { body: { preferences: toWire(changed) } })).catch(() => undefined);
}

async function ask(): Promise<User | null> {
  try {
    const user = await answer(server.GET('/api/v1/me'));
    adopt(fromWire(user.preferences));
    return remember(user);
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.code === 'unauthorized') return remember(null);
    throw thrown;
  }
}

/** At the start of the page: meet the account if there may be one. A failure leaves us nobody; the next call will tell. */
export async function meetAgain(): Promise<void> {
  followPreferences((changed) => {
    if (state.user !== null) void keepPreferences(changed);
  });
  try {
    if (remembered()) await ask();
  } catch {
    // offline or the server is away: the page's own calls say so
  } finally {
    state.asked = true;
  }
}

/** A name for a newcomer, in the language now spoken; it can be changed later. */
function guestName(): string {
  const code = [...crypto.getRandomValues(new Uint8Array(2))].map((byte) => byte.toString(16).padStart(2, '0')).join('').toUpperCase();
  return t('account.guestName', { code });
}

let arriving: Promise<User> | null = null;

/** Somebody, at any rate: the account of this browser, or else a new guest. Call before any deed that needs a person. */
export function ensureMe(): Promise<User> {
  if (state.user !== null) return Promise.resolve(state.user);
  arriving ??= (async () => {
    const known = await ask();
    if (known !== null) return known;
    const { user } = await answer(server.POST('/api/v1/guests', { body: { name: guestName() } }));
    remember(user);
    void keepPreferences({ ...prefs });
    return user;
  })().finally(() => {
    arriving = null;
  });
  return arriving;
}

/** Give a guest's account a name and a password; who is nobody yet gets a new account. */
export async function keepAccount(name: string, password: string): Promise<void> {
  remember((await answer(server.POST('/api/v1/users', { body: { name, password } }))).user);
  // what was preferred before there was an account goes along
  await keepPreferences({ ...prefs });
}

export async function signIn(name: string, password: string): Promise<void> {
  const { user } = await answer(server.POST('/api/v1/sessions', { body: { name, password } }));
  adopt(fromWire(user.preferences));
  remember(user);
}

export async function signOut(): Promise<void> {
  await answer(server.DELETE('/api/v1/sessions'));
  remember(null);
}

export async function rename(name: string): Promise<void> {
  remember(await answer(server.PATCH('/api/v1/me', { body: { name } })));
}
