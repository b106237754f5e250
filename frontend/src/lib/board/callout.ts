/**
 * Where a callout goes: the best of eight places around its target, in screen pixels.
 *
 * It never covers the acting unit, the target or another legal choice if there is any place that does not; of the places
 * left, the one that covers the least (fires and units weigh less) and lies nearest wins. If even the best place covers
 * something that must stay in sight, the answer is null and the caller shows it on the shelf.
 */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Obstacle extends Box {
  /** `never` must not be covered at all; a number is how much covering it costs. */
  readonly weight: 'never' | number;
}

export type Side8 = 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw';

export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly side: Side8;
}

/** Preferred order where nothing else decides: the right hand side, then above. */
const ORDER: readonly Side8[] = ['e', 'ne', 'n', 'w', 'nw', 'se', 's', 'sw'];

const overlap = (a: Box, b: Box): number => {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
};

/** The eight candidate boxes of a size around an anchor, `gap` away. */
export function candidates(anchor: Box, size: { w: number; h: number }, gap: number): (Box & { side: Side8 })[] {
  const left = anchor.x - gap - size.w;
  const right = anchor.x + anchor.w + gap;
  const above = anchor.y - gap - size.h;
  const below = anchor.y + anchor.h + gap;
  const midX = anchor.x + anchor.w / 2 - size.w / 2;
  const midY = anchor.y + anchor.h / 2 - size.h / 2;
  const at: Record<Side8, readonly [number, number]> = {
    e: [right, midY], ne: [right, above], n: [midX, above], nw: [left, above],
    w: [left, midY], sw: [left, below], s: [midX, below], se: [right, below],
  };
  return ORDER.map((side) => ({ side, x: at[side][0], y: at[side][1], w: size.w, h: size.h }));
}

/** The best place, slid inside `frame`, or null if every place covers what must stay in sight. */
export function placeCallout(anchor: Box, size: { w: number; h: number }, frame: Box, obstacles: readonly Obstacle[], gap = 10): Placed | null {
  if (size.w > frame.w || size.h > frame.h) return null;
  let best: { cost: number; placed: Placed } | null = null;
  for (const [rank, box] of candidates(anchor, size, gap).entries()) {
    const x = Math.min(Math.max(box.x, frame.x), frame.x + frame.w - size.w);
    const y = Math.min(Math.max(box.y, frame.y), frame.y + frame.h - size.h);
    const slid = Math.abs(x - box.x) + Math.abs(y - box.y);
    const here: Box = { x, y, w: size.w, h: size.h };
    if (overlap(here, anchor) > 0) continue;
    let cost = rank * 6 + slid * 0.8;
    let hidden = false;
    for (const obstacle of obstacles) {
      const covered = overlap(here, obstacle);
      if (covered === 0) continue;
      if (obstacle.weight === 'never') {
        hidden = true;
        break;
      }
      cost += (covered / (obstacle.w * obstacle.h)) * obstacle.weight;
    }
    if (!hidden && (best === null || cost < best.cost)) best = { cost, placed: { x, y, side: box.side } };
  }
  return best?.placed ?? null;
}
