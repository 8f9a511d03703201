/** The rings around a piece: how far it moves and shoots, from its data card. */
import { PER_INCH } from './layout';
import type { Piece } from './scene';

export interface Ring {
  radius: number;
  words: string;
}

/** Rings in the board's pixels; equal ones are one ring with both words. */
export function rangesOf(piece: Piece | undefined): Ring[] {
  const fact = (label: string): number[] => {
    const told = piece?.facts.find(([name]) => name === label)?.[1] ?? '';
    return [...told.matchAll(/(\d+(?:\.\d+)?)"/g)].map((match) => Number(match[1]));
  };
  const [move] = fact('Move');
  const [range, long] = fact('Range');
  const named = [['move', move], ['range', range], ['long', long]] as const;
  const rings = new Map<number, string[]>();
  for (const [name, inches] of named) if (inches) rings.set(inches, [...(rings.get(inches) ?? []), name]);
  return [...rings].map(([inches, names]) => ({ radius: inches * PER_INCH, words: `${names.join(', ')} ${inches}"` }));
}
