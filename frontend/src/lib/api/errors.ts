/**
 * What can go wrong between here and the server, as one kind of error with a code.
 *
 * The server's English `message` is for bots; people get the catalogue's sentence for the code (`explain`). A failure of
 * the network itself has the code `offline`, an answer that is no JSON of ours `unreadable`.
 */
import { rt, t, tDynamic, type Params } from '../i18n';

import type { ErrorDetail } from './protocol';

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: Partial<ErrorDetail>;
  /** Seconds to wait before the next try, when the server names them. */
  readonly retryAfter: number | null;

  constructor(status: number, detail: Partial<ErrorDetail> & { code: string }, retryAfter: number | null = null) {
    super(detail.message ?? detail.code);
    this.status = status;
    this.code = detail.code;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }
}

/** The error of an answer that is not ok: ours if its body is one, else what its status says. */
export function errorOf(answer: Response, body: unknown): ApiError {
  const wait = Number(answer.headers.get('Retry-After'));
  const retryAfter = Number.isFinite(wait) && wait > 0 ? wait : null;
  const detail = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  if (typeof detail === 'object' && detail !== null && 'code' in detail && typeof detail.code === 'string') {
    return new ApiError(answer.status, detail as ErrorDetail, retryAfter);
  }
  const code = answer.status === 404 ? 'not_found' : answer.status >= 500 ? 'unavailable' : 'unreadable';
  return new ApiError(answer.status, { code }, retryAfter);
}

/** Whatever was thrown, as an ApiError. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof TypeError) return new ApiError(0, { code: 'offline', message: thrown.message });
  throw thrown;
}

function plain(params: Record<string, unknown> | undefined): Params {
  const kept: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(params ?? {})) if (typeof value === 'string' || typeof value === 'number') kept[key] = value;
  return kept;
}

/** One sentence for a person: what happened and what can be done. `ruleset` lets a refusal speak the game's words. */
export function explain(thrown: unknown, ruleset?: string): string {
  const error = asApiError(thrown);
  const params: Params = { ...plain(error.detail.params), field: error.detail.field ?? '', seconds: error.retryAfter ?? 10 };
  const own = tDynamic(`error.${error.code}`, params);
  if (own !== null) return own;
  const key = `refused.${error.code}`;
  if (ruleset !== undefined) {
    const sentence = rt(ruleset, key, params, '');
    if (sentence !== '') return sentence;
  }
  return tDynamic(key, params) ?? t('error.other', { code: error.code });
}
