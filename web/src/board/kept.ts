/**
 * Where a board of this size begins, moved as little as needed so that no more than a rim beyond it is seen. A board that
 * can be seen whole lies in the middle, unless a rim is asked for: then it may move as far as something at its edge needs.
 */
export function kept(start: number, size: number, room: number, rim?: number): number {
  const wide = rim ?? 40;
  if (size > room) return Math.min(wide, Math.max(room - size - wide, start));
  const middle = (room - size) / 2;
  if (rim === undefined) return middle;
  return Math.min(Math.max(middle, rim), Math.max(Math.min(middle, room - size - rim), start));
}

/**
 * Where a board begins at a zoom, moved as little as needed so that nothing beyond these two of its coordinates is seen.
 * If all between them fits in the room, it lies in the middle.
 */
export function confined(start: number, zoom: number, room: number, low: number, high: number): number {
  const [most, least] = [-low * zoom, room - high * zoom];
  return most < least ? (most + least) / 2 : Math.min(most, Math.max(least, start));
}
