/** A whole group goes to one destination: first its ways are shown, then one piece after the other goes. */
import type { March } from '../api/types';
import type { Table } from './table.svelte';

export class Company {
  /** The pieces that shall go, and what they are called together; empty if no group is in hand. */
  units = $state.raw<number[]>([]);
  name = $state('');
  /** Where to, and how each goes. */
  to = $state<number | null>(null);
  moves = $state.raw<March[]>([]);
  /** Pieces that are still to go, and where each should end, once it has been confirmed. */
  going = $state.raw<{ unit: number; to: number }[]>([]);
  private question = '';
  private asked = 0;
  private finding = false;
  /** Settled when what was in hand before has been let go of. */
  private free: Promise<boolean> = Promise.resolve(true);
  /** The piece that went last. */
  private gone: number | null = null;

  constructor(private readonly table: Table) {}

  /** The pieces of the group that a piece belongs to, itself included: on the map, or about to come on. */
  around(piece: number | null): { name: string; units: number[] } | null {
    const known = this.table.pieces.find((each) => each.id === piece);
    const standings = new Map((this.table.view?.picture.pieces ?? []).map((each) => [each.id, each]));
    const own = known && standings.get(known.id);
    if (!known || !own) return null;
    const name = own.group || known.formation;
    const units = this.table.pieces
      .filter((each) => each.side === known.side && (standings.get(each.id)?.group || each.formation) === name)
      .filter((each) => standings.get(each.id)?.at != null || this.table.offers.pieces.has(each.id))
      .filter((each) => !standings.get(each.id)?.gone && standings.get(each.id)?.carrier == null)
      .map((each) => each.id);
    return name && units.length > 1 ? { name, units } : null;
  }

  /** Takes a group in hand: the next press on the ground is its destination. */
  async take(group: { name: string; units: number[] }): Promise<void> {
    [this.units, this.name, this.to, this.moves] = [group.units, group.name, null, []];
    this.free = this.table.actor === null ? Promise.resolve(true) : this.table.letGo();
    if (!(await this.free)) this.drop();
  }

  get inHand(): boolean {
    return this.units.length > 0;
  }

  /** Shows how it would go there; the same place again sends it. */
  async show(to: number): Promise<void> {
    if (to === this.to && this.moves.length > 0) return this.confirm();
    const number = (this.asked += 1);
    [this.to, this.moves] = [to, []];
    await this.free;
    const found = await this.table.march(this.units, to);
    if (number === this.asked) this.moves = found;
  }

  confirm(): void {
    const choice = this.table.view?.decision;
    if (this.moves.length === 0 || !choice || this.table.busy) return;
    [this.going, this.question] = [this.moves.map(({ unit, place }) => ({ unit, to: place })), choice.name];
    [this.units, this.to, this.moves] = [[], null, []];
    void this.goOn();
  }

  drop(): void {
    this.asked += 1;
    [this.units, this.name, this.to, this.moves, this.going] = [[], '', null, [], []];
  }

  /** The next piece goes, as soon as the side is asked the same question again; one that cannot go any more stays. */
  async goOn(): Promise<void> {
    const { table } = this;
    if (this.finding || this.going.length === 0 || table.busy || table.chain.length > 0 || table.showing) return;
    if (table.view?.result) return this.drop();
    if (table.view?.decision?.name !== this.question) return this.faceAsItIs();
    const [next, ...rest] = this.going;
    const sequence = table.view.sequence;
    this.finding = true;
    const found = await table.march([next!.unit], next!.to);
    this.finding = false;
    if (this.going.length === 0) return; // it was stopped meanwhile
    if (table.view?.sequence === sequence) this.going = rest;
    if (found[0] && table.view?.sequence === sequence) {
      this.gone = next!.unit;
      table.takeAll(found[0].actions);
    } else return this.goOn();
  }

  /** A piece that the enemy could answer is asked afterwards which way to face: as it does. */
  private faceAsItIs(): void {
    const { offers, actor } = this.table;
    const [stay, ...others] = offers.buttons;
    if (actor === this.gone && offers.directions.length > 0 && stay && others.length === 0) this.table.take(stay);
  }
}
