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
