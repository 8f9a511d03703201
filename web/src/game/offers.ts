/** What can be chosen now, sorted by how it is chosen: on a piece, at a place, from a list, or with a button. */
import type { Choice, Offering, Target } from '../api/types';
import { decode } from '../board/region';

export interface Pick {
  verb: string;
  label: string;
  target: Target;
}

export class Offers {
  readonly pieces = new Map<number, Pick[]>();
  readonly places = new Map<number, Pick[]>();
  readonly region = new Set<number>();
  readonly buttons: Pick[] = [];
  readonly lists: { label: string; kind: string; picks: (Pick & { name: string })[] }[] = [];

  constructor(choice: Choice | null) {
    for (const offer of choice?.offers ?? []) this.sort(offer);
  }

  private sort(offer: Offering): void {
    const { verb, label } = offer;
    const add = (map: Map<number, Pick[]>, target: number): void => {
      map.set(target, [...(map.get(target) ?? []), { verb, label, target }]);
    };
    const targets = offer.ranges ? [...decode(offer.ranges)] : offer.targets;
    if (targets === null || targets === undefined) this.buttons.push({ verb, label, target: null });
    else if (offer.kind === 'unit') for (const target of targets) add(this.pieces, Number(target));
    else if (offer.kind === 'point' || offer.kind === 'hex') {
      for (const target of targets) {
        add(this.places, Number(target));
        this.region.add(Number(target));
      }
    } else {
      const picks = targets.map((target) => ({ verb, label, target, name: offer.names?.[String(target)] ?? String(target) }));
      this.lists.push({ label, kind: offer.kind, picks });
    }
  }

  get empty(): boolean {
    return this.pieces.size === 0 && this.places.size === 0 && this.buttons.length === 0 && this.lists.length === 0;
  }

  /** The button that most players will press: green. None while there is something on the board to choose. */
  get main(): Pick | null {
    const onBoard = this.pieces.size + this.places.size + this.lists.length > 0;
    return onBoard ? null : (this.buttons[0] ?? null);
  }
}
