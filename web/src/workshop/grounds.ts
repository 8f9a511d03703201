/** Where a vehicle of Micro Armour may stand, by the names of its ground. */
import type { Point, TableLayout } from '../board/layout';
import { contains } from '../board/ground/shapes';

export const GROUNDS = ['clear', 'grove', 'heavy_buildings', 'hilltop', 'light_buildings', 'marsh', 'rough_1', 'rough_2', 'rough_3', 'smoke', 'woods', 'wreck'];

/** The ground under a place on the board: what grows or is built there before the hill below it, and else the open. */
export function groundAt(place: TableLayout, point: Point): string {
  const under = place.scene.features.filter(({ kind, polygon }) => GROUNDS.includes(kind) && contains(polygon.map((corner) => place.corner(corner)), point));
  return (under.find(({ kind }) => kind !== 'hilltop') ?? under[0])?.kind ?? 'clear';
}

/** A ground in words, after "in". */
export function groundWords(ground: string): string {
  return ground === 'clear' ? 'the open' : ground.replaceAll('_', ' ');
}

/** Where something stands, in words. */
export function standing(ground: string): string {
  return ground === 'hilltop' ? 'on a hilltop' : `in ${groundWords(ground)}`;
}
