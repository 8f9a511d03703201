/** Where a board of this size begins, moved as little as needed so that no more than a rim beyond it is seen. */
export function kept(start: number, size: number, room: number): number {
  const rim = 40;
  if (size + 2 * rim <= room) return (room - size) / 2;
  if (size <= room) return Math.max(0, Math.min(room - size, start));
  return Math.min(rim, Math.max(room - size - rim, start));
}
