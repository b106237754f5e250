import { beforeEach, describe, expect, it, vi } from 'vitest';

import { setLanguage } from '../i18n';

import { answer as read, server } from './call';
import { ApiError, asApiError, errorOf, explain } from './errors';
import { fromWire, toWire } from './session.svelte';

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Response => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

function serve(...answers: (Response | Error)[]): ReturnType<typeof vi.fn> {
  const fetch = vi.fn(() => {
    const next = answers.shift();
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  });
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

beforeEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  localStorage.clear();
  setLanguage('en');
});

describe('a call', () => {
  it('marks what changes something, and only that', async () => {
    const fetch = serve(answer(200, { matches: [] }), answer(201, { user: {}, token: '' }));
    await read(server.GET('/api/v1/matches', { params: { query: { status: 'open' } } }));
    await read(server.POST('/api/v1/guests', { body: { name: 'Lev' } }));
    const [get, post] = fetch.mock.calls.map(([request]) => request as Request);
    expect(get?.url).toMatch(/\/api\/v1\/matches\?status=open$/u);
    expect(get?.headers.get('X-Sandtable')).toBeNull();
    expect(post?.headers.get('X-Sandtable')).toBe('1');
    expect(await post?.json()).toEqual({ name: 'Lev' });
  });

  it('throws the error of the server with its code', async () => {
    serve(answer(409, { error: { code: 'conflict', message: 'taken', request: 'r7' } }));
    const error = await read(server.GET('/api/v1/me')).catch(asApiError);
    expect(error).toMatchObject({ status: 409, code: 'conflict', detail: { request: 'r7' } });
  });

  it('calls a dead network offline and a broken answer unreadable', async () => {
    serve(new TypeError('Failed to fetch'), answer(200, '{"half":'));
    expect(await read(server.GET('/api/v1/me')).catch(asApiError)).toMatchObject({ status: 0, code: 'offline' });
    expect(await read(server.GET('/api/v1/me')).catch(asApiError)).toMatchObject({ code: 'unreadable' });
  });

  it.each([
    [502, '<html>', 'unavailable'],
    [404, undefined, 'not_found'],
    [418, { error: 'odd' }, 'unreadable'],
  ])('makes something of a %s that is not ours', (status, body, code) => {
    expect(errorOf(answer(status, ''), body).code).toBe(code);
  });

  it('knows how long to wait', () => {
    const error = errorOf(answer(429, '', { 'Retry-After': '3' }), { error: { code: 'rate_limited', message: '' } });
    expect(explain(error)).toBe('Too many requests. Try again in 3 seconds.');
    setLanguage('ru');
    expect(explain(error)).toBe('Слишком много запросов. Попробуйте через 3 секунды.');
  });

  it('never shows a bare code without a sentence', () => {
    expect(explain(new ApiError(400, { code: 'brand_new' }))).toBe('Something did not work (brand_new).');
  });
});

describe('who we are', () => {
  it('a newcomer asks nothing at the start and becomes a guest with the first deed', async () => {
    const { ensureMe, me, meetAgain } = await import('./session.svelte');
    const fetch = serve(answer(401, { error: { code: 'unauthorized', message: '' } }), answer(201, { user: { id: 'u1', name: 'Guest 7', guest: true, bot: false }, token: 't' }), answer(200, {}));
    await meetAgain();
    expect(fetch).not.toHaveBeenCalled();
    const [one, two] = await Promise.all([ensureMe(), ensureMe()]);
    expect(one).toBe(two);
    expect(me()?.name).toBe('Guest 7');
    expect(fetch.mock.calls.map(([request]) => new URL((request as Request).url).pathname)).toEqual(['/api/v1/me', '/api/v1/guests', '/api/v1/me']);
  });

  it('who was here before is met again, with the preferences of the account', async () => {
    localStorage.setItem('sandtable.known', '1');
    const { me, meetAgain } = await import('./session.svelte');
    const { prefs } = await import('../prefs/prefs.svelte');
    serve(answer(200, { id: 'u1', name: 'Ravenna', guest: false, bot: false, preferences: { language: 'ru', sound: false } }));
    await meetAgain();
    expect(me()?.name).toBe('Ravenna');
    expect(prefs.language).toBe('ru');
    expect(prefs.sound).toBe(0);
  });

  it('translates preferences there and back', () => {
    expect(toWire({ sound: 0.4, confirm: 'direct', theme: 'dark' })).toEqual({ sound: true, confirm: false, theme: 'dark' });
    expect(fromWire({ sound: true, confirm: true, motion: 'reduced' })).toMatchObject({ confirm: 'always', motion: 'reduced' });
    expect(fromWire({ sound: false }).sound).toBe(0);
    expect(fromWire(undefined)).toEqual({});
  });
});
