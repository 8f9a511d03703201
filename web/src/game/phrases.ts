/** Phrases: what the server says of a game, as parts. Those that name a unit, a hex, a point or a side say which. */
import type { LogLine, Part } from '../api/types';

/** Whether a part is a place of the map. */
export const isPlace = (part: Part): boolean => part.kind === 'hex' || part.kind === 'point';

/** Words that name nothing. */
export const plain = (text: string): Part[] => [{ text, kind: '' }];

/** A phrase with its first letter large. */
export function capitalised([first, ...rest]: readonly Part[]): Part[] {
  return first ? [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest] : [];
}

/** A shot to draw: from a piece to a piece, or to a place. */
export interface Shot {
  key: string;
  from: number;
  to: number | null;
  at: number | null;
}

const MOST_SHOTS = 6;

/** The shots that lines of the log tell of: every roll in which somebody acts on another, or on a place. */
export function shotsOf(lines: readonly LogLine[], moment: number): Shot[] {
  const acts = lines.filter(({ roll }) => roll && roll.by.length > 0 && (roll.on.length > 0 || roll.at !== null && roll.at !== undefined));
  return acts.slice(-MOST_SHOTS).flatMap(({ roll, number }) =>
    roll!.by.flatMap((from) => {
      const shot = (to: number | null, at: number | null): Shot => ({ key: `${moment}-${number}-${from}-${to}-${at}`, from, to, at });
      return roll!.on.length > 0 ? roll!.on.filter((to) => to !== from).map((to) => shot(to, null)) : [shot(null, roll!.at ?? null)];
    }),
  );
}
