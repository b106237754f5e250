/**
 * The rule that is open beside the page. `openRule('F-12')` from anywhere; App.svelte shows the sheet. On a wide screen the
 * book may be pinned: then a battle keeps it as a column, and rules open there.
 */
import { FIRST_RULESET } from '../router';

export interface OpenRule {
  readonly ruleset: string;
  readonly id: string;
}

/** From this width a battle has room for the book as a column. */
export const PIN_FROM = 1600;
const KEY = 'sandtable.book-pinned';

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) === '1';
  } catch {
    return false;
  }
}

const state: { open: OpenRule | null; pinned: boolean } = $state({ open: null, pinned: kept() });

export const openedRule = (): OpenRule | null => state.open;
/** Whether the book stands beside a battle, where there is room. */
export const bookPinned = (): boolean => state.pinned;

/** Open the rulebook beside the page at a rule (or any anchor). Opening another one replaces it. */
export function openRule(id: string, ruleset: string = FIRST_RULESET): void {
  state.open = { ruleset, id };
}

export function closeRule(): void {
  state.open = null;
}

/** Pin the book, or (it is closed then) take it off. Kept in this browser. */
export function pinBook(on: boolean): void {
  state.pinned = on;
  if (!on) state.open = null;
  try {
    localStorage.setItem(KEY, on ? '1' : '0');
  } catch {
    // without storage it holds as long as the page
  }
}
