/** Letters for what a menu offers: the first letter of its words that no other entry has taken. */

/** A letter for each label, in order; empty if none is left. */
export function letters(labels: readonly string[], taken: readonly string[] = []): string[] {
  const used = new Set(taken);
  return labels.map((label) => {
    const found = [...label.toLowerCase()].find((letter) => letter >= 'a' && letter <= 'z' && !used.has(letter)) ?? '';
    if (found) used.add(found);
    return found;
  });
}
