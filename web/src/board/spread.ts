/** Pieces that share a place are fanned out so that each can be seen and pressed. */
import type { Layout, Point } from './layout';

export interface Placed {
  at: Point;
  /** How many share the place, and whether this one lies on top. */
  count: number;
  top: boolean;
}

/** Where each piece is drawn. */
export function spread(standings: readonly { id: number; at: number }[], place: Layout): Map<number, Placed> {
  const byPlace = new Map<number, number[]>();
  for (const { id, at } of standings) byPlace.set(at, [...(byPlace.get(at) ?? []), id]);
  const found = new Map<number, Placed>();
  for (const [at, ids] of byPlace) {
    const centre = place.at(at);
    const step = place.piece * 0.24;
    ids.forEach((id, n) => {
      const shift = (n - (ids.length - 1) / 2) * step;
      found.set(id, {
        at: { x: centre.x + shift, y: centre.y - shift * 0.7 },
        count: ids.length,
        top: n === ids.length - 1,
      });
    });
  }
  return found;
}
