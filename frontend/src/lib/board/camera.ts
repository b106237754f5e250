/**
 * Pan and zoom of a board: a camera says which part of the sheet fills the frame.
 *
 * While a gesture runs the picture is moved by a CSS transform (cheap, a little soft when enlarged); when it ends the
 * camera is committed to the SVG's viewBox and drawn sharp again. Pure numbers here.
 */
export interface Camera {
  /** Upper left corner on the sheet. */
  readonly x: number;
  readonly y: number;
  /** Screen pixels per unit of the sheet. */
  readonly k: number;
}

export interface Frame {
  /** Size of the frame on screen. */
  readonly w: number;
  readonly h: number;
  /** Size of the sheet. */
  readonly W: number;
  readonly H: number;
}

export const MOST = 4;

/** The camera that shows the whole sheet, centred. */
export function fit({ w, h, W, H }: Frame): Camera {
  const k = Math.min(w / W, h / H) || 1;
  return { k, x: (W - w / k) / 2, y: (H - h / k) / 2 };
}

/** Keep the sheet in sight: at least as small as it fits, at most four times that; no border wider than at the fit. */
export function clamped(camera: Camera, frame: Frame): Camera {
  const least = fit(frame);
  const k = Math.min(Math.max(camera.k, least.k), least.k * MOST);
  const along = (at: number, size: number, sheet: number): number => {
    const seen = size / k;
    if (seen >= sheet) return (sheet - seen) / 2;
    return Math.min(Math.max(at, 0), sheet - seen);
  };
  return { k, x: along(camera.x, frame.w, frame.W), y: along(camera.y, frame.h, frame.H) };
}

/** Zoom by a factor, keeping the sheet's point under (sx, sy) where it is on screen. */
export function zoomed(camera: Camera, frame: Frame, factor: number, sx: number, sy: number): Camera {
  const least = fit(frame);
  const k = Math.min(Math.max(camera.k * factor, least.k), least.k * MOST);
  return clamped({ k, x: camera.x + sx / camera.k - sx / k, y: camera.y + sy / camera.k - sy / k }, frame);
}

/** Move by screen pixels. */
export const panned = (camera: Camera, frame: Frame, dx: number, dy: number): Camera => clamped({ ...camera, x: camera.x - dx / camera.k, y: camera.y - dy / camera.k }, frame);

/** The camera that has a point of the sheet in the middle. */
export const centred = (camera: Camera, frame: Frame, x: number, y: number): Camera => clamped({ ...camera, x: x - frame.w / camera.k / 2, y: y - frame.h / camera.k / 2 }, frame);

/** Where a point of the sheet is on screen. */
export const toScreen = (camera: Camera, x: number, y: number): readonly [number, number] => [(x - camera.x) * camera.k, (y - camera.y) * camera.k];

/** Where a point on screen lies on the sheet. */
export const toSheet = (camera: Camera, sx: number, sy: number): readonly [number, number] => [camera.x + sx / camera.k, camera.y + sy / camera.k];

/** The CSS transform that makes a picture drawn by `from` look like `to`. */
export function transform(from: Camera, to: Camera): string | undefined {
  if (from.x === to.x && from.y === to.y && from.k === to.k) return undefined;
  const scale = to.k / from.k;
  return `translate(${(from.x - to.x) * to.k}px,${(from.y - to.y) * to.k}px) scale(${scale})`;
}
