/** Who drew the silhouettes: read from CREDITS.md, so that the page and the file cannot differ. */
import credits from '../../../CREDITS.md?raw';

export interface Credit {
  readonly name: string;
  readonly author: string;
}

/** Rows `| icon | author |` of the file's tables. */
export function readCredits(markdown: string): Credit[] {
  return [...markdown.matchAll(/^\|\s*`?([a-z0-9-]+)`?\s*\|\s*([^|]+?)\s*\|/gmu)].flatMap(([, name, author]) => (name === undefined || author === undefined || name === 'icon' || /^-+$/u.test(name) ? [] : [{ name, author }]));
}

export const ICON_CREDITS: readonly Credit[] = readCredits(credits);
