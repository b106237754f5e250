/** Tokens for bots and scripts. The token itself comes once, in the answer that made it. */
import { call } from './call';
import type { TokenInfo, TokenList } from './protocol';
import { ensureMe } from './session.svelte';

export type Scope = TokenInfo['scopes'][number];

export const listTokens = async (): Promise<TokenInfo[]> => (await call<TokenList>('GET', '/tokens')).tokens;

export async function createToken(name: string, scopes: readonly Scope[], days?: number): Promise<TokenInfo> {
  await ensureMe();
  return call('POST', '/tokens', { body: { name, scopes, ...(days === undefined ? {} : { days }) } });
}

export const deleteToken = (id: string): Promise<void> => call('DELETE', `/tokens/${encodeURIComponent(id)}`);
