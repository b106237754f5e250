import { render } from '@testing-library/svelte';
import { beforeEach, describe, expect, it } from 'vitest';

import { events, view } from '../../fixtures/three-crossings';
import { setLanguage } from '../i18n';

import { extended } from './entries';
import Log from './Log.svelte';

beforeEach(() => setLanguage('en'));

describe('the log of a replay', () => {
  const entries = extended([], 7, events, view, view);
  const marked = (current: number): number => {
    const { container, unmount } = render(Log, { entries, ruleset: 'lore', current, verified: () => null });
    const found = container.querySelectorAll('.current').length;
    unmount();
    return found;
  };

  it('marks the step shown, or the last one of which something was told', () => {
    const lines = entries.filter((entry) => entry.kind === 'line').length;
    expect(lines).toBeGreaterThan(0);
    expect(marked(7)).toBe(lines);
    expect(marked(9)).toBe(lines);
    expect(marked(6)).toBe(0);
  });
});
