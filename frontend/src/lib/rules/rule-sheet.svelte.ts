/** The rule that is open beside the page. `openRule('F-12')` from anywhere; App.svelte shows the sheet. */
import { FIRST_RULESET } from '../router';

export interface OpenRule {
  readonly ruleset: string;
  readonly id: string;
}

const state: { open: OpenRule | null } = $state({ open: null });

export const openedRule = (): OpenRule | null => state.open;

/** Open the rulebook beside the page at a rule (or any anchor). Opening another one replaces it. */
export function openRule(id: string, ruleset: string = FIRST_RULESET): void {
  state.open = { ruleset, id };
}

export function closeRule(): void {
  state.open = null;
}
