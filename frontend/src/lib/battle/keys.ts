/** The battle's key map (client.md §4). Letters by position, so that they work on the Russian layout; nothing while one writes. */
export interface KeyActions {
  back(): boolean;
  end(): void;
  undo(): void;
  digit(n: number): void;
  enter(): void;
  next(backwards: boolean): void;
  details(): void;
  lens(): void;
  threat(): void;
  rules(): void;
  chat(): void;
  log(by: 1 | -1): void;
  why(): void;
  repeat(): void;
  ruler(): void;
  skip(): void;
  cursorOn(): boolean;
}

const WRITING = 'input, textarea, select, [contenteditable]';
const PRESSABLE = 'button, a[href], summary, [role="tab"], input, select, textarea';

/** A handler that answers whether it took the key. `busy`: events are being shown, and any key goes to their end. */
export function battleKeys(get: () => KeyActions, busy: () => boolean): (event: KeyboardEvent) => boolean {
  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
    const at = event.target instanceof Element ? event.target : null;
    if (at?.closest(WRITING) != null || at?.closest('dialog, [role="dialog"]:not(.battle)') != null) return false;
    const actions = get();
    if (busy() && !['Tab', 'Shift'].includes(event.key)) {
      actions.skip();
      return event.key === ' ' || event.key === 'Escape';
    }
    switch (event.key) {
      case 'Escape':
        return actions.back();
      case 'Enter':
        if (at?.closest(PRESSABLE) != null) return false;
        actions.enter();
        return true;
      case '?':
        if (!actions.cursorOn()) return false;
        actions.why();
        return true;
      default:
    }
    // the sign by what it says or, on a Russian layout, by its place
    if (event.key === '.') {
      actions.repeat();
      return true;
    }
    const digit = /^Digit([1-9])$/u.exec(event.code);
    if (digit !== null && !event.shiftKey) {
      actions.digit(Number(digit[1]));
      return true;
    }
    switch (event.code) {
      case 'KeyE':
        if (actions.cursorOn() && !event.shiftKey) return false;
        actions.end();
        return true;
      case 'KeyU':
        actions.undo();
        return true;
      case 'KeyI':
        actions.details();
        return true;
      case 'KeyL':
        actions.lens();
        return true;
      case 'KeyT':
        actions.threat();
        return true;
      case 'KeyR':
        actions.ruler();
        return true;
      case 'Period':
      case 'NumpadDecimal':
        actions.repeat();
        return true;
      case 'KeyG':
        actions.rules();
        return true;
      case 'KeyC':
        actions.chat();
        return true;
      case 'KeyJ':
        actions.log(1);
        return true;
      case 'KeyK':
        actions.log(-1);
        return true;
      default:
        return false;
    }
  };
}
