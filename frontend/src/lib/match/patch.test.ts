// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import type { View } from '../api/protocol';

import { applyPatch } from './patch';

const vectors = JSON.parse(readFileSync(new URL('../../../../tests/vectors/patch.json', import.meta.url), 'utf-8')) as { before: View; patch: unknown[][]; after: View }[];

describe('a patch', () => {
  it.each(vectors.map((vector, i) => ({ i, ...vector })))('vector $i gives the view that the engine has', ({ before, patch, after }) => {
    const frozen = structuredClone(before);
    expect(applyPatch(before, patch)).toEqual(after);
    expect(before).toEqual(frozen);
  });

  it('leaves what it does not touch the very same object', () => {
    const view: View = { units: { a: { hex: 'a1' }, b: { hex: 'b1' } }, fires: { c1: 1 } };
    const next = applyPatch(view, [[['units', 'a', 'hex'], 'a2']]);
    expect(next['fires']).toBe(view['fires']);
    expect((next['units'] as View)['b']).toBe((view['units'] as View)['b']);
    expect((next['units'] as View)['a']).not.toBe((view['units'] as View)['a']);
  });

  it('that does not fit is an error, so that the view is fetched anew', () => {
    expect(() => applyPatch({ a: 1 }, [[['a', 'b'], 2]])).toThrow(RangeError);
    expect(() => applyPatch({}, [[['gone']]])).toThrow(RangeError);
    expect(() => applyPatch({ a: [1] }, [[['a', '0'], 2]])).toThrow(RangeError);
  });
});
