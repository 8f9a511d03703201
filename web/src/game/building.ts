/**
 * Targets that are put together of several values: a chain of neighbouring hexes, a set of hexes, way-points in a row,
 * a text, or one value for each of several parts. Pure: what a press, a drag or a key makes of what is there already.
 */
import type { Offering, PartOffered, Target, Value } from '../api/types';

/** What the layout of the board knows of its places. */
export interface Paper {
  beside(one: number, other: number): boolean;
  between(one: number, other: number): number[];
}
/** What is chosen for each part; null for nothing yet. */
export type Filling = readonly (Value | readonly Value[] | null)[];

/** Whether the values of a part are places of the board. */
export function onMap(part: PartOffered): boolean {
  return part.kind === 'hex' || part.kind === 'point' || part.kind === 'hexside';
}
/** Whether a part takes several values. */
export function several(part: PartOffered): boolean {
  return part.shape === 'chain' || part.shape === 'set' || part.shape === 'points';
}
/** The part that is drawn on the board; -1 if there is none. */
export function drawnPart(offer: Offering): number {
  const found = offer.parts.findIndex((part) => onMap(part) && several(part));
  return found >= 0 ? found : offer.parts.findIndex(onMap);
}

/** A fresh filling: what can be but one thing is that, a list begins with its first value, and nothing is drawn yet. */
export function fresh(offer: Offering, wishes: Readonly<Record<string, Value>> = {}): Filling {
  return offer.parts.map((part) => {
    if (several(part)) return [];
    const wish = wishes[part.kind];
    if (part.shape === 'text') return typeof wish === 'string' ? wish : String(part.targets[0] ?? '');
    if (wish !== undefined && part.targets.includes(wish)) return wish;
    return onMap(part) || part.kind === 'unit' ? null : ((part.targets[0] as Value | undefined) ?? null);
  });
}

/** Whether a value will do for its part. */
export function fits(part: PartOffered, value: Filling[number]): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'object') return value.length >= part.least && value.length <= part.most;
  if (part.shape === 'text') return String(value).trim().length >= part.least && String(value).trim().length <= part.most;
  return true;
}

/** The target, if every part has what it needs. */
export function targetOf(offer: Offering, filling: Filling): Target {
  if (offer.parts.length === 0 || !offer.parts.every((part, n) => fits(part, filling[n] ?? null))) return null;
  const values = filling.map((value) => (typeof value === 'string' ? value.trim() : typeof value === 'object' ? [...(value ?? [])] : value));
  return (offer.shape === 'parts' ? values : values[0]) as Target;
}

const allows = (part: PartOffered, at: number): boolean => part.targets.includes(at);

/** What a press on a place makes of what is drawn. */
export function put(part: PartOffered, cells: readonly number[], at: number, paper: Paper): number[] {
  const before = [...cells];
  if (!allows(part, at)) return before;
  if (part.shape === 'set') {
    const kept = before.filter((each) => each !== at);
    if (kept.length < before.length) return kept;
    return before.length < part.most ? [...before, at].sort((a, b) => a - b) : before;
  }
  const last = before[before.length - 1];
  if (last === at) return before;
  if (part.shape === 'points') {
    if (before.includes(at)) return before.filter((each) => each !== at);
    return before.length < part.most ? [...before, at] : before;
  }
  if (last === undefined) return part.first === null || part.first === undefined || part.first.includes(at) ? [at] : before;
  if (before.includes(at)) return before.slice(0, before.indexOf(at) + 1);
  return sound(part, [...before, ...paper.between(last, at).slice(1)]) ?? before;
}

/** A drag of the point with this number to another place. */
export function moved(part: PartOffered, cells: readonly number[], index: number, to: number, paper: Paper): number[] {
  const before = [...cells];
  if (!allows(part, to) || before[index] === to) return before;
  if (part.shape === 'set' || part.shape === 'points') {
    if (before.includes(to)) return before;
    before[index] = to;
    return part.shape === 'set' ? before.sort((a, b) => a - b) : before;
  }
  const [ahead, behind] = [before.slice(0, index), before.slice(index + 1)];
  const onto = ahead.length > 0 ? paper.between(ahead[ahead.length - 1]!, to).slice(1) : [to];
  const away = behind.length > 0 ? paper.between(to, behind[0]!).slice(1) : [];
  return sound(part, [...ahead, ...onto, ...away, ...behind.slice(1)]) ?? before;
}

/** A new way-point, put before the one with this number. */
export function inserted(part: PartOffered, cells: readonly number[], index: number, at: number): number[] {
  if (part.shape !== 'points' || cells.includes(at) || !allows(part, at) || cells.length >= part.most) return [...cells];
  return [...cells.slice(0, index), at, ...cells.slice(index)];
}

/** A chain, if it goes twice through no place, through none that is not offered, and is not too long. */
function sound(part: PartOffered, cells: number[]): number[] | null {
  const first = part.first === null || part.first === undefined || part.first.includes(cells[0]!);
  const good = first && cells.length <= part.most && new Set(cells).size === cells.length && cells.every((each) => allows(part, each));
  return good ? cells : null;
}

/** Hex numbers that were typed: `1508 1509 1611`. Those that are no number of a hex are left out. */
export function typed(text: string, named: (label: string) => number | null): number[] {
  return text
    .split(' ')
    .map((word) => named(word.trim()))
    .filter((each) => each !== null);
}
