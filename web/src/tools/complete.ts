/** Completion of what somebody types into a question: names of units or vehicles, and the words that may follow one. */

export interface Named {
  name: string;
  words: string;
}

export interface Completing {
  names: readonly Named[];
  /** Words that may follow a name, such as suppressed; one that ends with = takes a number. */
  marks: readonly string[];
  /** Whether several names may be typed, parted by commas and counted with 2x. */
  several: boolean;
}

export interface Completion {
  name: string;
  words: string;
  /** The stretch of the text that it replaces. */
  from: number;
  to: number;
}

const MOST = 8;

/** Where the part under the caret begins: after the last comma, its spaces and its count. */
function begins(text: string, caret: number, several: boolean): number {
  const from = several ? text.lastIndexOf(',', caret - 1) + 1 : 0;
  const lead = /^\s*(?:\d{1,2}x\s+)?/.exec(text.slice(from, caret));
  return from + (lead?.[0].length ?? 0);
}

/** The longest name that a text begins with, if a space or the end follows it. */
function nameAt(text: string, names: readonly Named[]): Named | null {
  let found: Named | null = null;
  for (const each of names) {
    const after = text.slice(each.name.length, each.name.length + 1);
    if (text.startsWith(each.name) && (after === '' || after === ' ') && each.name.length > (found?.name.length ?? 0)) found = each;
  }
  return found;
}

/** What could stand at the caret, the best first. */
export function completions(text: string, caret: number, by: Completing): Completion[] {
  const from = begins(text, caret, by.several);
  const typed = text.slice(from, caret);
  const known = nameAt(typed, by.names);
  if (known && typed.length > known.name.length) {
    const start = from + typed.lastIndexOf(' ') + 1;
    const word = text.slice(start, caret);
    const used = typed.slice(known.name.length).split(/\s+/);
    const fitting = by.marks.filter((each) => each.startsWith(word) && each !== word && !used.includes(each));
    return fitting.slice(0, MOST).map((name) => ({ name, words: '', from: start, to: caret }));
  }
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = (each: Named): number => {
    const [name, words] = [each.name.toLowerCase(), each.words.toLowerCase()];
    if (!wanted.every((word) => name.includes(word) || words.includes(word))) return -1;
    const first = wanted[0] ?? '';
    return name.startsWith(first) ? 0 : words.startsWith(first) ? 1 : name.includes(first) ? 2 : 3;
  };
  const end = caret + (/^[^\s,=]*/.exec(text.slice(caret))?.[0].length ?? 0);
  return by.names
    .map((each, place) => ({ each, place, rank: rank(each) }))
    .filter((found) => found.rank >= 0 && found.each.name !== typed)
    .sort((a, b) => a.rank - b.rank || a.place - b.place)
    .slice(0, MOST)
    .map(({ each }) => ({ name: each.name, words: each.words, from, to: end }));
}

/** The text with a completion in it, and where the caret is then. */
export function completed(text: string, by: Completion): { text: string; caret: number } {
  return { text: text.slice(0, by.from) + by.name + text.slice(by.to), caret: by.from + by.name.length };
}

/** What the names in a text stand for, each once. */
export function meant(text: string, by: Completing): string[] {
  const parts = by.several ? text.split(',') : [text];
  const found = parts.map((part) => nameAt(part.trim().replace(/^\d{1,2}x\s+/, ''), by.names)?.words ?? '');
  return [...new Set(found.filter(Boolean))];
}
