import { describe, expect, it } from 'vitest';
import { HexLayout } from './layout';
import { covers, hexLabels, labelsAt, placeNames } from './names';
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

describe('labels on a hex map', () => {
  const labels = hexLabels(scene([{ name: 'Lezey', at: 4 }]), new HexLayout(scene([])));
  it('leave the number out that tells villages apart in lists', () => {
    expect(labels.map(({ words, given }) => [words, given])).toEqual([
      ['Lezey', true],
      ['Village', false],
    ]);
  });
  it('show only what the author named from afar', () => {
    expect(labelsAt(labels, 0.4).map(({ words }) => words)).toEqual(['Lezey']);
    expect(labelsAt(labels, 0.5).map(({ words }) => words)).toEqual(['Lezey', 'Village']);
  });
  it('cover the number of a hex beside or behind them, and no other', () => {
    const [label] = labelsAt(labels, 1);
    if (!label) throw new Error('there is a label');
    const { x, y } = label.at;
    expect(covers(label, 1, { x, y }, 8, 10)).toBe(true);
    expect(covers(label, 1, { x: x + 25, y }, 8, 10)).toBe(true);
    expect(covers(label, 1, { x: x + 40, y }, 8, 10)).toBe(false);
    expect(covers(label, 1, { x, y: y + 14 }, 8, 10)).toBe(false);
    expect(covers(label, 1, { x, y: y - 16 }, 8, 10)).toBe(false);
  });
});
