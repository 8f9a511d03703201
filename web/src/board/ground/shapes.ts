/** Polygons and lines on the board: pure geometry for the painters. */
import type { Point } from '../layout';
import type { Chance } from './chance';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The box around some points. */
export function bounds(points: readonly Point[]): Box {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** The middle of a polygon's area. */
export function centroid(polygon: readonly Point[]): Point {
  let [x, y, twice] = [0, 0, 0];
  polygon.forEach((p, i) => {
    const q = polygon[(i + 1) % polygon.length]!;
    const cross = p.x * q.y - q.x * p.y;
    twice += cross;
    x += (p.x + q.x) * cross;
    y += (p.y + q.y) * cross;
  });
  if (Math.abs(twice) < 1e-9) return polygon[0] ?? { x: 0, y: 0 };
  return { x: x / (3 * twice), y: y / (3 * twice) };
}

/** Twice the signed area halved: the area of a polygon. */
export function area(polygon: readonly Point[]): number {
  let twice = 0;
  polygon.forEach((p, i) => {
    const q = polygon[(i + 1) % polygon.length]!;
    twice += p.x * q.y - q.x * p.y;
  });
  return Math.abs(twice) / 2;
}

/** Whether a point lies inside a polygon. */
export function contains(polygon: readonly Point[], { x, y }: Point): boolean {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [a, b] = [polygon[i]!, polygon[j]!];
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

/** How far a point is from the edge of a polygon. */
export function fromEdge(polygon: readonly Point[], point: Point): number {
  let least = Infinity;
  polygon.forEach((a, i) => {
    least = Math.min(least, toSegment(point, a, polygon[(i + 1) % polygon.length]!));
  });
  return least;
}

/** How far a point is from a segment. */
export function toSegment(p: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const square = dx * dx + dy * dy;
  const t = square === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / square));
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/** Corners cut twice over: straight edges stay, bends become round (Chaikin). */
export function rounded(points: readonly Point[], closed: boolean, times = 2): Point[] {
  let now = [...points];
  for (let round = 0; round < times; round++) {
    const next: Point[] = closed || now.length < 2 ? [] : [now[0]!];
    const last = closed ? now.length : now.length - 1;
    for (let i = 0; i < last; i++) {
      const [a, b] = [now[i]!, now[(i + 1) % now.length]!];
      next.push({ x: a.x * 0.75 + b.x * 0.25, y: a.y * 0.75 + b.y * 0.25 });
      next.push({ x: a.x * 0.25 + b.x * 0.75, y: a.y * 0.25 + b.y * 0.75 });
    }
    if (!closed) next.push(now[now.length - 1]!);
    now = next;
  }
  return now;
}

/** A line whose bends are round but which keeps to its corners: no arc begins farther than `radius` from one. */
export function bent(points: readonly Point[], radius: number): Point[] {
  const found: Point[] = points.length > 0 ? [points[0]!] : [];
  for (let i = 1; i < points.length - 1; i++) {
    const [before, corner, after] = [points[i - 1]!, points[i]!, points[i + 1]!];
    const [a, b] = [towards(corner, before, radius), towards(corner, after, radius)];
    for (let n = 0; n <= 8; n++) {
      const t = n / 8;
      const [p, q, r] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
      found.push({ x: p * a.x + q * corner.x + r * b.x, y: p * a.y + q * corner.y + r * b.y });
    }
  }
  if (points.length > 1) found.push(points[points.length - 1]!);
  return found;
}

function towards(from: Point, to: Point, far: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const t = Math.min(far, length / 2) / length;
  return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t };
}

/** Points along a line or polygon, about `spacing` apart, with the direction there. */
export function along(points: readonly Point[], closed: boolean, spacing: number): { at: Point; angle: number }[] {
  const found: { at: Point; angle: number }[] = [];
  const last = closed ? points.length : points.length - 1;
  for (let i = 0; i < last; i++) {
    const [a, b] = [points[i]!, points[(i + 1) % points.length]!];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const count = Math.max(1, Math.round(length / spacing));
    const angle = Math.atan2(b.y - a.y, b.x - a.x);
    for (let k = 0; k < count; k++) {
      const t = k / count;
      found.push({ at: { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }, angle });
    }
  }
  const end = points[points.length - 1];
  if (!closed && end) found.push({ at: end, angle: found[found.length - 1]?.angle ?? 0 });
  return found;
}

/** A polygon with a natural edge; where it meets the edge of the board it runs on beyond it. */
export function rough(polygon: readonly Point[], amount: number, spacing: number, roll: Chance, board: Box): Point[] {
  const edged = along(polygon, true, spacing).map(({ at, angle }) => {
    const out = beyond(at, board, 90);
    if (out) return out;
    const push = (roll() - 0.5) * 2 * amount;
    return { x: at.x + Math.sin(angle) * push, y: at.y - Math.cos(angle) * push };
  });
  return rounded(edged, true, 2);
}

/** The point carried beyond the board if it lies on its edge. */
function beyond(point: Point, board: Box, far: number): Point | null {
  const left = point.x <= board.x + 1;
  const right = point.x >= board.x + board.width - 1;
  const top = point.y <= board.y + 1;
  const bottom = point.y >= board.y + board.height - 1;
  if (!(left || right || top || bottom)) return null;
  return {
    x: point.x + (left ? -far : right ? far : 0),
    y: point.y + (top ? -far : bottom ? far : 0),
  };
}

/** Points strewn over a polygon, none closer than about `spacing`, from north to south so that later ones overlap. */
export function scatter(polygon: readonly Point[], spacing: number, roll: Chance, inset = 0): Point[] {
  const box = bounds(polygon);
  const found: Point[] = [];
  const tall = spacing * 0.87;
  const rows = Math.ceil(box.height / tall) + 1;
  const columns = Math.ceil(box.width / spacing) + 1;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const point = {
        x: box.x + (column + (row % 2) * 0.5 + (roll() - 0.5) * 0.72) * spacing,
        y: box.y + (row + (roll() - 0.5) * 0.72) * tall,
      };
      if (contains(polygon, point) && (inset === 0 || fromEdge(polygon, point) > inset)) found.push(point);
    }
  }
  return found.sort((a, b) => a.y - b.y);
}

export interface Frame {
  centre: Point;
  angle: number;
  length: number;
  width: number;
}

/** The narrowest turned box around a polygon: its middle, the direction of its long side, length and width. */
export function frame(polygon: readonly Point[]): Frame {
  let best: Frame | null = null;
  polygon.forEach((a, i) => {
    const b = polygon[(i + 1) % polygon.length]!;
    if (Math.hypot(b.x - a.x, b.y - a.y) < 1) return;
    const angle = Math.atan2(b.y - a.y, b.x - a.x);
    const box = bounds(polygon.map((p) => turned(p, -angle)));
    const centre = turned({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, angle);
    const long = box.width >= box.height;
    const found = {
      centre,
      angle: long ? angle : angle + Math.PI / 2,
      length: Math.max(box.width, box.height),
      width: Math.min(box.width, box.height),
    };
    if (best === null || found.length * found.width < best.length * best.width - 1) best = found;
  });
  return best ?? { centre: centroid(polygon), angle: 0, length: 0, width: 0 };
}

/** A point turned about the origin. */
export function turned({ x, y }: Point, angle: number): Point {
  return { x: x * Math.cos(angle) - y * Math.sin(angle), y: x * Math.sin(angle) + y * Math.cos(angle) };
}
