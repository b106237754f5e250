/** Rulebooks, fetched and parsed once per ruleset and language. */
import { getRulebook } from '../api';
import { href } from '../router';

import { parseBook, type Book } from './markdown';

const parsed = new Map<string, Promise<Book>>();

export function loadBook(ruleset: string, lang: 'en' | 'ru'): Promise<Book> {
  const key = `${ruleset}/${lang}`;
  let book = parsed.get(key);
  if (book === undefined) {
    book = getRulebook(ruleset, lang).then(({ markdown }) => parseBook(markdown, (anchor) => href({ name: 'rules', ruleset, anchor })));
    parsed.set(key, book);
    book.catch(() => parsed.delete(key));
  }
  return book;
}
