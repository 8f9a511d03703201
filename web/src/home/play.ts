/** Making a game and going to it. */
import { post } from '../api/http';
import type { GameMade, SeatAsked } from '../api/types';
import { keep } from '../game/links';
import { router } from '../router.svelte';

export interface Wanted {
  scenario: string;
  seats: SeatAsked[];
  options?: Record<string, boolean | number | string>;
  pace?: 'live' | 'days';
  clock?: { initial_seconds: number; increment_seconds: number } | { days_per_turn: number } | null;
  dice?: 'server' | 'typed';
  listed?: boolean;
}

/** Makes the game and opens its page; with `learn` the teacher is there. */
export async function play(wanted: Wanted, learn = false): Promise<void> {
  const body = { options: {}, pace: 'live', clock: null, dice: 'server', listed: false, ...wanted };
  const made = await post<GameMade>('/api/games', body);
  keep(made.id, made.invitations);
  router.go(`/games/${made.id}${learn ? '?learn' : ''}`);
}

/** Seats for one player against a bot: the player has the first side unless told otherwise. */
export function againstBot(sides: number, mine = 0, bot = 'best'): SeatAsked[] {
  return Array.from({ length: sides }, (_, side): SeatAsked => ({ who: side === mine ? 'me' : 'bot', bot }));
}
