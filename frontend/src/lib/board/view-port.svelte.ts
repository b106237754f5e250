/**
 * The frame, the sheet and the camera of one board, with the gestures that move it.
 *
 * `drawn` is the camera that the SVG was drawn for, `camera` where one looks now; between them stands the CSS transform.
 * A gesture commits when it rests.
 */
import { clamped, fit, panned, toScreen, toSheet, transform, zoomed, type Camera, type Frame } from './camera';
import { hexLayout, type Layout } from './layout';

const REST = 160;

export class ViewPort {
  frameW = $state(0);
  frameH = $state(0);
  /** The phone's board: turned a quarter, South at the left. */
  turned = $state(false);
  camera = $state.raw<Camera>({ x: 0, y: 0, k: 1 });
  drawn = $state.raw<Camera>({ x: 0, y: 0, k: 1 });
  gesturing = $state(false);

  readonly rim = $derived(this.turned ? 7 : 12);
  /** From the sheet's edge to the field: rim, sand margin, a little air. */
  readonly pad = $derived(this.rim + (this.turned ? 8 : 14));
  readonly L: Layout = $derived.by(() => {
    const across = 13 * Math.sqrt(3);
    const w = Math.max(60, this.frameW - 2 * this.pad);
    const h = Math.max(60, this.frameH - 2 * this.pad);
    const R = this.turned ? Math.max(w / 14, Math.min(w / 14, h / across)) : Math.min(w / across, h / 14);
    return hexLayout(Math.max(9, Math.round(R * 10) / 10), this.turned);
  });
  readonly frame: Frame = $derived({ w: this.frameW, h: this.frameH, W: this.L.width + 2 * this.pad, H: this.L.height + 2 * this.pad });
  readonly viewBox = $derived(`${this.drawn.x - this.pad} ${this.drawn.y - this.pad} ${Math.max(1, this.frameW / this.drawn.k)} ${Math.max(1, this.frameH / this.drawn.k)}`);
  readonly css = $derived(transform(this.drawn, this.camera));
  /** 1 at home, larger when zoomed in. */
  readonly zoom = $derived(this.camera.k);

  #rest: ReturnType<typeof setTimeout> | undefined;

  /** The camera at rest: everything in sight; a turned board fills the width. */
  home(): Camera {
    const whole = fit(this.frame);
    if (!this.turned || whole.k > 0.999) return whole;
    return clamped({ k: 1, x: 0, y: (this.frame.H - this.frame.h) / 2 }, this.frame);
  }

  resized(w: number, h: number, turned: boolean): void {
    const away = this.frameW > 0 && Math.abs(this.camera.k - this.home().k) > 0.01;
    this.frameW = w;
    this.frameH = h;
    this.turned = turned;
    this.look(away ? clamped(this.camera, this.frame) : this.home(), true);
  }

  look(camera: Camera, now = false): void {
    this.camera = camera;
    clearTimeout(this.#rest);
    if (now) {
      this.drawn = camera;
      this.gesturing = false;
    } else {
      this.gesturing = true;
      this.#rest = setTimeout(() => this.look(this.camera, true), REST);
    }
  }

  pan(dx: number, dy: number, now = false): void {
    this.look(panned(this.camera, this.frame, dx, dy), now);
  }

  zoomBy(factor: number, sx = this.frameW / 2, sy = this.frameH / 2, now = false): void {
    this.look(zoomed(this.camera, this.frame, factor, sx, sy), now);
  }

  /** Where a hex's centre is in the frame, in CSS pixels. */
  screen(hex: string): readonly [number, number] {
    const [x, y] = this.L.at(hex);
    return toScreen(this.camera, x + this.pad, y + this.pad);
  }

  /** A box around a hex in the frame, `scale` hex radii wide. */
  box(hex: string, scale = 0.95): { x: number; y: number; w: number; h: number } {
    const [x, y] = this.screen(hex);
    const r = this.L.R * this.camera.k * scale;
    return { x: x - r, y: y - r, w: 2 * r, h: 2 * r };
  }

  /** The hex under a point of the frame, or null beside the field. */
  hexAt(sx: number, sy: number, hexes: readonly string[]): string | null {
    const [x, y] = toSheet(this.camera, sx, sy);
    let best: string | null = null;
    let least = this.L.R * 1.02;
    for (const hex of hexes) {
      const [hx, hy] = this.L.at(hex);
      const d = Math.hypot(hx + this.pad - x, hy + this.pad - y);
      if (d < least) {
        least = d;
        best = hex;
      }
    }
    return best;
  }

  /** Move the camera so that these hexes lie inside the free part of the frame (above a sheet, for instance). */
  reveal(hexes: readonly string[], free: { top: number; bottom: number }): void {
    if (hexes.length === 0) return;
    const boxes = hexes.map((hex) => this.box(hex, 1.3));
    const top = Math.min(...boxes.map((box) => box.y));
    const bottom = Math.max(...boxes.map((box) => box.y + box.h));
    const left = Math.min(...boxes.map((box) => box.x));
    const right = Math.max(...boxes.map((box) => box.x + box.w));
    const limit = this.frameH - free.bottom;
    let dy = 0;
    if (bottom > limit) dy = limit - bottom;
    if (top + dy < free.top) dy = free.top - top;
    let dx = 0;
    if (right > this.frameW) dx = this.frameW - right;
    if (left + dx < 0) dx = -left;
    if (dx === 0 && dy === 0) return;
    // here the sheet may be pushed beyond its edge: the free part of the frame is smaller than the frame
    this.look({ ...this.camera, x: this.camera.x - dx / this.camera.k, y: this.camera.y - dy / this.camera.k }, true);
  }

  /** Undo what `reveal` pushed beyond the edge. */
  settle(): void {
    this.look(clamped(this.camera, this.frame), true);
  }
}
