/** Staff graphics as geometry: arrows, ovals, lines and rings on the board. Pure, in the board's own pixels. */
import { HEX, HexLayout, type Layout, type Point } from './layout';

const round = (value: number): string => value.toFixed(1);
export const through = (points: readonly Point[]): string => (points.length > 1 ? `M${points.map((p) => `${round(p.x)},${round(p.y)}`).join('L')}` : '');
const loop = (points: readonly Point[]): string => `${through(points)}Z`;

/** Points on a smooth curve through these (Catmull-Rom), `fine` between two of them. */
export function curve(points: readonly Point[], fine = 10): Point[] {
  if (points.length < 3) return [...points];
  const found: Point[] = [];
  for (let n = 0; n + 1 < points.length; n += 1) {
    const [a, b, c, d] = [points[Math.max(0, n - 1)]!, points[n]!, points[n + 1]!, points[Math.min(points.length - 1, n + 2)]!];
    for (let step = 0; step < fine; step += 1) {
      const t = step / fine;
      const mix = (p: number, q: number, r: number, s: number): number => 0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t * t * t);
      found.push({ x: mix(a.x, b.x, c.x, d.x), y: mix(a.y, b.y, c.y, d.y) });
    }
  }
  return [...found, points[points.length - 1]!];
}

/** A line without the wiggles of a way from hex to hex: points that are close to both neighbours are drawn towards them. */
export function calm(points: readonly Point[], near: number): Point[] {
  return points.map((point, n) => {
    const [a, b] = [points[n - 1], points[n + 1]];
    if (!a || !b || Math.hypot(a.x - point.x, a.y - point.y) > near || Math.hypot(b.x - point.x, b.y - point.y) > near) return point;
    return { x: (a.x + 2 * point.x + b.x) / 4, y: (a.y + 2 * point.y + b.y) / 4 };
  });
}

/** A smooth line through points. */
export function smooth(points: readonly Point[]): string {
  return through(curve(points));
}

export function lengthOf(points: readonly Point[]): number {
  return points.slice(1).reduce((sum, point, n) => sum + Math.hypot(point.x - points[n]!.x, point.y - points[n]!.y), 0);
}

/** The point at this distance along a line, and the direction there in degrees. */
export function along(points: readonly Point[], far: number): { at: Point; degrees: number } {
  let left = far;
  for (let n = 1; n < points.length; n += 1) {
    const [a, b] = [points[n - 1]!, points[n]!];
    const long = Math.hypot(b.x - a.x, b.y - a.y);
    if (left <= long || n === points.length - 1) {
      const t = long === 0 ? 0 : Math.min(1, left / long);
      return { at: { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }, degrees: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI };
    }
    left -= long;
  }
  return { at: points[0] ?? { x: 0, y: 0 }, degrees: 0 };
}

/** The part of a line up to this distance before its end. */
export function shortened(points: readonly Point[], by: number): Point[] {
  const keep = lengthOf(points) - by;
  if (keep <= 0) return points.slice(0, 1);
  const found: Point[] = [];
  let gone = 0;
  for (let n = 0; n < points.length; n += 1) {
    if (n > 0) gone += Math.hypot(points[n]!.x - points[n - 1]!.x, points[n]!.y - points[n - 1]!.y);
    if (gone >= keep) break;
    found.push(points[n]!);
  }
  return [...found, along(points, keep).at];
}

/** A line beside another, this far to its right. */
export function beside(points: readonly Point[], far: number): Point[] {
  return points.map((point, n) => {
    const [a, b] = [points[Math.max(0, n - 1)]!, points[Math.min(points.length - 1, n + 1)]!];
    const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    return { x: point.x - ((b.y - a.y) / long) * far, y: point.y + ((b.x - a.x) / long) * far };
  });
}

export interface Arrow {
  /** The two long sides with the barbed head, open at the foot. */
  line: string;
  /** What lies between them. */
  fill: string;
  /** The middle line, for a name along it. */
  middle: Point[];
}

/** A hollow arrow along points: two lines and a barbed head, which ends `short` of the last point. */
export function arrow(points: readonly Point[], half: number, short = 0): Arrow | null {
  const whole = shortened(curve(points), short);
  const long = lengthOf(whole);
  if (whole.length < 2 || long < half * 2) return null;
  const head = Math.min(half * 2.6, long * 0.6);
  const shaft = shortened(whole, head);
  const [tip, neck] = [whole[whole.length - 1]!, shaft[shaft.length - 1]!];
  const way = Math.hypot(tip.x - neck.x, tip.y - neck.y) || 1;
  const [dx, dy] = [(tip.x - neck.x) / way, (tip.y - neck.y) / way];
  const [left, right] = [beside(shaft, -half), beside(shaft, half)];
  const barb = (side: number): Point => ({ x: neck.x - dx * half * 0.4 - dy * side * half * 2.1, y: neck.y - dy * half * 0.4 + dx * side * half * 2.1 });
  const edge = [...left, barb(-1), tip, barb(1), ...[...right].reverse()];
  return { line: through(edge), fill: loop(edge), middle: whole };
}

export interface Oval {
  x: number;
  y: number;
  rx: number;
  ry: number;
}

/** An oval around places. */
export function oval(points: readonly Point[], room: number): Oval {
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  // an oval must be wider than the box of the places to hold its corners, but most sets have none there
  const grow = points.length > 3 ? 1.12 : 1;
  return { x: (left + right) / 2, y: (top + bottom) / 2, rx: ((right - left) / 2) * grow + room, ry: ((bottom - top) / 2) * grow + room };
}

/** Places as a line: in the order in which they lie along their longest direction. */
export function lined(points: readonly Point[]): Point[] {
  if (points.length < 3) return [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const mean = { x: points.reduce((sum, p) => sum + p.x, 0) / points.length, y: points.reduce((sum, p) => sum + p.y, 0) / points.length };
  let [xx, yy, xy] = [0, 0, 0];
  for (const p of points) {
    xx += (p.x - mean.x) ** 2;
    yy += (p.y - mean.y) ** 2;
    xy += (p.x - mean.x) * (p.y - mean.y);
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const far = (p: Point): number => (p.x - mean.x) * Math.cos(angle) + (p.y - mean.y) * Math.sin(angle);
  return [...points].sort((a, b) => far(a) - far(b));
}

/** A chain of hexsides, each between two hexes, as lines through their corners: one for each stretch that hangs together. */
export function sides(place: Layout, edges: readonly (readonly number[])[]): Point[][] {
  if (!(place instanceof HexLayout)) return [];
  const key = (p: Point): string => `${Math.round(p.x)},${Math.round(p.y)}`;
  const at = new Map<string, Point>();
  const next = new Map<string, string[]>();
  for (const [one, other] of edges) {
    if (one === undefined || other === undefined) continue;
    const [a, b] = place.side(one, other);
    for (const [from, to] of [[a, b], [b, a]] as const) {
      at.set(key(from), from);
      next.set(key(from), [...(next.get(key(from)) ?? []), key(to)]);
    }
  }
  const lines: Point[][] = [];
  const left = new Set(next.keys());
  while (left.size > 0) {
    const ends = [...left].filter((each) => next.get(each)!.length === 1);
    let here: string | undefined = ends[0] ?? [...left][0];
    const line: Point[] = [];
    while (here !== undefined) {
      left.delete(here);
      line.push(at.get(here)!);
      here = next.get(here)!.find((each) => left.has(each));
    }
    lines.push(line);
  }
  return lines;
}

/** A ring around a place. */
export const RING = HEX * 0.72;
