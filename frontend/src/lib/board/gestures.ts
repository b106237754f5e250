/**
 * Pointer and wheel on the board: tap, hover, pan with one pointer, pinch with two, zoom by wheel, long press for details.
 *
 * An attachment for the frame. A tap is a press that stays within a few pixels; everything else pans.
 */
export interface Gestures {
  tap(x: number, y: number, touch: boolean): void;
  hover(x: number | null, y: number): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number, x: number, y: number): void;
  long(x: number, y: number): void;
}

const SLACK = 7;
const LONG = 520;

export function gestures(get: () => Gestures): (frame: HTMLElement) => () => void {
  return (frame) => {
    const down = new Map<number, { x: number; y: number; x0: number; y0: number }>();
    let moved = false;
    let press: ReturnType<typeof setTimeout> | undefined;
    const local = (event: PointerEvent | WheelEvent): [number, number] => {
      const box = frame.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    /** Things in front of the board (callouts, buttons) take their own presses. */
    const ours = (event: Event): boolean => !(event.target instanceof Element && event.target.closest('[data-over-board]'));

    const onDown = (event: PointerEvent): void => {
      if (!ours(event) || (event.pointerType === 'mouse' && event.button !== 0)) return;
      const [x, y] = local(event);
      down.set(event.pointerId, { x, y, x0: x, y0: y });
      clearTimeout(press);
      if (down.size === 1) {
        moved = false;
        press = setTimeout(() => {
          if (down.size === 1 && !moved) {
            moved = true;
            get().long(x, y);
          }
        }, LONG);
      } else {
        moved = true;
      }
    };
    const onMove = (event: PointerEvent): void => {
      const [x, y] = local(event);
      const own = down.get(event.pointerId);
      if (own === undefined) {
        if (event.pointerType === 'mouse') get().hover(ours(event) ? x : null, y);
        return;
      }
      if (down.size === 2) {
        const other = [...down.entries()].find(([id]) => id !== event.pointerId)?.[1];
        if (other !== undefined) {
          const before = Math.hypot(own.x - other.x, own.y - other.y);
          const after = Math.hypot(x - other.x, y - other.y);
          if (before > 0) get().zoom(after / before, (x + other.x) / 2, (y + other.y) / 2);
          get().pan((x - own.x) / 2, (y - own.y) / 2);
        }
      } else if (moved || Math.hypot(x - own.x0, y - own.y0) > SLACK) {
        if (!moved) {
          moved = true;
          clearTimeout(press);
          frame.setPointerCapture(event.pointerId);
          get().hover(null, 0);
        }
        get().pan(x - own.x, y - own.y);
      }
      own.x = x;
      own.y = y;
    };
    const onUp = (event: PointerEvent): void => {
      const own = down.get(event.pointerId);
      down.delete(event.pointerId);
      clearTimeout(press);
      if (own === undefined || moved || event.type === 'pointercancel') return;
      get().tap(own.x0, own.y0, event.pointerType !== 'mouse');
    };
    const onLeave = (event: PointerEvent): void => {
      if (event.pointerType === 'mouse' && down.size === 0) get().hover(null, 0);
    };
    const onWheel = (event: WheelEvent): void => {
      if (!ours(event)) return;
      event.preventDefault();
      const [x, y] = local(event);
      const unit = event.deltaMode === 1 ? 16 : 1;
      if (event.shiftKey && event.deltaX === 0) get().pan(-event.deltaY * unit, 0);
      else if (!event.ctrlKey && Math.abs(event.deltaX) > Math.abs(event.deltaY)) get().pan(-event.deltaX * unit, -event.deltaY * unit);
      else get().zoom(Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0016)), x, y);
    };

    frame.addEventListener('pointerdown', onDown);
    frame.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', onUp);
    frame.addEventListener('pointerleave', onLeave);
    frame.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      clearTimeout(press);
      frame.removeEventListener('pointerdown', onDown);
      frame.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', onUp);
      frame.removeEventListener('pointerleave', onLeave);
      frame.removeEventListener('wheel', onWheel);
    };
  };
}
