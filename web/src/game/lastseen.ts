/** How far a player has seen each game, kept in the browser: what happened since is shown on return. */
const KEY = 'sandtable.seen';
const MOST = 200;

type Kept = Record<string, number>;

function kept(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Kept;
  } catch {
    return {};
  }
}

/** The sequence that was seen last; null if never. */
export function lastSeen(game: string, side: number): number | null {
  return kept()[`${game} ${side}`] ?? null;
}

/** Remembers it, of the last two hundred seats. */
export function remember(game: string, side: number, sequence: number): void {
  const { [`${game} ${side}`]: _, ...others } = kept();
  const entries = [...Object.entries(others), [`${game} ${side}`, sequence] as const];
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries.slice(-MOST))));
}
