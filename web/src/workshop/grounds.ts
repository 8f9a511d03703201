/** Where a vehicle stands, by the kinds of ground that its system declares. */
import type { components } from '../api/schema';
import type { Point, TableLayout } from '../board/layout';
import { contains } from '../board/ground/shapes';

export type Ground = components['schemas']['Ground'];

/** The ground under a place on the board: of several the first that is declared, and else the last, the open. */
export function groundAt(place: TableLayout, point: Point, grounds: readonly Ground[]): Ground | null {
  const under = new Set(
    place.scene.features
      .filter(({ kind, polygon }) => grounds.some((each) => each.kind === kind) && contains(polygon.map((corner) => place.corner(corner)), point))
      .map(({ kind }) => kind),
  );
  return grounds.find(({ kind }) => under.has(kind)) ?? grounds[grounds.length - 1] ?? null;
}
