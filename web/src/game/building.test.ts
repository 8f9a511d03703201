import { describe, expect, it } from 'vitest';
import type { Offering, PartOffered } from '../api/types';
import { HexLayout } from '../board/layout';
import type { HexScene } from '../board/scene';
import { drawnPart, fits, fresh, inserted, moved, put, targetOf, typed } from './building';

// a map of six columns and five rows; the hex in column 2, row 3 is 0203 with the id 103
const cells = Array.from({ length: 30 }, (_, n) => {
  const [column, row] = [(n % 6) + 1, Math.floor(n / 6) + 1];
  return { id: n, label: `0${column}0${row}`, column, row, terrain: 'open', elevation: 0 };
});
const paper = new HexLayout({ type: 'hexes', columns: 6, rows: 5, cells, pieces: [], edges: [], roads: [], spots: [], metres: 0 } as unknown as HexScene);
const id = (label: string): number => cells.find((cell) => cell.label === label)!.id;
const every = cells.map((cell) => cell.id);
const part = (shape: PartOffered['shape'], more: Partial<PartOffered> = {}): PartOffered => ({ kind: 'hex', shape, targets: every, first: null, least: 1, most: 6, names: {}, ...more });
const offer = (parts: PartOffered[], shape: Offering['shape'] = 'parts'): Offering => ({ verb: 'line', label: 'Line', kind: 'line', shape, parts, menu: '', targets: null, ranges: null, names: {}, degrees: {} });
const draw = (which: PartOffered, ...labels: string[]): number[] => labels.reduce<number[]>((now, label) => put(which, now, id(label), paper), []);

describe('a chain', () => {
  const chain = part('chain');
  it('takes the hexes between two presses with it, each beside the one before', () => {
    const way = draw(chain, '0101', '0501');
    expect(way[0]).toBe(id('0101'));
    expect(way[way.length - 1]).toBe(id('0501'));
    expect(way).toHaveLength(5);
    expect(way.slice(1).every((at, n) => paper.beside(way[n]!, at))).toBe(true);
  });
  it('goes back to a hex that is pressed again, and stays as it is for the last one', () => {
    expect(draw(chain, '0101', '0102', '0103', '0102')).toEqual([id('0101'), id('0102')]);
    expect(draw(chain, '0101', '0102', '0102')).toEqual([id('0101'), id('0102')]);
  });
  it('begins where it may, goes through no hex that is not offered, and is not too long', () => {
    expect(draw(part('chain', { first: [id('0202')] }), '0101')).toEqual([]);
    expect(draw(part('chain', { targets: every.filter((each) => each !== id('0102')) }), '0101', '0103')).toEqual([id('0101')]);
    expect(draw(part('chain', { most: 3 }), '0101', '0105')).toEqual([id('0101')]);
  });
  it('follows a hex of it that is dragged, with the hexes between', () => {
    const way = draw(chain, '0101', '0102', '0103');
    const bent = moved(chain, way, 1, id('0202'), paper);
    expect(bent).toEqual([id('0101'), ...paper.between(id('0101'), id('0202')).slice(1), ...paper.between(id('0202'), id('0103')).slice(1)]);
    expect(moved(chain, way, 1, id('0101'), paper)).toEqual(way);
  });
});

describe('a set', () => {
  const set = part('set', { most: 2 });
  it('is kept in rising order, and a second press takes a hex out', () => {
    expect(draw(set, '0202', '0101')).toEqual([id('0101'), id('0202')]);
    expect(draw(set, '0202', '0101', '0202')).toEqual([id('0101')]);
  });
  it('takes no more than it may have', () => {
    expect(draw(set, '0101', '0102', '0103')).toHaveLength(2);
  });
});

describe('way-points', () => {
  const points = part('points', { most: 3 });
  it('keep the order of the presses and need not be neighbours', () => {
    expect(draw(points, '0501', '0105')).toEqual([id('0501'), id('0105')]);
  });
  it('are dragged, put between two others, and taken out by a press', () => {
    const way = draw(points, '0101', '0105');
    expect(moved(points, way, 1, id('0305'), paper)).toEqual([id('0101'), id('0305')]);
    const more = inserted(points, way, 1, id('0303'));
    expect(more).toEqual([id('0101'), id('0303'), id('0105')]);
    expect(inserted(points, more, 1, id('0404'))).toEqual(more);
    expect(put(points, more, id('0303'), paper)).toEqual(way);
    expect(moved(points, way, 1, id('0101'), paper)).toEqual(way);
  });
});

describe('several parts', () => {
  const name = part('text', { kind: 'name', targets: ['ROSE', 'LILY'], most: 8 });
  const wide = part('one', { kind: 'width', targets: [1, 2, 3] });
  const line = offer([name, part('set'), wide]);
  it('are filled with what is usual or wished for, and nothing drawn', () => {
    expect(fresh(line)).toEqual(['ROSE', [], 1]);
    expect(fresh(line, { width: 3, name: 'OAK' })).toEqual(['OAK', [], 3]);
    expect(fresh(line, { width: 9 })[2]).toBe(1);
    expect(drawnPart(line)).toBe(1);
    expect(drawnPart(offer([name, wide]))).toBe(-1);
  });
  it('make a target when each has enough', () => {
    expect(targetOf(line, ['ROSE', [], 1])).toBeNull();
    expect(targetOf(line, [' ', [3], 1])).toBeNull();
    expect(targetOf(line, ['ROSE ', [3], 1])).toEqual(['ROSE', [3], 1]);
    expect(targetOf(offer([part('set')], 'set'), [[3, 4]])).toEqual([3, 4]);
    expect(targetOf(offer([name], 'text'), ['Coral'])).toBe('Coral');
    expect(fits(name, 'far too long a name')).toBe(false);
  });
  it('may be typed as the numbers of hexes', () => {
    const byLabel = (label: string): number | null => cells.find((cell) => cell.label === label)?.id ?? null;
    expect(typed('0101  0203 9999 x', byLabel)).toEqual([id('0101'), id('0203')]);
  });
});
