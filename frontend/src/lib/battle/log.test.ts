import { render } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

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

describe('the log of a battle that one comes back to', () => {
  const entries = extended([], 7, events, view, view);
  const asked = async (fill: boolean, room: number, content: number): Promise<number> => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(room);
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(content);
    const earlier = vi.fn(() => Promise.resolve());
    const { rerender, unmount } = render(Log, { entries, ruleset: 'lore', earlier, fill });
    await new Promise((done) => requestAnimationFrame(done));
    await rerender({ entries: [...entries] });
    await new Promise((done) => requestAnimationFrame(done));
    unmount();
    return earlier.mock.calls.length;
  };
  afterEach(() => vi.restoreAllMocks());

  it('asks once for older lines while there is room', async () => expect(await asked(true, 500, 300)).toBe(1));
  it('asks for none when it is full, or out of sight', async () => {
    expect(await asked(true, 500, 900)).toBe(0);
    expect(await asked(true, 0, 0)).toBe(0);
  });
  it('asks for none where that is not wanted', async () => expect(await asked(false, 500, 300)).toBe(0));
});
