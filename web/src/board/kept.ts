/** Where a board of this size begins: in the middle if all of it can be seen, else moved as little as needed so that no more than a rim beyond it is seen. */
export function kept(start: number, size: number, room: number, rim = 40): number {
  if (size <= room) return (room - size) / 2;
  return Math.min(rim, Math.max(room - size - rim, start));
}
