/** Tokens for bots and scripts. The token itself comes once, in the answer that made it. */
import { answer, server } from './call';
import type { TokenInfo } from './protocol';
import { ensureMe } from './session.svelte';

export type Scope = TokenInfo['scopes'][number];

export const listTokens = async (): Promise<TokenInfo[]> => (await answer(server.GET('/api/v1/tokens'))).tokens;

export async function createToken(name: string, scopes: readonly Scope[], days: number): Promise<TokenInfo> {
  await ensureMe();
  return answer(server.POST('/api/v1/tokens', { body: { name, scopes: [...scopes], days } }));
}

export async function deleteToken(id: string): Promise<void> {
  await answer(server.DELETE('/api/v1/tokens/{token_id}', { params: { path: { token_id: id } } }));
}
