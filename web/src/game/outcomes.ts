/** Outcomes of a roll from mild to worst: which shade each gets in the bar of odds. */
import type { Chances } from '../api/types';

export interface Slice extends Chances {
  /** From 0, pale, to 3, darkest; no two slices of a bar have the same. */
  shade: number;
  worst: boolean;
}

const WORST_SHADE = 3;
/** Shades of neighbours differ by at least this much, unless there are too many of them. */
const APART = 0.75;

/** Outcomes for the bar, mildest first, each in a shade of its own; those that are as grave stay in their order. */
export function slices(chances: readonly Chances[]): Slice[] {
  const sorted = [...chances].sort((a, b) => a.severity - b.severity);
  const shades = apart(sorted.map((each) => each.severity));
  return sorted.map((each, n) => ({ ...each, shade: shades[n]!, worst: each.severity === WORST_SHADE }));
}

/** Rising numbers pushed apart until they can be told from each other, and kept within 0 and 3. */
function apart(grave: readonly number[]): number[] {
  const gap = Math.min(APART, WORST_SHADE / Math.max(1, grave.length - 1));
  const shades: number[] = [];
  for (const each of grave) shades.push(shades.length === 0 ? each : Math.max(each, shades[shades.length - 1]! + gap));
  let most = WORST_SHADE;
  for (let n = shades.length - 1; n >= 0; n -= 1) {
    shades[n] = Math.min(shades[n]!, most);
    most = shades[n]! - gap;
  }
  return shades;
}

/** How likely it is that a roll does anything, in percent. */
export function anyEffect(chances: readonly { severity: number; percent: number }[]): number {
  return chances.reduce((sum, each) => sum + (each.severity > 0 ? each.percent : 0), 0);
}

/** The words of a button: the act, and the chance that it does anything if dice follow. */
export function promise(act: string, chances: readonly { severity: number; percent: number }[]): string {
  return chances.length > 0 ? `${act} · ${Math.round(anyEffect(chances))} %` : act;
}

/** The colour of a shade, between two of the theme's outcome colours. */
export function colourOf(shade: number): string {
  const below = Math.min(Math.floor(shade), WORST_SHADE - 1);
  return `color-mix(in srgb, var(--outcome-${below + 1}) ${Math.round((shade - below) * 100)}%, var(--outcome-${below}))`;
}
