/**
 * Where the focus goes when something opens or closes.
 *
 * `takeFocus` is an attachment for a panel: focus moves in when it appears and back to where it came from when it goes,
 * unless the person has meanwhile put it somewhere else. It does not trap.
 */
const FOCUSABLE = 'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex]:not([tabindex="-1"])';

export function focusable(within: Element): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(FOCUSABLE)];
}

export function takeFocus(panel: HTMLElement): () => void {
  const before = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  (panel.querySelector<HTMLElement>('[data-autofocus]') ?? panel).focus({ preventScroll: true });
  return () => {
    const now = document.activeElement;
    if (now === null || now === document.body || panel.contains(now)) before?.focus({ preventScroll: true });
  };
}
