import { describe, expect, it } from 'vitest';
import { HexLayout } from './layout';
import { placeNames } from './names';
import type { HexScene } from './scene';

const terrain = ['v', 'v', '.', '.', 'v', '.', '.', '.', '.', '.'];
const cells = terrain.map((kind, n) => ({ id: n, label: `0${n + 1}01`, column: n + 1, row: 1, terrain: kind === 'v' ? 'village' : 'open', elevation: 0 }));
const scene = (names: { name: string; at: number }[]): HexScene =>
  ({ type: 'hexes', columns: 10, rows: 1, cells, pieces: [], edges: [], roads: [], spots: [], names, metres: 0 }) as unknown as HexScene;
const read = (names: { name: string; at: number }[]): [string, number[], boolean][] =>
  placeNames(scene(names), new HexLayout(scene(names))).map(({ name, cells: held, given }) => [name, [...held].sort(), given]);

describe('names on a hex map', () => {
  it('are made of what is there where the author gives none', () => {
    expect(read([])).toEqual([
      ['village 0101', [0, 1], false],
      ['village 0501', [4], false],
    ]);
  });
  it('are those of the author, for the whole village', () => {
    expect(read([{ name: 'Lezey', at: 1 }])).toEqual([
      ['Lezey', [0, 1], true],
      ['village 0501', [4], false],
    ]);
  });
  it('may be of open ground', () => {
    expect(read([{ name: 'Ridge road', at: 7 }]).map(([name, held]) => [name, held])).toContainEqual(['Ridge road', [7]]);
  });
});
