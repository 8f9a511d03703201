/** Where a card lies: beside what it speaks of, over none of it, inside the map. Pixels of the screen. */
import type { Point } from './layout';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Size {
  width: number;
  height: number;
}
export interface Spot extends Point {
  /** How many of the things that should be seen lie below it. */
  covers: number;
}

const GAP = 10; // between the card and what it speaks of
const STEP = 16;

export function overlaps(one: Box, other: Box): boolean {
  return one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;
}

/** A box around a point. */
export function around({ x, y }: Point, half: number): Box {
  return { x: x - half, y: y - half, width: half * 2, height: half * 2 };
}

/** How far a point is from a box; nothing inside it. */
function far({ x, y }: Point, box: Box): number {
  return Math.hypot(Math.max(box.x - x, 0, x - box.x - box.width), Math.max(box.y - y, 0, y - box.y - box.height));
}

/**
 * The place for a card of this size. Where it was before (`first`), to the right of `at` or to the left of it, if that
 * covers nothing; else the place that covers fewest of `keep`, and of these the nearest to `at`.
 */
export function beside(size: Size, area: Box, keep: readonly Box[], at: Point, first?: Point): Spot {
  const [right, bottom] = [Math.max(area.x, area.x + area.width - size.width), Math.max(area.y, area.y + area.height - size.height)];
  const inside = ({ x, y }: Point): Point => ({ x: Math.min(right, Math.max(area.x, x)), y: Math.min(bottom, Math.max(area.y, y)) });
  const covers = (spot: Point): number => keep.filter((each) => overlaps({ ...spot, ...size }, grown(each))).length;
  const middle = at.y - size.height / 3;
  const preferred = [...(first ? [first] : []), { x: at.x + 42, y: middle }, { x: at.x - 42 - size.width, y: middle }].map(inside);
  const free = preferred.find((each) => covers(each) === 0);
  if (free) return { ...free, covers: 0 };
  const tried: Point[] = preferred;
  for (const each of keep) {
    for (const y of [middle, each.y, each.y + each.height - size.height]) tried.push({ x: each.x + each.width + GAP, y }, { x: each.x - GAP - size.width, y });
    for (const x of [at.x - size.width / 2, each.x, each.x + each.width - size.width]) tried.push({ x, y: each.y + each.height + GAP }, { x, y: each.y - GAP - size.height });
  }
  for (let y = area.y; y <= bottom; y += STEP) for (let x = area.x; x <= right; x += STEP) tried.push({ x, y });
  let best: Spot | null = null;
  let least = Infinity;
  for (const each of tried) {
    const spot = inside(each);
    const hidden = covers(spot);
    const away = far(at, { ...spot, ...size });
    if (best === null || hidden < best.covers || (hidden === best.covers && away < least - 0.5)) [best, least] = [{ ...spot, covers: hidden }, away];
  }
  return best!;
}

function grown({ x, y, width, height }: Box): Box {
  return { x: x - 2, y: y - 2, width: width + 4, height: height + 4 };
}
