/** Pieces that are drawn larger than life are moved apart, so that each can be read and pressed. */
import type { Point } from './layout';

const ROUNDS = 14;
const FAR = 1.1; // sides of a piece that it may be moved at most: it must not seem to be somewhere else

/** Points moved until those closer than `size` touch no more, or as far as they may. Equal points stay together. */
export function apart(points: readonly Point[], size: number): Point[] {
  const now = points.map((point) => ({ ...point }));
  for (let round = 0; round < ROUNDS; round += 1) {
    let moved = false;
    for (let a = 0; a < now.length; a += 1) {
      for (let b = a + 1; b < now.length; b += 1) {
        const [one, other] = [now[a]!, now[b]!];
        const [dx, dy] = [other.x - one.x, other.y - one.y];
        const far = Math.hypot(dx, dy);
        if (far >= size * 0.96 || far < 0.01) continue;
        const push = (size - far) / 2 / far;
        [one.x, one.y, other.x, other.y] = [one.x - dx * push, one.y - dy * push, other.x + dx * push, other.y + dy * push];
        moved = true;
      }
    }
    now.forEach((point, n) => {
      const from = points[n]!;
      const far = Math.hypot(point.x - from.x, point.y - from.y);
      const most = size * FAR;
      if (far > most) [point.x, point.y] = [from.x + ((point.x - from.x) * most) / far, from.y + ((point.y - from.y) * most) / far];
    });
    if (!moved) break;
  }
  return now;
}
