// @vitest-environment node
import { describe, expect, it } from 'vitest';

import { placeCallout, type Box, type Obstacle } from './callout';
import { centred, clamped, fit, panned, toScreen, toSheet, transform, zoomed, type Frame } from './camera';
import { arrowed, directionOf, nextChoice } from './cursor';
import { DIRECTIONS, distance, hexLayout, HEXES, nameOf, neighbour, place } from './layout';

describe('the layout', () => {
  it('has 113 hexes, named a1 to m9', () => {
    expect(HEXES).toHaveLength(113);
    expect(new Set(HEXES).size).toBe(113);
    expect(HEXES[0]).toBe('a9');
    expect(HEXES.at(-1)).toBe('m1');
    expect(HEXES).not.toContain('m8');
  });

  it('puts the stone bridge of Three Crossings where lore-shapes says', () => {
    expect(place('g5')).toEqual({ row: 4, column: 6 });
    expect(nameOf(4, 6)).toBe('g5');
  });

  it.each([false, true])('has neighbours at equal distance on the sheet (turned: %s)', (turned) => {
    const L = hexLayout(40, turned);
    for (const hex of HEXES) {
      for (const direction of DIRECTIONS) {
        const next = neighbour(hex, direction);
        if (next === null) continue;
        const [x, y] = L.at(hex);
        const [nx, ny] = L.at(next);
        expect(Math.hypot(nx - x, ny - y)).toBeCloseTo(Math.sqrt(3) * 40, 6);
        expect(distance(hex, next)).toBe(1);
      }
      const [x, y] = L.at(hex);
      for (const [cx, cy] of L.corners([x, y])) {
        expect(cx).toBeGreaterThan(-0.01);
        expect(cy).toBeGreaterThan(-0.01);
        expect(cx).toBeLessThan(L.width + 0.01);
        expect(cy).toBeLessThan(L.height + 0.01);
      }
    }
  });

  it('has South at the left when turned', () => {
    const L = hexLayout(40, true);
    expect(L.at('g1')[0]).toBeLessThan(L.at('g9')[0]);
    expect(L.at('a5')[1]).toBeLessThan(L.at('m5')[1]);
  });
});

describe('the keyboard cursor', () => {
  const upright = hexLayout(40);
  const turned = hexLayout(40, true);

  it.each([
    ['e', 'ArrowRight', upright, 'd5', 'e5'], ['w', 'ArrowLeft', upright, 'd5', 'c5'], ['e', 'ArrowDown', turned, 'd5', 'e5'], ['w', 'ArrowUp', turned, 'd5', 'c5'],
  ] as const)('goes %s by %s', (_, key, L, from, to) => {
    expect(arrowed(from, key, L)).toBe(to);
  });

  it('goes straight up the board and back', () => {
    let hex: string | null = 'g1';
    const way: string[] = [];
    while (hex !== null) {
      way.push(hex);
      hex = arrowed(hex, 'ArrowUp', upright);
    }
    expect(way).toHaveLength(9);
    const [x0] = upright.at('g1');
    for (const step of way) expect(Math.abs(upright.at(step)[0] - x0)).toBeLessThanOrEqual(upright.R);
    expect(way.at(-1)?.slice(1)).toBe('9');
  });

  it('stops at the edge', () => {
    expect(arrowed('a9', 'ArrowLeft', upright)).toBeNull();
    expect(arrowed('a9', 'ArrowUp', upright)).toBeNull();
    expect(arrowed('a9', 'Home', upright)).toBeNull();
  });

  it.each([false, true])('has six letters for six directions, each where it looks (turned: %s)', (isTurned) => {
    const L = isTurned ? turned : upright;
    const found = ['KeyQ', 'KeyW', 'KeyE', 'KeyA', 'KeyS', 'KeyD'].map((code) => directionOf(code, isTurned));
    expect(new Set(found).size).toBe(6);
    const [x, y] = L.at('g5');
    for (const [code, direction] of [['KeyQ', found[0]], ['KeyW', found[1]], ['KeyE', found[2]]] as const) {
      const next = neighbour('g5', direction ?? 'e') ?? '';
      expect({ code, up: L.at(next)[1] - y }).toEqual({ code, up: expect.any(Number) as number });
      expect(L.at(next)[1]).toBeLessThanOrEqual(y + 0.001);
    }
    expect(L.at(neighbour('g5', found[3] ?? 'e') ?? '')[0]).toBeLessThan(x);
  });

  it('walks choices in reading order, round and round', () => {
    const choices = ['m1', 'a9', 'g5'];
    expect(nextChoice(choices, null, upright)).toBe('a9');
    expect(nextChoice(choices, 'a9', upright)).toBe('g5');
    expect(nextChoice(choices, 'm1', upright)).toBe('a9');
    expect(nextChoice(choices, 'a9', upright, true)).toBe('m1');
    expect(nextChoice([], 'a9', upright)).toBeNull();
  });
});

