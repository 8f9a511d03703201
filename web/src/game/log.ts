/** The log as a story: a card for each thing that happened, routine folded together, under headings for the turns. */
import type { LogLine } from '../api/types';

export interface Card {
  key: string;
  side: number | null;
  lines: LogLine[];
  /** The moment it belongs to. */
  at: number;
  /** Several cards of routine that were folded into this one, in words; empty if it is a card like any other. */
  folded: string;
}
export interface Chapter {
  key: string;
  title: string;
  cards: Card[];
}

/** Lines that open a chapter of the log. */
const HEADINGS = new Set(['turn', 'phase', 'action_phase', 'fire_phase']);

/** Routine: what is done many times in a row, and what to say of all of it. */
const ROUTINE: Readonly<Record<string, string>> = {
  placed: 'set up',
  deployed: 'set up',
  enters: 'come on',
  moves: 'move',
  flies: 'fly',
  turns: 'turn',
  move_mode: 'change to Move Mode',
  fire_mode: 'change to Fire Mode',
  mounts: 'mount',
  dismounts: 'dismount',
  digs_in: 'dig in',
  recovers: 'recover',
};
const LEAST = 3; // this many of a kind are folded

/** The log in chapters and cards. A card is one event: a shot with all that it leads to, or what one action made. */
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
    if (last && joins(last, line)) last.lines.push(line);
    else chapter.cards.push({ key: `l${line.number}`, side: line.side, lines: [line], at: line.sequence, folded: '' });
  }
  for (const each of found) each.cards = folded(each.cards);
  return found;
}

/** Whether a roll is somebody's act on another: a shot, an assault. */
const acts = (line: LogLine): boolean => (line.roll?.by?.length ?? 0) > 0;

/** Whether a line belongs to the event of a card: the checks and losses after a shot do, the next shot does not. */
function joins(card: Card, line: LogLine): boolean {
  if (card.at !== line.sequence) return false;
  if (acts(line)) return card.lines.every((each) => each.roll === null) && card.side === line.side;
  return card.lines.some(acts) || card.side === line.side;
}

/** The cards with each run of the same routine of one side put together. */
function folded(cards: readonly Card[]): Card[] {
  const found: Card[] = [];
  for (let n = 0; n < cards.length; ) {
    let end = n + 1;
    const kind = routine(cards[n]!);
    while (kind !== '' && end < cards.length && routine(cards[end]!) === kind && cards[end]!.side === cards[n]!.side) end += 1;
    const run = cards.slice(n, end);
    if (kind === '' || run.reduce((sum, card) => sum + card.lines.length, 0) < LEAST) {
      found.push(cards[n]!);
      n += 1;
      continue;
    }
    const units = new Set(run.flatMap((card) => card.lines.flatMap((line) => (line.parts ?? []).filter((part) => part.kind === 'unit').slice(0, 1).map((part) => part.id))));
    const count = units.size || run.length;
    found.push({ key: `f${run[0]!.key}`, side: run[0]!.side, lines: run.flatMap((card) => card.lines), at: run[run.length - 1]!.at, folded: `${count} units ${ROUTINE[kind]}` });
    n = end;
  }
  return found;
}

function routine(card: Card): string {
  const [first] = card.lines;
  const same = card.lines.every((line) => line.roll === null && line.what === first!.what);
  return same && first!.what in ROUTINE ? first!.what : '';
}

/** Lines as the server keeps them: forget those beyond `from`, add the new ones. */
export function merged(known: readonly LogLine[], from: number, added: readonly LogLine[]): LogLine[] {
  return [...known.filter((line) => line.number <= from), ...added];
}
