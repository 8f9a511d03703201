/** The phases of the turn, as far as the log tells of them: those that are over, the one that is on, those to come. */
import type { LogLine } from '../api/types';

export interface Phase {
  words: string;
  state: 'done' | 'now' | 'next';
}

const isPhase = (line: LogLine): boolean => line.what === 'phase' || line.what.endsWith('_phase');

/** The phases of this turn; those to come are known from the turn before. */
export function phasesOf(log: readonly LogLine[]): Phase[] {
  const turns: string[][] = [];
  for (const line of log) {
    if (line.what === 'turn') turns.push([]);
    else if (isPhase(line) && turns.length > 0) turns[turns.length - 1]!.push(line.words);
  }
  const [now, before] = [turns[turns.length - 1] ?? [], turns[turns.length - 2] ?? []];
  const rest = now.every((words) => before.includes(words)) ? before.slice(now.length === 0 ? 0 : before.lastIndexOf(now[now.length - 1]!) + 1) : [];
  return [
    ...now.map((words, n): Phase => ({ words, state: n === now.length - 1 ? 'now' : 'done' })),
    ...rest.filter((words) => !now.includes(words)).map((words): Phase => ({ words, state: 'next' })),
  ];
}
