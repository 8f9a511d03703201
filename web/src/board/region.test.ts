import { describe, expect, it } from 'vitest';
import first from '../../dev/fixtures/first-firefight.json';
import { area, contains } from './ground/shapes';
import { TableLayout } from './layout';
import { decode, eased, latticeLoops } from './region';
import type { TableScene } from './scene';

const table = new TableLayout(first as unknown as TableScene);
const columns = 97;
const block = (left: number, low: number, wide: number, high: number): Set<number> => {
  const found = new Set<number>();
  for (let row = low; row < low + high; row++) for (let column = left; column < left + wide; column++) found.add(row * columns + column);
  return found;
};

describe('ranges', () => {
  it('stand for every place from first to last', () => {
    expect([...decode([[3, 5], [9, 9]])]).toEqual([3, 4, 5, 9]);
  });
});

describe('the outline of places', () => {
  it('is one loop around a block, and no larger', () => {
    const loops = latticeLoops(table, block(10, 10, 4, 3));
    expect(loops).toHaveLength(1);
    expect(area(loops[0]!)).toBeCloseTo(12 * 12 * 12);
  });
  it('has a second loop around a hole', () => {
    const ring = block(10, 10, 5, 5);
    ring.delete(12 * columns + 12);
    expect(latticeLoops(table, ring)).toHaveLength(2);
  });
  it('holds its places and not their neighbours', () => {
    const [loop] = latticeLoops(table, block(20, 20, 6, 2));
    expect(contains(loop!, table.at(21 * columns + 25))).toBe(true);
    expect(contains(loop!, table.at(21 * columns + 26))).toBe(false);
    expect(contains(loop!, table.at(22 * columns + 22))).toBe(false);
  });
  it('keeps its corners when it is eased, up to a step', () => {
    const [loop] = latticeLoops(table, block(2, 0, 90, 8));
    const soft = eased(loop!, 12);
    expect(area(soft)).toBeGreaterThan(area(loop!) * 0.98);
    expect(contains(soft, table.at(7 * columns + 3))).toBe(true);
  });
  it('has no thorn where one place lies beyond the others, and still holds a place that lies alone', () => {
    const thorn = block(20, 20, 9, 4).add(24 * columns + 24);
    const [loop] = latticeLoops(table, thorn);
    const highest = (points: readonly { y: number }[]): number => Math.min(...points.map((point) => point.y));
    expect(highest(eased(loop!, 12)) - highest(loop!)).toBeCloseTo(6);
    const [alone] = latticeLoops(table, block(30, 30, 1, 1));
    expect(contains(eased(alone!, 12), table.at(30 * columns + 30))).toBe(true);
  });
  it('turns stairs into slopes', () => {
    const stairs = new Set<number>();
    for (let row = 0; row < 20; row++) for (let column = 0; column <= row; column++) stairs.add(row * columns + column);
    const soft = eased(latticeLoops(table, stairs)[0]!, 12);
    expect(soft.length).toBeLessThan(latticeLoops(table, stairs)[0]!.length + 6);
  });
});
