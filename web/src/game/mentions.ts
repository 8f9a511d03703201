/** Names of pieces inside sentences: prompts and log lines name stands in words. */
import type { Piece } from '../board/scene';

export interface Part {
  text: string;
  piece: number | null;
}

/** A sentence cut at the names of pieces; of two names that fit, the longer one counts. */
export function parts(sentence: string, pieces: readonly Piece[]): Part[] {
  const names = pieces.filter((piece) => piece.name).sort((a, b) => b.name.length - a.name.length);
  const found: Part[] = [];
  let plain = '';
  let at = 0;
  while (at < sentence.length) {
    const starts = at === 0 || !/[\p{L}\p{N}]/u.test(sentence[at - 1]!);
    const piece = starts ? names.find((each) => fits(sentence, at, each.name)) : undefined;
    if (piece) {
      if (plain) found.push({ text: plain, piece: null });
      found.push({ text: piece.name, piece: piece.id });
      plain = '';
      at += piece.name.length;
    } else {
      plain += sentence[at];
      at += 1;
    }
  }
  if (plain) found.push({ text: plain, piece: null });
  return found;
}

function fits(sentence: string, at: number, name: string): boolean {
  if (!sentence.startsWith(name, at)) return false;
  const after = sentence[at + name.length];
  return after === undefined || !/[\p{L}\p{N}]/u.test(after);
}

/** The pieces a sentence names, in its order. */
export function mentioned(sentence: string, pieces: readonly Piece[]): number[] {
  return parts(sentence, pieces).flatMap((part) => (part.piece === null ? [] : [part.piece]));
}
