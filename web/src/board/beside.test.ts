import { describe, expect, it } from 'vitest';
import { around, beside, overlaps } from './beside';

const MAP = { x: 8, y: 8, width: 900, height: 600 };
const SIZE = { width: 300, height: 200 };

describe('a card beside what it speaks of', () => {
  it('lies to the right of it where there is room', () => {
    expect(beside(SIZE, MAP, [around({ x: 300, y: 300 }, 24)], { x: 300, y: 300 })).toMatchObject({ x: 342, covers: 0 });
  });
  it('lies to the left of it at the right edge', () => {
    const spot = beside(SIZE, MAP, [around({ x: 860, y: 300 }, 24)], { x: 860, y: 300 });
    expect(spot.x + SIZE.width).toBeLessThan(836);
  });
  it('covers none of the things it should not, wherever they stand', () => {
    let seed = 7;
    const chance = (most: number): number => ((seed = (seed * 48271) % 2147483647) / 2147483647) * most;
    for (let n = 0; n < 200; n++) {
      const keep = Array.from({ length: 6 }, () => around({ x: chance(900), y: chance(600) }, 20));
      const spot = beside(SIZE, MAP, keep, keep[0]!);
      const box = { ...spot, ...SIZE };
      expect(keep.filter((each) => overlaps(box, each)).length).toBeLessThanOrEqual(spot.covers);
      expect(box.x).toBeGreaterThanOrEqual(MAP.x);
      expect(box.x + box.width).toBeLessThanOrEqual(MAP.x + MAP.width);
      expect(box.y + box.height).toBeLessThanOrEqual(MAP.y + MAP.height);
    }
  });
  it('says how many it must cover when the map is full', () => {
    const keep = [0, 1, 2, 3, 4, 5].flatMap((row) => [0, 1, 2, 3, 4, 5, 6, 7, 8].map((column) => around({ x: column * 100 + 50, y: row * 100 + 50 }, 20)));
    expect(beside(SIZE, MAP, keep, { x: 450, y: 300 }).covers).toBeGreaterThan(0);
  });
  it('stays where it was as long as it covers nothing', () => {
    const keep = [around({ x: 100, y: 100 }, 24)];
    expect(beside(SIZE, MAP, keep, { x: 100, y: 100 }, { x: 500, y: 350 })).toMatchObject({ x: 500, y: 350 });
  });
});
