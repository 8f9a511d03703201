/** Where vehicles have data cards: the enemy under the pointer, and your nearest vehicle. */
import { PER_INCH, TableLayout, type Layout, type Point } from '../board/layout';
import type { Piece } from '../board/scene';
import { groundAt, type Ground } from '../workshop/grounds';
import type { Table } from './table.svelte';

export interface Vehicle {
  piece: Piece;
  /** What it stands in. */
  ground: Ground;
}

export interface Facing {
  own: Vehicle;
  enemy: Vehicle;
  /** Where the enemy stands. */
  at: Point;
  /** How far apart they are; null while yours is not on the table. */
  inches: number | null;
}

/** The two that face each other; null unless the pointer is on an enemy. `chosen` is preferred to the nearest. */
export function facing(table: Table, place: Layout, pointed: number | null, chosen: number | null): Facing | null {
  const grounds = table.grounds;
  if (grounds.length === 0 || table.you === null || !(place instanceof TableLayout)) return null;
  const standings = new Map((table.view?.picture.pieces ?? []).map((each) => [each.id, each]));
  const where = (id: number): Point | null => {
    const at = standings.get(id)?.at;
    return at === null || at === undefined ? null : place.at(at);
  };
  const vehicle = (piece: Piece): Vehicle => {
    const at = where(piece.id);
    return { piece, ground: (at ? groundAt(place, at, grounds) : null) ?? grounds[grounds.length - 1]! };
  };
  const enemy = table.pieces.find((piece) => piece.id === pointed && piece.side !== table.you);
  const at = enemy ? where(enemy.id) : null;
  if (!enemy || !at) return null;
  const far = (piece: Piece): number => {
    const from = where(piece.id);
    return from ? Math.hypot(from.x - at.x, from.y - at.y) / PER_INCH : Infinity;
  };
  const mine = table.pieces.filter((piece) => piece.side === table.you && standings.get(piece.id)?.gone === false);
  const own = mine.find((piece) => piece.id === chosen) ?? mine.sort((a, b) => (far(a) < far(b) ? -1 : 1))[0];
  if (!own) return null;
  return { own: vehicle(own), enemy: vehicle(enemy), at, inches: Number.isFinite(far(own)) ? far(own) : null };
}
