import { describe, expect, it } from 'vitest';

import icons from '../art/icons.json';

import { ICON_CREDITS, readCredits } from './credits';

describe('the credits of the About page', () => {
  it('are read from the tables of CREDITS.md without their heads', () => {
    expect(readCredits('# Credits\n\n| icon | author |\n| --- | --- |\n| `horse-head` | Delapouite |\n| hydra | Lorc |\n')).toEqual([
      { name: 'horse-head', author: 'Delapouite' },
      { name: 'hydra', author: 'Lorc' },
    ]);
  });

  it('name every silhouette that the client draws', () => {
    expect(ICON_CREDITS.map(({ name }) => name).sort()).toEqual(Object.keys(icons).sort());
  });
});
