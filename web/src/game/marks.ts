/** Where turns begin among the moments of a replay. */
import type { LogLine } from '../api/types';

export interface TurnMark {
  /** The first moment of the turn. */
  at: number;
  words: string;
}

/** A mark for each turn that the log tells of. */
export function turnMarks(lines: readonly LogLine[]): TurnMark[] {
  return lines.filter((line) => line.what === 'turn').map((line) => ({ at: line.sequence, words: line.words }));
}

/** The turn a moment belongs to: the last one that has begun. */
export function turnAt(marks: readonly TurnMark[], moment: number): TurnMark | null {
  return marks.findLast((mark) => mark.at <= moment) ?? null;
}
