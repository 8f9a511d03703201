/** The colour of a side: what its name suggests, else the next that is free. */
const BY_NAME: [RegExp, string][] = [
  [/\b(us|usa|american|united states|nato|allied)/i, 'green'],
  [/(german|wehrmacht|axis|nva)/i, 'grey'],
  [/(soviet|russian|red|chinese|warsaw|iraqi|egypt|syrian|arab)/i, 'red'],
  [/(brit|commonwealth|blue|israel|french|coalition|bundeswehr)/i, 'blue'],
  [/(italian|japan|greek|new zealand|anzac)/i, 'tan'],
];
const ORDER = ['green', 'grey', 'blue', 'red', 'tan'];

/** The theme's variable for each side. */
export function sideColours(names: readonly string[]): string[] {
  const taken: string[] = [];
  const chosen = names.map((name) => {
    const found = BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
    if (found === undefined || taken.includes(found)) return null;
    taken.push(found);
    return found;
  });
  return chosen.map((each) => {
    const colour = each ?? ORDER.find((name) => !taken.includes(name)) ?? 'grey';
    if (each === null) taken.push(colour);
    return `var(--${colour})`;
  });
}
