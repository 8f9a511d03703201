/** What can be done about a plan: sorted out of the offers by what they are made of, whatever they are called. */
import type { Choice, Offering, Target, Value } from '../api/types';
import type { Plan } from '../board/scene';
import type { Pick } from './offers';

/** Something to do about a plan: a button, or a choice of several. */
export interface Deed {
  verb: string;
  label: string;
  picks: (Pick & { name: string })[];
}

/** Kinds of listed pairs that begin with the number of a plan. */
const PAIRS = new Set(['follow_up', 'alternate', 'line', 'group', 'joining', 'policy']);

const pick = (offer: Offering, target: Target, name: string): Pick & { name: string } => ({ verb: offer.verb, label: offer.label, menu: offer.menu || offer.label, target, name });

/** Whether an offer is about one of these plans. */
export function aboutPlans(offer: Offering, plans: readonly Plan[]): boolean {
  if (offer.kind === 'sheet' || offer.parts[0]?.kind === 'sheet') return true;
  return PAIRS.has(offer.kind) && (offer.targets ?? []).some((target) => Array.isArray(target) && plans.some((plan) => target.includes(plan.id)));
}

/** What can be done about a plan now. */
export function deedsOf(choice: Choice | null, plan: Plan, pieceName: (id: number) => string = String): Deed[] {
  return (choice?.offers ?? []).flatMap((offer): Deed[] => {
    const { verb, kind, shape, parts } = offer;
    const label = offer.menu || offer.label;
    if (kind === 'sheet' && !shape) return offer.targets?.includes(plan.id) ? [{ verb, label, picks: [pick(offer, plan.id, '')] }] : [];
    const [sheet, other] = parts;
    if (shape === 'parts' && sheet?.kind === 'sheet' && parts.length === 2 && other?.shape === 'one') {
      if (!sheet.targets.includes(plan.id)) return [];
      const named = (value: Value): string => (other.kind === 'unit' ? pieceName(Number(value)) : (other.names?.[String(value)] ?? String(value)));
      return [{ verb, label, picks: other.targets.map((value) => pick(offer, [plan.id, value as Value], named(value as Value))) }];
    }
    if (shape || !PAIRS.has(kind)) return [];
    const own = (offer.targets ?? []).filter((target) => Array.isArray(target) && target[kind === 'joining' ? 1 : 0] === plan.id);
    return own.length > 0 ? [{ verb, label, picks: own.map((target) => pick(offer, target as Target, offer.names?.[String(target)] ?? String(target))) }] : [];
  });
}

/** The missions that a piece could be given instead of its own: the words of each, and the choice. */
export function missionsOf(choice: Choice | null, piece: number, pieceName: string): { name: string; pick: Pick }[] {
  return (choice?.offers ?? []).flatMap((offer) => {
    const [unit, mission] = offer.parts;
    if (offer.shape === 'parts' && offer.parts.length === 2 && unit!.kind === 'unit' && unit!.shape === 'one' && mission!.kind === 'mission') {
      if (!unit!.targets.includes(piece)) return [];
      return mission!.targets.map((value) => ({ name: mission!.names?.[String(value)] ?? String(value), pick: pick(offer, [piece, value as Value], '') }));
    }
    if (offer.kind !== 'mission' || offer.shape) return [];
    const own = (offer.targets ?? []).filter((target) => Array.isArray(target) && target[0] === piece);
    return own.map((target) => {
      const name = offer.names?.[String(target)] ?? String(target);
      return { name: name.startsWith(`${pieceName}: `) ? name.slice(pieceName.length + 2) : name, pick: pick(offer, target as Target, '') };
    });
  });
}

/** Whether an offer gives pieces of a plan other missions. */
export function givesMissions(offer: Offering): boolean {
  return offer.kind === 'mission' || (offer.shape === 'parts' && offer.parts.length === 2 && offer.parts[0]!.kind === 'unit' && offer.parts[1]!.kind === 'mission');
}

/** The offer of a text of this kind, such as another name. */
export function textOffer(choice: Choice | null, kind: string): Offering | null {
  return choice?.offers.find((offer) => offer.shape === 'text' && (offer.kind === kind || offer.verb === kind)) ?? null;
}
