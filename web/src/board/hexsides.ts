/** Lines along the sides of hexes: from corner to corner, by the shortest way. A side is written as six times a hex and a direction. */
import type { HexLayout, Point } from './layout';

const key = (point: Point): string => `${Math.round(point.x)},${Math.round(point.y)}`;

export class Hexsides {
  private readonly corners = new Map<string, Point>();
  private readonly next = new Map<string, { side: number; to: string }[]>();

  /** `sides` are those that can be chosen; the directions of a hex count clockwise from the north. */
  constructor(place: HexLayout, sides: readonly number[]) {
    for (const side of sides) {
      const [hex, way] = [Math.floor(side / 6), side % 6];
      const all = place.corners(hex);
      const [a, b] = [all[(4 + way) % 6]!, all[(5 + way) % 6]!];
      this.join(a, b, side);
      this.join(b, a, side);
    }
  }

  private join(from: Point, to: Point, side: number): void {
    const known = this.next.get(key(from)) ?? [];
    this.corners.set(key(from), from);
    this.next.set(key(from), [...known, { side, to: key(to) }]);
  }

  /** The corner nearest to a place on the board. */
  nearest(point: Point): string | null {
    let best: string | null = null;
    let least = Infinity;
    for (const [name, corner] of this.corners) {
      const far = (corner.x - point.x) ** 2 + (corner.y - point.y) ** 2;
      if (far < least) [best, least] = [name, far];
    }
    return best;
  }

  at(corner: string): Point | null {
    return this.corners.get(corner) ?? null;
  }

  /** The sides from one corner to another, the fewest that will do; null if they do not hang together. */
  path(from: string, to: string): { sides: number[]; corners: string[] } | null {
    const before = new Map<string, { side: number; from: string } | null>([[from, null]]);
    const queue = [from];
    for (let here = queue.shift(); here !== undefined && here !== to; here = queue.shift()) {
      for (const { side, to: there } of this.next.get(here) ?? []) {
        if (before.has(there)) continue;
        before.set(there, { side, from: here });
        queue.push(there);
      }
    }
    if (!before.has(to)) return null;
    const sides: number[] = [];
    const corners = [to];
    for (let step = before.get(to); step; step = before.get(step.from)) {
      sides.unshift(step.side);
      corners.unshift(step.from);
    }
    return { sides, corners };
  }

  /** The line through corners that were pressed one after another: its sides, and the corners on its way. */
  along(pressed: readonly string[]): { sides: number[]; corners: string[] } {
    const found = { sides: [] as number[], corners: pressed.slice(0, 1) };
    for (let n = 1; n < pressed.length; n += 1) {
      const part = this.path(pressed[n - 1]!, pressed[n]!);
      if (!part || part.sides.some((side) => found.sides.includes(side))) break;
      found.sides.push(...part.sides);
      found.corners.push(...part.corners.slice(1));
    }
    return found;
  }
}
