import { describe, expect, it } from 'vitest';
import { layout } from '../board/layout';
import type { Scene } from '../board/scene';
import { stepped } from './cursor.svelte';

const cells = Array.from({ length: 25 }, (_, n) => ({ id: n, label: String(n), column: (n % 5) + 1, row: Math.floor(n / 5) + 1, terrain: 'open', elevation: 0 }));
const hexes = layout({ type: 'hexes', columns: 5, rows: 5, cells, pieces: [], edges: [], roads: [], spots: [], metres: 0 } as unknown as Scene);
const table = layout({ type: 'table', width: 1200, height: 1200, step: 50, columns: 25, rows: 25, base: 100, pieces: [], features: [], roads: [], spots: [], zones: [] } as unknown as Scene);

describe('the map cursor', () => {
  it('goes from hex to hex and keeps to its row', () => {
    expect(stepped(hexes, 12, 'up')).toBe(7);
    expect(stepped(hexes, 12, 'down')).toBe(17);
    const along = ['right', 'right'].reduce((at) => stepped(hexes, at, 'right'), 10);
    expect(along).toBe(12);
  });
  it('stays on the map', () => {
    expect(stepped(hexes, 0, 'left')).toBe(0);
    expect(stepped(hexes, 2, 'up')).toBe(2);
    expect(stepped(table, 0, 'left')).toBe(0);
  });
  it('goes an inch at a time on a table', () => {
    expect(stepped(table, 0, 'right')).toBe(2);
    expect(stepped(table, 0, 'up')).toBe(50);
  });
});
