/** Outcomes of a roll from mild to worst: which shade each gets in the bar of odds. */
import type { Chances } from '../api/types';

const WORST = /destroy|kill|eliminat|wreck|paraly|brew|lost|wins|flees/i;
const BAD = /disorganiz|\bhit|loses|step|retreat|falls back|fails/i;
const MILD = /suppress|shaken|morale|check|pinned/i;
const NOTHING = /no shot|no effect|no change|nothing|miss|holds|acts\b|stands/i;

/** 0 (nothing happens) to 3 (worst). */
export function gravity(words: string): number {
  if (WORST.test(words)) return 3;
  if (BAD.test(words)) return 2;
  if (MILD.test(words)) return 1;
  return NOTHING.test(words) ? 0 : 1;
}

export interface Slice extends Chances {
  shade: number;
}

/** Outcomes for the bar, mildest first. */
export function slices(chances: readonly Chances[]): Slice[] {
  const shaded = chances.map((each) => ({ ...each, shade: gravity(each.words) }));
  return shaded.sort((a, b) => a.shade - b.shade || b.percent - a.percent);
}
