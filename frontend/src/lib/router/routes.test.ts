import { describe, expect, it } from 'vitest';

import { href, parse, readInvitation, type Route } from './routes';

const routes: [string, Route][] = [
  ['/', { name: 'lobby', show: 'open' }],
  ['/?show=mine', { name: 'lobby', show: 'mine' }],
  ['/create', { name: 'create' }],
  ['/create?ruleset=lore&scenario=S1&who=bot', { name: 'create', ruleset: 'lore', scenario: 'S1', who: 'bot' }],
  ['/match/0199-ab', { name: 'match', id: '0199-ab' }],
  ['/join/0199-ab.Zk3', { name: 'join', id: '0199-ab', code: 'Zk3' }],
  ['/watch/0199-ab/c0de', { name: 'watch', id: '0199-ab', code: 'c0de' }],
  ['/replay/0199-ab', { name: 'replay', id: '0199-ab' }],
  ['/replay/0199-ab?at=214', { name: 'replay', id: '0199-ab', at: 214 }],
  ['/replay/0199-ab/c0de', { name: 'replay', id: '0199-ab', code: 'c0de' }],
  ['/replay/0199-ab/c0de?at=3', { name: 'replay', id: '0199-ab', code: 'c0de', at: 3 }],
  ['/rules/lore', { name: 'rules', ruleset: 'lore' }],
  ['/rules/lore/F-12', { name: 'rules', ruleset: 'lore', anchor: 'F-12' }],
  ['/me', { name: 'me' }],
  ['/about', { name: 'about' }],
];

const read = (address: string): Route => {
  const url = new URL(address, 'https://table.test');
  return parse(url.pathname, url.search);
};

describe('an address', () => {
  it.each(routes)('%s is read and written', (address, route) => {
    expect(read(address)).toEqual(route);
    expect(href(route)).toBe(address);
  });

  it.each(['/nowhere', '/match', '/match/a/b', '/join/nodot', '/join/.x', '/join/x.', '/watch/a', '/replay', '/replay/a/b/c', '/me/b', '/match/%E0%A4%A', '/match/%2Fapi', '/match/<b>'])(
    '%s is not found',
    (address) => {
      expect(parse(address).name).toBe('notFound');
    },
  );

  it('opens the first rulebook when none is named', () => {
    expect(parse('/rules')).toEqual({ name: 'rules', ruleset: 'lore' });
  });

  it('ignores what a query cannot mean', () => {
    expect(read('/?show=everything')).toEqual({ name: 'lobby', show: 'open' });
    expect(read('/replay/a?at=-1')).toEqual({ name: 'replay', id: 'a' });
    expect(read('/create?who=nobody&ruleset=a/b')).toEqual({ name: 'create' });
  });
});

describe('an invitation that somebody pastes', () => {
  it.each([
    ['https://table.test/join/m1.code', { name: 'join', id: 'm1', code: 'code' }],
    ['  m1.code ', { name: 'join', id: 'm1', code: 'code' }],
    ['/watch/m1/w', { name: 'watch', id: 'm1', code: 'w' }],
    ['http://elsewhere.test/match/m1', { name: 'match', id: 'm1' }],
  ])('%s is understood', (text, route) => {
    expect(readInvitation(text)).toEqual(route);
  });

  it.each(['', 'hello there', 'https://table.test/', 'javascript:alert(1)'])('%s is not', (text) => {
    expect(readInvitation(text)).toBeNull();
  });
});
