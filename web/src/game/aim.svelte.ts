/** What is pointed at or about to be confirmed: where it lies, the way there, and whether its card is worth showing. */
import type { Layout, Point } from '../board/layout';
import type { Pick } from './offers';
import { promise } from './outcomes';
import type { Table } from './table.svelte';

export class Aim {
  constructor(
    private readonly table: Table,
    private readonly layout: () => Layout | null,
  ) {}

  readonly pick = $derived.by((): Pick | null => this.table.pending ?? this.table.hovered);
  private readonly kind = $derived.by(() => this.table.view?.decision?.offers.find((offer) => offer.verb === this.pick?.verb)?.kind ?? '');

  /** The place that the decision is about. */
  private readonly asked = $derived.by((): Point | null => {
    const where = this.table.view?.decision?.places[0];
    return where === undefined ? null : (this.layout()?.at(where) ?? null);
  });

  /** The enemy that the decision is about. */
  readonly subject = $derived.by((): number | null => {
    const choice = this.table.view?.decision;
    if (!choice) return null;
    return choice.units.find((id) => this.table.pieces.find((piece) => piece.id === id)?.side !== choice.side) ?? null;
  });

  /** The piece that is aimed at. */
  readonly piece = $derived.by((): number | null => (this.kind === 'unit' && typeof this.pick?.target === 'number' ? this.pick.target : null));

  /** The place that is picked. */
  readonly place = $derived.by((): number | null =>
    (this.kind === 'point' || this.kind === 'hex') && typeof this.pick?.target === 'number' ? this.pick.target : null,
  );

  /** The pieces of the battle group that is pointed at. */
  readonly group = $derived.by((): ReadonlySet<number> => {
    if (this.kind !== 'group' || !this.pick) return new Set();
    const list = this.table.offers.lists.find((each) => each.picks.some((pick) => pick.verb === this.pick?.verb));
    const name = list?.picks.find((pick) => String(pick.target) === String(this.pick?.target))?.name;
    return new Set(name === undefined ? [] : this.table.group(name));
  });

  /** Where a piece stands on the board. */
  at(piece: number | null): Point | null {
    const place = this.layout();
    const at = this.table.view?.picture.pieces.find((each) => each.id === piece)?.at;
    return place && at !== null && at !== undefined ? place.at(at) : null;
  }

  readonly actorAt = $derived.by(() => this.at(this.table.actor));

  /** Where the card stands: at the place, the target, the group; a button speaks of whom or what the prompt speaks of. */
  readonly anchor = $derived.by((): Point | null => {
    const place = this.layout();
    if (!place || !this.pick) return null;
    if (this.place !== null) return place.at(this.place);
    if (this.piece !== null) return this.at(this.piece);
    const group = [...this.group].map((id) => this.at(id)).filter((each) => each !== null);
    if (group.length > 0) return group[0]!;
    return this.at(this.subject) ?? this.asked ?? this.actorAt;
  });

  readonly way = $derived.by(() => {
    if (!this.layout()) return null;
    if (this.pick && this.table.preview?.route) return this.table.preview.route;
    if (this.place === null) return null;
    const start = this.table.view?.picture.pieces.find((piece) => piece.id === this.table.actor)?.at;
    return start === null || start === undefined ? null : { points: [start, this.place], danger: [] };
  });

  readonly title = $derived.by(() => {
    if (!this.pick) return '';
    const target = this.table.pieces.find((piece) => piece.id === this.piece);
    return target ? `${this.pick.label} ${target.name}` : this.pick.label;
  });

  /** The words of the button that does it: the act and its target, with the chance of a shot at an enemy. */
  readonly button = $derived.by(() => {
    const target = this.table.pieces.find((piece) => piece.id === this.piece);
    const shot = target && target.side !== this.table.you ? this.table.preview?.forecast : null;
    return promise(this.title, shot?.chances ?? []);
  });

  readonly where = $derived.by(() => {
    const place = this.layout();
    if (!this.anchor || !this.actorAt || !place || this.table.actor === this.piece) return '';
    const actor = this.table.pieces.find((piece) => piece.id === this.table.actor);
    return `${actor?.name ?? ''}, ${place.distance(this.actorAt, this.anchor)}`;
  });

  /** Whether there is something to say before it is done. */
  readonly card = $derived.by(() => {
    if (!this.pick) return false;
    if (this.table.pending) return true;
    const preview = this.table.preview;
    return preview !== null && (preview.forecast !== null || preview.odds.length > 1 || (preview.route !== null && preview.route.points.length > 1));
  });
}
