import { describe, expect, it } from 'vitest';
import type { Line } from '../scene';
import { lanes } from './hexes';

const road = (kind: string, ...cells: number[]): Line => ({ kind, name: '', points: [], cells, width: 0 });

describe('roads given hex by hex', () => {
  it('are chained from end to end, whichever way each part is given', () => {
    const found = lanes([road('track', 1, 2), road('track', 3, 2), road('track', 3, 4)]);
    expect(found.length).toBe(1);
    expect(Math.min(found[0]!.cells[0]!, found[0]!.cells[3]!)).toBe(1);
    expect(found[0]!.cells.slice(1).every((cell, n) => Math.abs(cell - found[0]!.cells[n]!) === 1)).toBe(true);
  });
  it('end where another of the kind branches off', () => {
    const found = lanes([road('track', 1, 2), road('track', 2, 3), road('track', 2, 4)]);
    expect(found.length).toBe(3);
  });
  it('do not change into another kind', () => {
    expect(lanes([road('track', 1, 2), road('primary', 2, 3)]).map((lane) => lane.kind).sort()).toEqual(['primary', 'track']);
  });
});
