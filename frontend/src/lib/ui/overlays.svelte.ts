/** What lies over any page: the help sheet and the question for an invitation. One of them at a time. */
export type Overlay = 'help' | 'invitation' | null;

const state: { open: Overlay } = $state({ open: null });

export const overlay = (): Overlay => state.open;

export function openOverlay(which: Overlay): void {
  state.open = which;
}

export const openHelp = (): void => openOverlay('help');
