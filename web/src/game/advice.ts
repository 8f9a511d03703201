/** What would change the odds: the modifier that matters most, and the chances without it. */
import type { Forecast } from '../api/types';
import { gravity } from './outcomes';

/**
 * One sentence, or null where it cannot be told: only rolls of one die whose chart the forecast shows whole are worked
 * out, and only if the chances worked out here are those that the server gave.
 */
export function without(forecast: Forecast): string | null {
  const faces = Number(/^d(\d+)$/.exec(forecast.dice)?.[1] ?? 0);
  if (!faces || forecast.modifies !== 'die' || forecast.modifiers.length === 0) return null;
  const shift = forecast.modifiers.reduce((sum, each) => sum + each.value, 0);
  const now = harm(forecast, faces, shift);
  const told = forecast.chances.filter((each) => gravity(each.words) > 0).reduce((sum, each) => sum + each.percent, 0);
  if (now === null || Math.abs((now / faces) * 100 - told) > 0.1) return null;
  let best: { words: string; harm: number } | null = null;
  for (const each of forecast.modifiers) {
    const other = harm(forecast, faces, shift - each.value);
    if (other !== null && other !== now && (best === null || Math.abs(other - now) > Math.abs(best.harm - now))) {
      best = { words: each.words, harm: other };
    }
  }
  if (best === null) return null;
  return `Without “${best.words}” it would do something ${best.harm} times in ${faces} instead of ${now}.`;
}

/** In how many throws anything happens. */
function harm(forecast: Forecast, faces: number, shift: number): number | null {
  let count = 0;
  for (let face = 1; face <= faces; face++) {
    const total = face + shift;
    const row = forecast.rows.find((each) => (each.low === null || total >= each.low) && (each.high === null || total <= each.high));
    if (!row) return null;
    if (gravity(row.outcome) > 0) count += 1;
  }
  return count;
}
