// @vitest-environment node
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

const css = readFileSync(fileURLToPath(new URL('./tokens.css', import.meta.url)), 'utf8');

/** The declarations of the first block that opens after `selector`. */
function block(selector: string): Record<string, string> {
  const from = css.indexOf('{', css.indexOf(selector));
  const body = css.slice(from + 1, css.indexOf('}', from)).replace(/\/\*[^]*?\*\//gu, '');
  const found: Record<string, string> = {};
  for (const [, name, value] of body.matchAll(/([\w-]+):\s*([^;]+);/gu)) if (name !== undefined) found[name] = value?.trim() ?? '';
  return found;
}

const light = block(':root {');
const chosen = block(':root[data-theme="dark"]');
const system = block(':root:not([data-theme])');

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

function contrast(one: string, two: string): number {
  const [high, low] = [luminance(one), luminance(two)].sort((x, y) => y - x);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

describe('the design tokens', () => {
  it('hold the same dark values for those who choose it and those whose system does', () => {
    expect(Object.keys(chosen).length).toBeGreaterThan(50);
    expect(system).toEqual(chosen);
  });

  it('redefine for the dark only what exists in the light', () => {
    expect(Object.keys(chosen).filter((name) => !(name in light))).toEqual([]);
  });

  it.each([
    ['--ink', '--bg'],
    ['--ink', '--surface'],
    ['--ink-2', '--surface-2'],
    ['--ink-3', '--surface-2'],
    ['--accent-ink', '--accent'],
    ['--legal', '--surface'],
    ['--threat', '--surface'],
    ['--warn', '--surface'],
    ['--ink', '--warn-soft'],
    ['--good', '--surface-2'],
  ])('keep %s on %s readable in both themes', (ink, ground) => {
    for (const theme of [light, { ...light, ...chosen }]) {
      expect(contrast(theme[ink] ?? '', theme[ground] ?? '')).toBeGreaterThanOrEqual(4.5);
    }
  });
});
