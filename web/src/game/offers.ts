/** What can be chosen now, sorted by how it is chosen: on a piece, at a place, from a list, or with a button. */
import type { Choice, Offering, Target } from '../api/types';
import { decode } from '../board/region';

export interface Pick {
  verb: string;
  label: string;
  /** The label where the target stands beside it already. */
  menu: string;
  target: Target;
}

export class Offers {
  readonly pieces = new Map<number, Pick[]>();
  /** Pieces that stand for the battle group they belong to. */
  readonly groups = new Map<number, Pick[]>();
  readonly places = new Map<number, Pick[]>();
  readonly region = new Set<number>();
  readonly buttons: Pick[] = [];
  readonly lists: { label: string; kind: string; picks: (Pick & { name: string; degrees: number })[] }[] = [];
  /** Verbs that can be used at the same places: one of them is in hand, and the player may change it. */
  readonly modes: { verb: string; label: string }[] = [];
  /** Targets that are put together of several values: drawn on the board, or filled in. */
  readonly built: Offering[] = [];

  /** `members` are the pieces of the group with this name: pressing one of them chooses the group. */
  /** Whether it is about plans on paper: there is always something to draw, and the button may be pressed all the same. */
  private readonly planning: boolean;

  constructor(choice: Choice | null, members: (name: string) => readonly number[] = () => []) {
    for (const offer of choice?.offers ?? []) this.sort(offer, members);
    this.planning = this.built.length > 0 || (choice?.offers ?? []).some((offer) => offer.kind === 'sheet');
    const atPlaces = (choice?.offers ?? []).filter((offer) => offer.kind === 'point' || offer.kind === 'hex');
    if (atPlaces.length > 1) this.modes.push(...atPlaces.map(({ verb, label }) => ({ verb, label })));
  }

  /** What pressing a piece could mean: for itself, or else for its group. */
  on(piece: number): Pick[] {
    return this.pieces.get(piece) ?? this.groups.get(piece) ?? [];
  }

  /** What to do at a place: by the verb in hand if it can be done there. */
  at(place: number, mode: string): Pick | null {
    const picks = this.places.get(place) ?? [];
    return picks.find((pick) => pick.verb === mode) ?? picks[0] ?? null;
  }

  /** What pressing a piece means for the place it is in: who presses a counter means its hex, if that can be chosen. */
  under(place: number | null, mode: string): Pick[] {
    const pick = place === null ? null : this.at(place, mode);
    return pick ? [pick] : [];
  }

  /** The ways a piece could face. */
  get directions(): { verb: string; label: string; target: number; words: string; degrees: number }[] {
    return this.lists.flatMap((list) =>
      list.kind === 'heading'
        ? list.picks.map((pick) => ({ verb: pick.verb, label: pick.label, target: Number(pick.target), words: `${pick.label} ${pick.name}`, degrees: pick.degrees }))
        : [],
    );
  }

  private sort(offer: Offering, members: (name: string) => readonly number[]): void {
    const { verb, label } = offer;
    const menu = offer.menu || label;
    if (offer.shape) {
      this.built.push(offer);
      return;
    }
    const add = (map: Map<number, Pick[]>, target: number): void => {
      map.set(target, [...(map.get(target) ?? []), { verb, label, menu, target }]);
    };
    const targets = offer.ranges ? [...decode(offer.ranges)] : offer.targets;
    if (targets === null || targets === undefined) this.buttons.push({ verb, label, menu, target: null });
    else if (offer.kind === 'sheet') return; // a button of the plan it is about
    else if (offer.kind === 'unit') for (const target of targets) add(this.pieces, Number(target));
    else if (offer.kind === 'point' || offer.kind === 'hex') {
      for (const target of targets) {
        add(this.places, Number(target));
        this.region.add(Number(target));
      }
    } else {
      const picks = targets.map((target) => ({ verb, label, menu, target, name: offer.names?.[String(target)] ?? String(target), degrees: offer.degrees?.[String(target)] ?? 0 }));
      this.lists.push({ label, kind: offer.kind, picks });
      if (offer.kind === 'group') {
        for (const pick of picks) for (const piece of members(pick.name)) this.groups.set(piece, [...(this.groups.get(piece) ?? []), { verb, label: `${label} ${pick.name}`, menu: `${label} ${pick.name}`, target: pick.target }]);
      }
    }
  }

  get empty(): boolean {
    return this.pieces.size === 0 && this.places.size === 0 && this.buttons.length === 0 && this.lists.length === 0 && this.built.length === 0;
  }

  /** The button that most players will press: green. None while there is something on the board to choose. */
  get main(): Pick | null {
    if (this.planning) return this.buttons[0] ?? null;
    const onBoard = this.pieces.size + this.places.size + this.lists.length > 0;
    return onBoard ? null : (this.buttons[0] ?? null);
  }
}
