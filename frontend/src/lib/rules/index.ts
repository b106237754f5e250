/** The player's rulebook: whole as a page, or one rule beside the board. */
export { loadBook } from './books';
export { chapterOf, isRuleId, parseBook, search, type Book, type Chapter, type Hit } from './markdown';
export { bookPinned, closeRule, openedRule, openRule, PIN_FROM, pinBook } from './rule-sheet.svelte';
