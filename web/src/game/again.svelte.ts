/** The last order once more: the same verb for another piece, or a move in the same direction and as far. */
import type { Layout, Point } from '../board/layout';
import type { Pick } from './offers';
import type { Table } from './table.svelte';

export class Again {
  /** The verb that was last used on an own piece, and the last move: its verb, and how it went on the board. */
  private used = $state.raw<{ verb: string; menu: string } | null>(null);
  private maybe: { verb: string; menu: string; question: string } | null = null;
  private gone = $state.raw<{ verb: string; menu: string; by: Point } | null>(null);

  constructor(
    private readonly table: Table,
    private readonly layout: () => Layout | null,
  ) {}

  /** Remembers what was chosen. */
  note(pick: Pick): void {
    const kind = this.table.view?.decision?.offers.find((offer) => offer.verb === pick.verb)?.kind;
    const [place, actor] = [this.layout(), this.table.actor];
    if (kind === 'unit' && actor === null && this.side(Number(pick.target)) === this.table.you) this.maybe = { verb: pick.verb, menu: pick.menu, question: this.table.view?.decision?.name ?? '' };
    else if ((kind === 'hex' || kind === 'point') && actor !== null && place) {
      const from = this.at(actor);
      const to = place.at(Number(pick.target));
      if (from) this.gone = { verb: pick.verb, menu: pick.menu, by: { x: to.x - from.x, y: to.y - from.y } };
    }
  }

  /** What was chosen is done: a verb that only takes a piece in hand is no order to repeat. */
  settle(): void {
    if (this.maybe && this.table.view?.decision?.name === this.maybe.question && this.table.actor === null) this.used = this.maybe;
    if (this.table.view?.decision) this.maybe = null;
  }

  private side = (piece: number): number | undefined => this.table.pieces.find((each) => each.id === piece)?.side;
  private at(piece: number): Point | null {
    const at = this.table.view?.picture.pieces.find((each) => each.id === piece)?.at;
    return at === null || at === undefined ? null : (this.layout()?.at(at) ?? null);
  }

  /** What would be done: the same move for the piece in hand, or the same verb for the next piece that can use it. */
  private readonly next = $derived.by((): Pick | null => {
    const { offers, actor, view } = this.table;
    const place = this.layout();
    if (!view?.decision || view.decision.reaction || view.decision.sets_up || !place) return null;
    if (actor !== null && this.gone) {
      const from = this.at(actor);
      const to = from && place.nearest({ x: from.x + this.gone.by.x, y: from.y + this.gone.by.y });
      return (to !== null && offers.places.get(to)?.find((pick) => pick.verb === this.gone?.verb)) || null;
    }
    if (actor !== null || !this.used) return null;
    for (const picks of offers.pieces.values()) {
      const found = picks.find((pick) => pick.verb === this.used?.verb && this.side(Number(pick.target)) === this.table.you);
      if (found) return found;
    }
    return null;
  });

  /** In words, with the piece it would be for; empty if it cannot be repeated now. */
  readonly words = $derived.by((): string => {
    const next = this.next;
    if (!next) return '';
    if (this.table.actor !== null) return 'the same move';
    return `${next.menu} (${this.table.pieces.find((each) => each.id === next.target)?.name ?? ''})`;
  });

  press(): void {
    if (this.next) void this.table.choose(this.next);
  }
}
