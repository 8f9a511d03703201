/** A colour of its own for each outcome of a question: its hue says how grave it is. */
import type { Chances } from '../api/types';
import { percentWords } from '../theme/chances';

export interface Tinted extends Chances {
  tint: string;
}

/** What an outcome's own colour is mixed with, in turn, when several are as grave. */
const PARTNERS = ['', 'var(--blue)', 'var(--paper)', 'var(--green)', 'var(--ink)', 'var(--plan-1)', 'var(--tan)'];
const ROUND = 30;

/** The colour of the nth outcome of a severity. */
export function tintOf(severity: number, nth: number): string {
  const own = `var(--outcome-${severity})`;
  const partner = PARTNERS[nth % PARTNERS.length];
  const round = Math.floor(nth / PARTNERS.length);
  if (!partner && !round) return own;
  return `color-mix(in oklab, ${own} ${Math.max(20, 55 - round * ROUND)}%, ${partner || 'var(--line)'})`;
}

/** Outcomes with their colours, the likeliest first; no two have the same. */
export function tinted(outcomes: readonly Chances[]): Tinted[] {
  const seen = [0, 0, 0, 0];
  return outcomes.map((each) => ({ ...each, tint: tintOf(each.severity, seen[each.severity]!++) }));
}

/** A chance as a percentage, rounded once, from its exact fraction. */
export function percentOf(chance: string): string {
  const [top, bottom = '1'] = chance.split('/');
  return percentWords((100 * Number(top)) / Number(bottom));
}

/** The likeliest outcomes one by one, and what is left of them as one. */
export function summed(outcomes: readonly Tinted[], most: number): { shown: Tinted[]; rest: number; percent: number } {
  const shown = outcomes.slice(0, outcomes.length > most + 1 ? most : outcomes.length);
  const left = outcomes.slice(shown.length);
  return { shown, rest: left.length, percent: left.reduce((sum, each) => sum + each.percent, 0) };
}
