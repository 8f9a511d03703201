/** The rings around a piece: how far it moves and shoots. */
import { PER_INCH } from './layout';
import type { Piece } from './scene';

export interface Ring {
  radius: number;
  words: string;
}

/** Rings in the board's pixels; equal ones are one ring with both words. */
export function rangesOf(piece: Piece | undefined): Ring[] {
  const rings = new Map<number, string[]>();
  for (const [name, reach] of piece?.rings ?? []) if (reach > 0) rings.set(reach, [...(rings.get(reach) ?? []), name]);
  return [...rings].map(([reach, names]) => ({ radius: (reach / 100) * PER_INCH, words: `${names.join(', ')} ${reach / 100}"` }));
}
