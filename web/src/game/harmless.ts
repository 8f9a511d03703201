/** Whether an action needs no second click. */
import type { Preview } from '../api/types';

/** It can be taken back, or it is a way on which nobody can shoot. */
export function harmless(found: Preview): boolean {
  if (found.rolls) return false;
  if (found.undoable) return true;
  return found.route !== null && found.route.danger.length === 0 && found.forecast === null && found.odds.length <= 1;
}
