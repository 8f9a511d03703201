import { describe, expect, it } from 'vitest';
import first from '../../dev/fixtures/first-firefight.json';
import bridge from '../../dev/fixtures/bridge.json';
import { bearing, HexLayout, inches, PER_INCH, TableLayout, sector } from './layout';
import { rangesOf } from './ranges';
import type { HexScene, Piece, TableScene } from './scene';

const table = new TableLayout(first as unknown as TableScene);
const hexes = new HexLayout(bridge as unknown as HexScene);

describe('a table', () => {
  it('has point 0 in the south-west corner', () => {
    expect(table.at(0)).toEqual({ x: 0, y: table.height });
  });
  it('counts points along the rows from the west', () => {
    expect(table.at(1)).toEqual({ x: PER_INCH / 2, y: table.height });
    expect(table.at(97)).toEqual({ x: 0, y: table.height - PER_INCH / 2 });
  });
  it('finds every point again where it stands', () => {
    for (let n = 0; n < 97 * 73; n++) expect(table.nearest(table.at(n))).toBe(n);
  });
  it('has no point beyond its edge', () => {
    expect(table.nearest({ x: -20, y: 10 })).toBeNull();
    expect(table.nearest({ x: 10, y: table.height + 20 })).toBeNull();
  });
  it('measures in inches', () => {
    expect(table.distance({ x: 0, y: 0 }, { x: PER_INCH * 3, y: PER_INCH * 4 })).toBe('5"');
    expect(inches(8.25)).toBe('8.3"');
  });
});

describe('a hex map', () => {
  it('finds every hex again where it stands', () => {
    for (const cell of hexes.scene.cells) expect(hexes.nearest(hexes.at(cell.id))).toBe(cell.id);
  });
  it('sets even columns half a hex lower', () => {
    const at = (label: string) => hexes.at(hexes.scene.cells.find((cell) => cell.label === label)!.id);
    expect(at('0201').y - at('0101').y).toBeCloseTo((at('0102').y - at('0101').y) / 2);
  });
  it('counts hexes between hexes', () => {
    const at = (label: string) => hexes.at(hexes.scene.cells.find((cell) => cell.label === label)!.id);
    expect(hexes.distance(at('0101'), at('0103'))).toMatch(/^2 hexes/);
    expect(hexes.distance(at('0101'), at('0201'))).toMatch(/^1 hex/);
    expect(hexes.distance(at('0102'), at('0301'))).toMatch(/^2 hexes/);
    expect(hexes.distance(at('0101'), at('0503'))).toMatch(/^4 hexes/);
    expect(hexes.distance(at('0101'), at('0504'))).toMatch(/^5 hexes/);
  });
  it('has a side between neighbours as long as a hex is wide at its corner', () => {
    const [one, other] = [hexes.scene.cells.find((c) => c.label === '0101')!.id, hexes.scene.cells.find((c) => c.label === '0102')!.id];
    const [a, b] = hexes.side(one, other);
    expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(42);
  });
});

describe('rings', () => {
  it('tell move and ranges, equal ones together', () => {
    const squad = table.scene.pieces.find((piece: Piece) => piece.id === 1)!;
    const rings: Piece['rings'] = [['move', 800], ['range', 800], ['long', 1600]];
    expect(rangesOf({ ...squad, rings }).map((ring) => ring.words)).toEqual(['move, range 8"', 'long 16"']);
    expect(rangesOf(undefined)).toEqual([]);
  });
});

describe('directions', () => {
  it('are degrees clockwise from north', () => {
    const here = { x: 10, y: 10 };
    expect(bearing(here, { x: 10, y: 0 })).toBe(0);
    expect(bearing(here, { x: 20, y: 10 })).toBe(90);
    expect(bearing(here, { x: 0, y: 10 })).toBe(270);
  });
  it('make sectors', () => {
    expect(sector(0, 90, 10)).toBe('M0,0L-7.07,-7.07A10,10 0 0 1 7.07,-7.07Z');
    expect(sector(180, 270, 10)).toContain('A10,10 0 1 1');
  });
});
