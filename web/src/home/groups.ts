/** The battles in groups, one for each game, and what a newcomer wants to know of each. */
import type { ScenarioCard } from '../api/types';

export interface Group {
  system: string;
  title: string;
  cards: ScenarioCard[];
  example: boolean;
}

const MINUTES_PER_PIECE = 0.2; // in a turn: most act, some only wait

/** The games in the order of those that are taught, each with its shortest battle first; examples come last. */
export function grouped(cards: readonly ScenarioCard[], taught: readonly string[]): Group[] {
  const found = new Map<string, Group>();
  for (const card of cards) {
    const group = found.get(card.system) ?? { system: card.system, title: card.system_title, cards: [], example: card.example };
    group.cards.push(card);
    found.set(card.system, group);
  }
  const first = (name: string): number => (taught.includes(name) ? 0 : 1);
  const rank = (group: Group): number => {
    const index = taught.findIndex((name) => name.startsWith(`${group.system}/`));
    return (group.example ? 1000 : 0) + (index < 0 ? 100 : index);
  };
  for (const group of found.values()) group.cards.sort((a, b) => first(a.name) - first(b.name) || minutes(a) - minutes(b) || a.title.localeCompare(b.title));
  return [...found.values()].sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title));
}

const pieces = (card: ScenarioCard): number => card.pieces.reduce((sum, count) => sum + count, 0);

/** How long a battle takes two people, roughly. */
export const minutes = (card: ScenarioCard): number => Math.max(5, card.turns * pieces(card) * MINUTES_PER_PIECE);

/** The same in words. */
export function length(card: ScenarioCard): string {
  const time = minutes(card);
  if (time < 20) return 'about 15 minutes';
  if (time < 53) return `about ${Math.round(time / 15) * 15} minutes`;
  const hours = Math.round(time / 30) / 2;
  return hours === 1 ? 'about an hour' : `about ${Math.floor(hours)}${hours % 1 ? '½' : ''} hours`;
}

export type Difficulty = 1 | 2 | 3;
export const DIFFICULTIES = { 1: 'Easy', 2: 'Medium', 3: 'Demanding' } as const;

/** How much there is to keep in mind: a battle with a lesson is easy, one with many pieces demanding. */
export function difficulty(card: ScenarioCard, taught: readonly string[]): Difficulty {
  if (card.example || taught.includes(card.name)) return 1;
  return pieces(card) <= 32 ? 2 : 3;
}
