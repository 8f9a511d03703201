/** The figures of a report, as they are drawn. */
import type { components } from '../api/schema';

export type Report = components['schemas']['Report'];
export type Turning = components['schemas']['Turning'];
export type TurnLosses = components['schemas']['TurnLosses'];
export type Luck = components['schemas']['Luck'];

/** The highest loss in one turn, at least 1. */
export const highest = (turns: readonly TurnLosses[]): number => Math.max(1, ...turns.flatMap((turn) => turn.lost));

/** A number with its sign. */
export const signed = (value: number): string => (value < 0 ? `−${Math.abs(value)}` : `+${value}`);

/** How lucky a side was, in a sentence. */
export function luckWords(luck: Luck): string {
  if (luck.shots === 0) return 'No shot was fired.';
  const shots = luck.shots === 1 ? '1 shot' : `${luck.shots} shots`;
  const games = Math.round(luck.luckier);
  const how = games >= 50 ? `luckier than in ${games} of 100 games` : `unluckier than in ${100 - games} of 100 games`;
  return `${shots}, ${how} with the same shots.`;
}
