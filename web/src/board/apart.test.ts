import { describe, expect, it } from 'vitest';
import { apart } from './apart';
import { layout, TableLayout } from './layout';
import { regionPath } from './region';
import type { Scene } from './scene';
import { spread } from './spread';

const scene = { type: 'table', width: 3600, height: 6000, step: 50, columns: 73, rows: 121, base: 100, pieces: [], features: [], roads: [], spots: [], zones: [] } as unknown as Scene;

describe('pieces that are drawn large', () => {
  it('are moved apart, but not far', () => {
    const moved = apart([{ x: 0, y: 0 }, { x: 4, y: 0 }, { x: 200, y: 0 }], 20);
    expect(moved[1]!.x - moved[0]!.x).toBeGreaterThan(19);
    expect(moved[2]).toEqual({ x: 200, y: 0 });
    expect(Math.abs(moved[0]!.x)).toBeLessThan(22);
  });
  it('stay together if they stand in the same place', () => {
    const places = spread([{ id: 1, at: 5 }, { id: 2, at: 5 }, { id: 3, at: 7 }], layout(scene), null, 2);
    const [one, two, three] = [1, 2, 3].map((id) => places.get(id)!);
    expect(Math.abs(one!.at.x - two!.at.x)).toBeLessThan(5);
    expect([one!.count, two!.count, three!.count]).toEqual([2, 2, 1]);
    expect(three!.at.x).toBeGreaterThan(one!.at.x + 20);
  });
});

describe('a tall table on a wide screen', () => {
  const turned = new TableLayout(scene as never, true);
  it('lies on its side, with north on the right', () => {
    expect([turned.width, turned.height]).toEqual([1440, 864]);
    expect(turned.corner([0, 6000])).toEqual({ x: 1440, y: 0 });
    expect(turned.corner([3600, 0])).toEqual({ x: 0, y: 864 });
    expect(turned.north).toBe(90);
  });
  it('finds the same places', () => {
    for (const at of [0, 72, 73, 4000, 73 * 121 - 1]) expect(turned.nearest(turned.at(at))).toBe(at);
    expect(turned.nearest({ x: -40, y: 0 })).toBe(null);
  });
  it('shades the ground around the places that can be chosen', () => {
    const { x, y } = turned.at(74);
    expect(regionPath(turned, new Set([74])).replaceAll('M', '').split('L')[0]!.split(',').map(Number).every((each, n) => Math.abs(each - [x, y][n]!) < 13)).toBe(true);
  });
});
