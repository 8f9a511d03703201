/** Pieces that share a place are fanned out so that each can be seen and pressed. */
import { apart } from './apart';
import type { Layout, Point } from './layout';

export interface Placed {
  at: Point;
  /** How many share the place, and whether this one lies on top. */
  count: number;
  top: boolean;
}

const STACK = 0.07; // a stack is one counter with a number: those below only show an edge
const COLUMN = 4; // pieces of an opened stack above one another

/** Where each piece is drawn; the stack in the place `open` with each piece whole, `scale` times as large as life. */
export function spread(standings: readonly { id: number; at: number }[], place: Layout, open: number | null = null, scale = 1): Map<number, Placed> {
  const byPlace = new Map<number, number[]>();
  for (const { id, at } of standings) byPlace.set(at, [...(byPlace.get(at) ?? []), id]);
  const found = new Map<number, Placed>();
  const all = [...byPlace.keys()];
  const centres = new Map(all.map((at) => [at, place.at(at)]));
  if (scale > 1) apart(all.map((at) => place.at(at)), place.piece * scale).forEach((point, n) => centres.set(all[n]!, point));
  for (const [at, ids] of byPlace) {
    const centre = centres.get(at)!;
    if (at === open && ids.length > 1) {
      const step = place.piece * 1.12 * scale;
      const up = centre.y > place.height / 2 ? -1 : 1;
      ids.toReversed().forEach((id, n) => {
        const away = { x: centre.x - Math.floor(n / COLUMN) * step, y: centre.y + up * (n % COLUMN) * step };
        found.set(id, { at: away, count: ids.length, top: false });
      });
      continue;
    }
    const step = place.piece * STACK;
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
