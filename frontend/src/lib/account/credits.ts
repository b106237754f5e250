/** Who drew the silhouettes: read from CREDITS.md, so that the page and the file cannot differ. */
const files = import.meta.glob<string>('../../../CREDITS.md', { query: '?raw', import: 'default', eager: true });

export interface Credit {
  readonly name: string;
  readonly author: string;
}

/** Rows `| icon | author |` of the file's tables. */
export function readCredits(markdown: string): Credit[] {
  return [...markdown.matchAll(/^\|\s*`?([a-z0-9-]+)`?\s*\|\s*([^|]+?)\s*\|/gmu)].flatMap(([, name, author]) => (name === undefined || author === undefined || /^-+$/u.test(name) ? [] : [{ name, author }]));
}

export const ICON_CREDITS: readonly Credit[] = Object.values(files).flatMap(readCredits);
