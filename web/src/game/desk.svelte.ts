/** The orders on paper: which sheet is in hand, what of it is pointed at, and what can be done about it. */
import type { Choice } from '../api/types';
import { firstOf, planOf } from '../board/plans';
import type { Plan, Reach, Shape } from '../board/scene';
import { aboutPlans } from './deeds';
import type { Table } from './table.svelte';

export class Desk {
  /** The sheet that the player opened. */
  chosen = $state<number | null>(null);
  /** The kind of shape that is pointed at, on the map or on the paper. */
  lit = $state('');
  /** The piece of a sheet that is pointed at. */
  member = $state<number | null>(null);

  /** "What if it is in force by then": which of the turns of its curve. */
  given = $state<number | null>(null);

  constructor(private readonly table: Table) {}

  readonly plans = $derived.by((): Plan[] => this.table.view?.picture.plans ?? []);
  readonly choice = $derived.by((): Choice | null => (this.table.showing || this.table.botted ? null : (this.table.view?.decision ?? null)));

  /** The sheet that is being written. */
  readonly draft = $derived.by((): Plan | null => this.plans.find((plan) => plan.state === 'draft') ?? null);

  /** The sheet that the question is about. */
  private readonly subject = $derived.by((): Plan | null => {
    const named = this.choice?.parts.find((part) => part.kind === 'sheet' && part.id !== null && part.id !== undefined);
    return named ? planOf(this.plans, Number(named.id)) : null;
  });

  /** Whether the question is about orders. */
  readonly asked = $derived.by((): boolean => {
    if (!this.choice) return false;
    return this.draft !== null || this.subject !== null || this.choice.offers.some((offer) => aboutPlans(offer, this.plans));
  });

  /** The sheet in hand. */
  readonly open = $derived.by((): Plan | null => this.draft ?? this.subject ?? planOf(this.plans, this.chosen) ?? firstOf(this.plans));

  /** The sheet before this one or after it. */
  turn(step: number): void {
    const ids = this.plans.map((plan) => plan.id);
    if (ids.length === 0) return;
    this.chosen = ids[(ids.indexOf(this.open?.id ?? ids[0]!) + step + ids.length) % ids.length]!;
  }

  /** How far the groups of the sheet in hand would get if it were given on that turn. */
  readonly reach = $derived.by((): Reach[] => {
    const turn = this.given === null ? undefined : this.open?.curve[0]?.turns[this.given];
    return turn === undefined ? [] : (this.open?.reach.filter((each) => each.turn === turn) ?? []);
  });

  /** What the sheet in hand has drawn that a verb would change. */
  shapeOf(verb: string): Shape | null {
    const kind = this.open?.rows.find((row) => row.verb === verb)?.kind || verb;
    return this.open?.shapes.find((shape) => shape.kind === kind) ?? null;
  }

  /** The kind of shape that a verb draws. */
  kindOf(verb: string): string {
    return this.open?.rows.find((row) => row.verb === verb)?.kind || verb;
  }
}
