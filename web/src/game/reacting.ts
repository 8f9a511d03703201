/** Reactions as a list: the steps of the exchange in their order, and under each what can be chosen in it now. */
import type { Picture } from '../board/scene';
import type { Offers, Pick } from './offers';

export type Exchange = NonNullable<Picture['exchange']>;
export type Stage = Exchange['stages'][number];

/** Something that can be chosen, and the pieces that would act. */
export interface Choice {
  pick: Pick;
  pieces: readonly number[];
}
export interface Step {
  stage: Stage;
  /** Its number in the order; null for one that cannot come about. */
  number: number | null;
  choices: readonly Choice[];
}

const MOST = 24;

/** Whom or what can be chosen on the map to react with: a place stands for the pieces of the side that are in it. */
export function choicesOf(offers: Offers, picture: Picture, own: (piece: number) => boolean): Choice[] {
  const inPlace = (place: number): number[] => picture.pieces.filter((each) => each.at === place && !each.gone && own(each.id)).map((each) => each.id);
  const found = [
    ...[...offers.places].flatMap(([place, picks]) => picks.map((pick) => ({ pick, pieces: inPlace(place) }))),
    ...[...offers.pieces].flatMap(([piece, picks]) => picks.map((pick) => ({ pick, pieces: [piece] }))),
  ];
  return found.length > MOST ? [] : found;
}

/** The steps with the choices that belong to each, and the choices that belong to none. */
export function stepsOf(exchange: Exchange | null, choices: readonly Choice[]): { steps: Step[]; others: readonly Choice[] } {
  const left = new Set(choices);
  let number = 0;
  const steps = (exchange?.stages ?? []).map((stage): Step => {
    const mine = stage.state === 'now' ? [...left].filter((each) => each.pieces.some((piece) => stage.pieces.includes(piece)) && fits(each, stage, exchange!)) : [];
    mine.forEach((each) => left.delete(each));
    return { stage, number: stage.state === 'never' ? null : (number += 1), choices: mine };
  });
  return { steps, others: [...left] };
}

/** A piece that may act in two steps is chosen by itself for the later one, with its place for the earlier. */
function fits(choice: Choice, stage: Stage, exchange: Exchange): boolean {
  const could = exchange.stages.filter((each) => each.state === 'now' && choice.pieces.some((piece) => each.pieces.includes(piece)));
  const alone = choice.pieces.length === 1 && choice.pick.target === choice.pieces[0];
  return could.length < 2 || (alone ? could[could.length - 1] === stage : could[0] === stage);
}

/** All pieces that a list speaks of. */
export function listedIn(exchange: Exchange | null, choices: readonly Choice[]): number[] {
  return [...new Set([...(exchange?.about ?? []), ...(exchange?.stages ?? []).flatMap((each) => each.pieces), ...choices.flatMap((each) => each.pieces)])];
}
