/** Invitations this browser has made, by game: so that their maker finds the link again. */
const KEY = 'sandtable.invitations';

function kept(): Record<string, string[]> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, string[]>;
  } catch {
    return {};
  }
}

/** The links of a game as whole addresses. */
export function links(game: string): string[] {
  return (kept()[game] ?? []).map((link) => new URL(link, location.origin).href);
}

/** Remembers the links of a new game; of the last hundred games. */
export function keep(game: string, made: readonly { link: string }[]): void {
  if (made.length === 0) return;
  const all = Object.entries({ ...kept(), [game]: made.map((each) => each.link) });
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(all.slice(-100))));
}