describe('the camera', () => {
  const frame: Frame = { w: 1000, h: 600, W: 2000, H: 900 };

  it('shows the whole sheet first', () => {
    const whole = fit(frame);
    expect(whole.k).toBe(0.5);
    expect(toScreen(whole, 0, 0)).toEqual([0, 75]);
  });

  it('keeps the point under the pointer while zooming', () => {
    const before = zoomed(fit(frame), frame, 2, 500, 300);
    const point = toSheet(before, 320, 210);
    const after = zoomed(before, frame, 1.5, 320, 210);
    expect(toSheet(after, 320, 210)[0]).toBeCloseTo(point[0], 6);
    expect(toSheet(after, 320, 210)[1]).toBeCloseTo(point[1], 6);
  });

  it('never leaves the sheet, and never grows beyond four times', () => {
    let camera = zoomed(fit(frame), frame, 100, 0, 0);
    expect(camera.k).toBe(2);
    camera = panned(camera, frame, 1e6, 1e6);
    expect([camera.x, camera.y]).toEqual([0, 0]);
    camera = panned(camera, frame, -1e6, -1e6);
    expect([camera.x, camera.y]).toEqual([1500, 600]);
    expect(clamped({ k: 0.01, x: 0, y: 0 }, frame).k).toBe(0.5);
  });

  it('centres on a point, and tells the transform of a gesture', () => {
    const near = zoomed(fit(frame), frame, 4, 500, 300);
    const there = centred(near, frame, 1000, 450);
    expect(toScreen(there, 1000, 450)).toEqual([500, 300]);
    expect(transform(near, near)).toBeUndefined();
    expect(transform({ x: 0, y: 0, k: 1 }, { x: 10, y: 0, k: 2 })).toBe('translate(-20px,0px) scale(2)');
  });
});

describe('a callout', () => {
  const frame: Box = { x: 0, y: 0, w: 800, h: 500 };
  const target: Box = { x: 380, y: 220, w: 60, h: 60 };
  const size = { w: 200, h: 120 };
  const touches = (a: Box, b: Box): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

  it('stands right of its target when nothing is in the way', () => {
    expect(placeCallout(target, size, frame, [])).toMatchObject({ side: 'e' });
  });

  it('never covers the target, the acting unit or another legal choice', () => {
    const never: Obstacle[] = [
      { x: 450, y: 150, w: 60, h: 60, weight: 'never' },
      { x: 450, y: 290, w: 60, h: 60, weight: 'never' },
      { x: 300, y: 290, w: 60, h: 60, weight: 'never' },
    ];
    const placed = placeCallout(target, size, frame, never);
    expect(placed).not.toBeNull();
    if (placed === null) return;
    for (const box of [target, ...never]) expect(touches({ ...size, x: placed.x, y: placed.y }, box)).toBe(false);
  });

  it('goes round what weighs, and stays inside the frame', () => {
    const burdened: Obstacle[] = [{ x: 450, y: 160, w: 220, h: 180, weight: 400 }];
    expect(placeCallout(target, size, frame, burdened)?.side).not.toBe('e');
    const corner = placeCallout({ x: 760, y: 0, w: 40, h: 40 }, size, frame, []);
    expect(corner === null || (corner.x >= 0 && corner.x + size.w <= 800 && corner.y >= 0)).toBe(true);
  });

  it('falls back to the shelf when there is no room', () => {
    expect(placeCallout(target, { w: 900, h: 100 }, frame, [])).toBeNull();
    expect(placeCallout(target, size, frame, [{ ...frame, weight: 'never' }])).toBeNull();
  });
});
