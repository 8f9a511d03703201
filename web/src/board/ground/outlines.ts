/** The outlines of sets of hexes. */
import { HEX, type HexLayout, type Point } from '../layout';

/** The neighbour across each of the six sides, from the lower right clockwise; null beyond the map. */
export function neighbours(place: HexLayout, cell: number): (number | null)[] {
  const { x, y } = place.at(cell);
  const far = HEX * Math.sqrt(3);
  return [0, 1, 2, 3, 4, 5].map((n) => {
    const angle = Math.PI / 6 + (n * Math.PI) / 3;
    const point = { x: x + Math.cos(angle) * far, y: y + Math.sin(angle) * far };
    const found = place.nearest(point);
    if (found === null) return null;
    const at = place.at(found);
    return Math.hypot(at.x - point.x, at.y - point.y) < 2 ? found : null;
  });
}

/** The loops around a set of hexes. */
export function outline(place: HexLayout, cells: ReadonlySet<number>): Point[][] {
  const next = new Map<string, { from: Point; to: Point }[]>();
  const key = (p: Point): string => `${Math.round(p.x)},${Math.round(p.y)}`;
  for (const cell of cells) {
    const corners = place.corners(cell);
    neighbours(place, cell).forEach((other, n) => {
      if (other !== null && cells.has(other)) return;
      const side = { from: corners[n]!, to: corners[(n + 1) % 6]! };
      next.set(key(side.from), [...(next.get(key(side.from)) ?? []), side]);
    });
  }
  const found: Point[][] = [];
  for (const start of next.keys()) {
    let here = start;
    const loop: Point[] = [];
    for (;;) {
      const side = next.get(here)?.pop();
      if (!side) break;
      loop.push(side.from);
      here = key(side.to);
    }
    if (loop.length > 2) found.push(loop);
  }
  return found;
}
