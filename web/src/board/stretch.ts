/** The part of a way that leads to, and through, the places of a stretch. It is never a point alone, which nobody would see. */
export function stretch<T>(way: readonly T[], from: number, to: number): T[] {
  const start = from === to ? Math.max(0, from - 1) : from;
  return way.slice(start, Math.max(to, start + 1) + 1);
}
