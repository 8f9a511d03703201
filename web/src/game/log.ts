/** The log as cards: one for each action, under headings for the turns. */
import type { LogLine } from '../api/types';

export interface Card {
  key: string;
  side: number | null;
  lines: LogLine[];
}
export interface Chapter {
  key: string;
  title: string;
  cards: Card[];
}

/** Lines that open a chapter of the log. */
const HEADINGS = new Set(['turn', 'phase']);

/** The log in chapters and cards. A card holds one roll at most, and only what one action made. */
export function chapters(lines: readonly LogLine[]): Chapter[] {
  const found: Chapter[] = [];
  let chapter: Chapter | null = null;
  for (const line of lines) {
    if (HEADINGS.has(line.what)) {
      chapter = { key: `t${line.number}`, title: line.words, cards: [] };
      found.push(chapter);
      continue;
    }
    if (chapter === null) {
      chapter = { key: 'start', title: 'Before the first turn', cards: [] };
      found.push(chapter);
    }
    const last = chapter.cards[chapter.cards.length - 1];
    const open = last && (line.roll === null || last.lines.every((each) => each.roll === null));
    const joins = open && last.side === line.side && last.lines[0]!.sequence === line.sequence;
    if (joins) last.lines.push(line);
    else chapter.cards.push({ key: `l${line.number}`, side: line.side, lines: [line] });
  }
  return found;
}

/** Lines as the server keeps them: forget those beyond `from`, add the new ones. */
export function merged(known: readonly LogLine[], from: number, added: readonly LogLine[]): LogLine[] {
  return [...known.filter((line) => line.number <= from), ...added];
}
