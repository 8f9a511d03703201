/** What pressing a piece means: something done to it, at its place, or selecting another piece of yours. */
import type { Offers, Pick } from './offers';

/** Something to choose on the menu of a piece. */
export interface Option extends Pick {
  words: string;
  /** Whether what is in hand must be let go of first. */
  instead: boolean;
}

export interface Pressed {
  piece: number;
  name: string;
  own: boolean;
  /** The place it is in. */
  at: number | null;
}

export interface Moment {
  offers: Offers;
  /** What could be chosen again after letting go; empty if nothing can be let go of. */
  instead: Offers;
  /** The own pieces that the question is about. */
  actors: readonly { id: number; name: string }[];
  /** The verb in hand for places. */
  mode: string;
}

export interface Meaning {
  options: Option[];
  /** Whether it is to be chosen at once: one option, and no other piece in hand that it could be mistaken for. */
  direct: boolean;
  /** Why the piece cannot be taken in hand now; empty if it can, or if nothing else is in hand. */
  why: string;
}

/** Your own piece is selected, whatever else could be done at its place: its menu offers that in words. */
export function meaning({ piece, name, own, at }: Pressed, { offers, instead, actors, mode }: Moment): Meaning {
  const onIt = offers.on(piece);
  const there = offers.under(at, mode);
  const inHand = own && actors.length > 0 && actors.every((each) => each.id !== piece);
  if (!inHand || (onIt.length > 0 && offers.places.size === 0)) {
    const options = (onIt.length > 0 ? onIt : there).map((pick) => option(pick, pick.menu));
    return { options, direct: options.length === 1, why: '' };
  }
  const who = actors.map((each) => each.name).join(', ');
  const taken = (instead.pieces.get(piece) ?? []).map((pick) => ({ ...pick, words: pick.menu, instead: true }));
  const options = [
    ...taken,
    ...onIt.map((pick) => option(pick, `${who}: ${lower(pick.label)} ${name}`)),
    ...there.map((pick) => option(pick, `${who}: ${lower(pick.menu)} here`)),
  ];
  const why = taken.length > 0 || onIt.length > 0 ? '' : `${name} cannot be chosen now: finish with ${who} first.`;
  return { options, direct: options.length === 1 && taken.length === 1, why };
}

const option = (pick: Pick, words: string): Option => ({ ...pick, words, instead: false });
const lower = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);
