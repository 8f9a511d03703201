import { describe, expect, it } from 'vitest';
import { Hexsides } from './hexsides';
import { HexLayout } from './layout';
import type { HexScene } from './scene';

const cells = Array.from({ length: 9 }, (_, n) => ({ id: n, label: `0${(n % 3) + 1}0${Math.floor(n / 3) + 1}`, column: (n % 3) + 1, row: Math.floor(n / 3) + 1, terrain: 'open', elevation: 0 }));
const place = new HexLayout({ type: 'hexes', columns: 3, rows: 3, cells, pieces: [], edges: [], roads: [], spots: [], metres: 0 } as unknown as HexScene);
// all sides of the hex in the middle
const ring = new Hexsides(place, [0, 1, 2, 3, 4, 5].map((way) => 4 * 6 + way));

describe('a line along hexsides', () => {
  const corners = place.corners(4).map((corner) => ring.nearest(corner)!);
  it('begins with the north side and counts clockwise', () => {
    const [left, right] = [corners[4]!, corners[5]!]; // upper left and upper right
    expect(ring.path(left, right)!.sides).toEqual([4 * 6]);
    expect(ring.path(right, corners[0]!)!.sides).toEqual([4 * 6 + 1]);
    expect(ring.at(left)!.y).toBeLessThan(place.at(4).y);
  });
  it('takes the shortest way to the corner that is pressed, and never a side twice', () => {
    expect(ring.along([corners[4]!, corners[0]!]).sides).toEqual([4 * 6, 4 * 6 + 1]);
    expect(ring.along([corners[4]!, corners[0]!, corners[5]!]).sides).toEqual([4 * 6, 4 * 6 + 1]);
    expect(ring.along([corners[4]!]).sides).toEqual([]);
    expect(ring.along([corners[4]!, corners[0]!]).corners).toHaveLength(3);
  });
  it('is none where sides do not hang together', () => {
    const apart = new Hexsides(place, [0, 8 * 6 + 3]);
    expect(apart.path(apart.nearest(place.at(0))!, apart.nearest(place.at(8))!)).toBeNull();
  });
});
