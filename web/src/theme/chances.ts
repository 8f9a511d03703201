/** Chances in words: in percent, or as exact fractions, as the player likes to read them. */
import type { Settings } from './wishes';

export interface Chance {
  percent: number;
  /** The exact fraction. */
  chance: string;
}

/** Percent with at most one digit behind the point; what is nearly nothing, or nearly certain, is not called so. */
export function percentWords(percent: number): string {
  if (percent > 0 && percent < 0.05) return '<0.1 %';
  if (percent < 100 && percent >= 99.95) return '>99.9 %';
  return `${Number(percent.toFixed(1))} %`;
}

/** A chance as the settings want it. */
export function chanceWords(each: Chance, odds: Settings['odds']): string {
  return odds === 'fractions' ? each.chance : percentWords(each.percent);
}
