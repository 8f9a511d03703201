import { describe, expect, it } from 'vitest';
import { HexLayout } from './layout';
import type { HexScene } from './scene';
import { along, arrow, calm, curve, lengthOf, lined, oval, shortened, sides } from './staff';

const line = [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 100 }];

describe('staff graphics', () => {
  it('run smoothly through every point', () => {
    const smooth = curve(line, 8);
    for (const point of line) expect(smooth.some((each) => Math.hypot(each.x - point.x, each.y - point.y) < 1e-6)).toBe(true);
    expect(smooth.length).toBe(17);
  });
  it('lose the wiggles of a way from hex to hex, and keep their bends', () => {
    const zigzag = [0, 1, 2, 3, 4].map((n) => ({ x: n * 60, y: n % 2 ? 36 : 0 }));
    const spread = (points: { y: number }[]): number => Math.max(...points.map((p) => p.y)) - Math.min(...points.map((p) => p.y));
    expect(spread(calm(zigzag, 90).slice(1, -1))).toBeLessThan(1);
    expect(calm(line, 90)).toEqual(line);
  });
  it('measure, cut and walk along a line', () => {
    expect(lengthOf(line)).toBe(200);
    expect(lengthOf(shortened(line, 50))).toBeCloseTo(150);
    expect(along(line, 150)).toEqual({ at: { x: 100, y: 50 }, degrees: 90 });
  });
  it('draw an arrow whose head ends before its goal, and none that is too short', () => {
    const drawn = arrow([{ x: 0, y: 0 }, { x: 200, y: 0 }], 10, 40)!;
    expect(drawn.middle[drawn.middle.length - 1]!.x).toBeCloseTo(160);
    expect(drawn.fill.endsWith('Z')).toBe(true);
    expect(arrow([{ x: 0, y: 0 }, { x: 30, y: 0 }], 10, 20)).toBeNull();
  });
  it('put an oval around places', () => {
    const round = oval([{ x: 0, y: 0 }, { x: 40, y: 0 }], 30);
    expect(round).toEqual({ x: 20, y: 0, rx: 50, ry: 30 });
  });
  it('order the places of a line along it, whichever way it runs', () => {
    const up = [{ x: 3, y: 50 }, { x: 0, y: 0 }, { x: 1, y: 100 }];
    const ordered = lined(up).map((each) => each.y);
    expect([[0, 50, 100], [100, 50, 0]]).toContainEqual(ordered);
  });
  it('join hexsides into lines', () => {
    const cells = [0, 1, 2, 3].map((n) => ({ id: n, label: `010${n + 1}`, column: 1 + (n % 2), row: 1 + Math.floor(n / 2), terrain: 'open', elevation: 0 }));
    const place = new HexLayout({ type: 'hexes', columns: 2, rows: 2, cells, pieces: [], edges: [], roads: [], spots: [], metres: 0 } as unknown as HexScene);
    // 0101|0201, 0201|0102: two sides that meet in a corner
    const found = sides(place, [[0, 1], [1, 2]]);
    expect(found).toHaveLength(1);
    expect(found[0]).toHaveLength(3);
  });
});
