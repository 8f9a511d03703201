/** Regions of the board: the many points or hexes of an offer, decoded, tested and outlined. */
import { HexLayout, type Layout, type Point, TableLayout } from './layout';
import { outline } from './ground/outlines';
import { rounded } from './ground/shapes';

/** Ranges [first, last] as the set of places they stand for. */
export function decode(ranges: readonly (readonly [number, number])[]): Set<number> {
  const places = new Set<number>();
  for (const [first, last] of ranges) for (let n = first; n <= last; n++) places.add(n);
  return places;
}

/** The outline of places as an SVG path. */
export function regionPath(place: Layout, places: ReadonlySet<number>): string {
  const loops = place instanceof TableLayout ? latticeLoops(place, places) : place instanceof HexLayout ? outline(place, places) : [];
  const step = place instanceof TableLayout ? place.length(place.scene.step) : 0;
  return loops.map((loop) => pathOf(step === 0 ? loop : rounded(eased(loop, step), true, 2))).join('');
}

/**
 * Stairs made into slopes: the loop runs through the middle of each side that goes one way and back, and keeps to the
 * others up to a step from their ends. A single point beyond the others does not stick out.
 */
export function eased(loop: readonly Point[], step: number): Point[] {
  const count = loop.length;
  const found: Point[] = [];
  for (let i = 0; i < count; i++) {
    const [before, a, b, after] = [loop[(i + count - 1) % count]!, loop[i]!, loop[(i + 1) % count]!, loop[(i + 2) % count]!];
    const stairs = turn(before, a, b) * turn(a, b, after) < 0;
    const long = Math.hypot(b.x - a.x, b.y - a.y);
    const tip = long < step * 1.1 && turn(before, a, b) * turn(a, b, after) > 0;
    if (tip) continue; // one point that stands out would be a thorn
    if (stairs && long <= step * 9) {
      found.push({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
      continue;
    }
    const t = Math.min(step * 0.6, long * 0.25) / long;
    found.push({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }, { x: b.x + (a.x - b.x) * t, y: b.y + (a.y - b.y) * t });
  }
  return found.length > 2 ? found : [...loop];
}

function turn(a: Point, b: Point, c: Point): number {
  return Math.sign((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x));
}

/** A closed SVG path. */
export function pathOf(loop: readonly Point[]): string {
  return `M${loop.map((p) => `${p.x.toFixed(1)},${p.y.toFixed(1)}`).join('L')}Z`;
}

/** The loops around a set of lattice points, each a square of one step. */
export function latticeLoops(place: TableLayout, places: ReadonlySet<number>): Point[][] {
  const { columns, rows, step } = place.scene;
  const next = new Map<number, number[]>();
  const wide = columns + 1;
  const add = (from: number, to: number): void => {
    const known = next.get(from);
    if (known) known.push(to);
    else next.set(from, [to]);
  };
  const has = (column: number, row: number): boolean =>
    column >= 0 && column < columns && row >= 0 && row < rows && places.has(row * columns + column);
  for (const point of places) {
    const [c, r] = [point % columns, Math.floor(point / columns)];
    if (!has(c, r - 1)) add(r * wide + c, r * wide + c + 1);
    if (!has(c + 1, r)) add(r * wide + c + 1, (r + 1) * wide + c + 1);
    if (!has(c, r + 1)) add((r + 1) * wide + c + 1, (r + 1) * wide + c);
    if (!has(c - 1, r)) add((r + 1) * wide + c, r * wide + c);
  }
  const loops: Point[][] = [];
  for (const start of [...next.keys()]) {
    let here = start;
    const corners: number[] = [];
    for (;;) {
      const to = next.get(here)?.pop();
      if (to === undefined) break;
      corners.push(here);
      here = to;
    }
    if (corners.length < 3) continue;
    const straight = corners.filter((corner, i) => {
      const [before, after] = [corners[(i + corners.length - 1) % corners.length]!, corners[(i + 1) % corners.length]!];
      return corner - before !== after - corner;
    });
    loops.push(straight.map((corner) => place.corner([((corner % wide) - 0.5) * step, (Math.floor(corner / wide) - 0.5) * step])));
  }
  return loops;
}
