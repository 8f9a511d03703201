/** Chance for drawing only: the same seed scatters the same trees, so a map looks the same every time it is painted. */
export type Chance = () => number;

/** Numbers from 0 to below 1 that depend on the words of the seed alone (mulberry32 over an FNV-1a hash). */
export function chance(...seed: (string | number)[]): Chance {
  let state = hash(seed.join('|'));
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function hash(words: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < words.length; i++) value = Math.imul(value ^ words.charCodeAt(i), 0x01000193);
  return value | 0;
}

/** A smooth field of numbers from 0 to 1 over the plane: value noise in four octaves. */
export function noise(seed: string): (x: number, y: number) => number {
  const roll = chance(seed);
  const grid = Array.from({ length: 4096 }, () => roll());
  const value = (x: number, y: number): number => grid[((x & 63) + (y & 63) * 64) | 0] ?? 0;
  const smooth = (t: number): number => t * t * (3 - 2 * t);
  const single = (x: number, y: number): number => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [u, v] = [smooth(x - left), smooth(y - top)];
    const above = value(left, top) * (1 - u) + value(left + 1, top) * u;
    const below = value(left, top + 1) * (1 - u) + value(left + 1, top + 1) * u;
    return above * (1 - v) + below * v;
  };
  return (x, y) =>
    single(x, y) * 0.5 + single(x * 2.1 + 7, y * 2.1) * 0.27 + single(x * 4.3, y * 4.3 + 3) * 0.15 + single(x * 9, y * 9) * 0.08;
}
