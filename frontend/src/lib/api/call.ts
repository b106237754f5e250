/**
 * The REST client: openapi-fetch on the types generated from the server's OpenAPI, so a call that the server does not
 * know does not compile. `answer` turns what comes back into data, or throws an ApiError.
 *
 * Who we are travels in an HttpOnly cookie; every call that changes something therefore carries the header that only
 * our own pages can set.
 */
import createClient from 'openapi-fetch';

import { ApiError, asApiError, errorOf } from './errors';
import type { paths } from './schema';

const base = typeof location === 'undefined' ? '' : location.origin;

export const server = createClient<paths>({ baseUrl: base, credentials: 'same-origin', fetch: (request) => globalThis.fetch(request) });

server.use({
  onRequest({ request }) {
    if (request.method !== 'GET') request.headers.set('X-Sandtable', '1');
  },
});

/** The data of an answer that is well; anything else is thrown as ApiError (an abort as it is). */
export async function answer<Data>(call: Promise<{ data?: Data; error?: unknown; response: Response }>): Promise<Data> {
  let came;
  try {
    came = await call;
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') throw thrown;
    if (thrown instanceof SyntaxError) throw new ApiError(0, { code: 'unreadable', message: thrown.message });
    throw asApiError(thrown);
  }
  const { data, error, response } = came;
  if (!response.ok) throw errorOf(response, error);
  return data as Data;
}
