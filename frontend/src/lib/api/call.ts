/**
 * One request to the server. Who we are travels in an HttpOnly cookie, so every call that changes something carries the
 * header that only our own pages can set. Answers that are not ok become ApiError; `204` becomes undefined.
 */
import { ApiError, asApiError, readError } from './errors';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Options {
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: unknown;
  signal?: AbortSignal;
}

export const PREFIX = '/api/v1';

/** The address of a call; queries that are undefined or empty are left out. */
export function address(path: string, query: Options['query'] = {}): string {
  const given = Object.entries(query).flatMap(([key, value]) => (value === undefined || value === '' ? [] : [[key, String(value)]]));
  return PREFIX + path + (given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`);
}

export async function call<Answer>(method: Method, path: string, { query, body, signal }: Options = {}): Promise<Answer> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (method !== 'GET') headers['X-Sandtable'] = '1';
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let answer: Response;
  try {
    answer = await fetch(address(path, query), { method, headers, credentials: 'same-origin', ...(body === undefined ? {} : { body: JSON.stringify(body) }), ...(signal === undefined ? {} : { signal }) });
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') throw thrown;
    throw asApiError(thrown);
  }
  if (!answer.ok) throw await readError(answer);
  if (answer.status === 204) return undefined as Answer;
  try {
    return (await answer.json()) as Answer;
  } catch {
    throw new ApiError(answer.status, { code: 'unreadable' });
  }
}
