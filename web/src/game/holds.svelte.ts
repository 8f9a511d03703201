/** Holding fire without being asked each time: for this move, for this turn, or where the chance is small. */
import { get, put, sentence } from '../api/http';
import type { Orders } from '../api/types';
import type { Table } from './table.svelte';

export class Holds {
  /** The standing orders as they are on the server; null until they are known. */
  orders = $state.raw<Orders | null>(null);
  private side: number | null = null;

  constructor(private readonly table: Table) {}

  private get path(): string {
    return `/api/games/${this.table.id}/orders?side=${this.table.you}`;
  }

  /** Learns what holds already, once for each side that is looked through. */
  async learn(): Promise<void> {
    const you = this.table.you;
    if (you === null || you === this.side || !this.table.info?.you.includes(you)) return;
    this.side = you;
    this.orders = await get<Orders>(this.path).catch(() => null);
  }

  /** What holds now, in words; empty if every question is asked. */
  readonly words = $derived.by((): string => {
    const { hush, ask_above: least } = this.orders ?? {};
    const turn = this.table.view?.picture.turn;
    if (hush && hush.turn === turn) {
      const name = this.table.pieces.find((piece) => piece.id === hush.against)?.name;
      return name ? `Fire is held at ${name} for this move` : 'Fire is held this turn';
    }
    return least ? `Fire is held below ${least} %` : '';
  });

  forMove(): Promise<void> {
    const choice = this.table.view?.decision;
    return this.keep({ hush: { turn: this.turn, against: choice?.against ?? null, occasion: choice?.occasion ?? '' } });
  }
  forTurn(): Promise<void> {
    return this.keep({ hush: { turn: this.turn, against: null, occasion: '' } });
  }
  below(percent: number): Promise<void> {
    return this.keep({ ask_above: percent });
  }
  /** Every question is asked again. */
  end(): Promise<void> {
    return this.keep({ hush: null, ask_above: null });
  }

  private get turn(): number {
    return this.table.view?.picture.turn ?? 0;
  }

  private async keep(change: Partial<Orders>): Promise<void> {
    try {
      const known = await this.table.during(get<Orders>(this.path));
      this.orders = await this.table.during(put<Orders>(this.path, { ...known, ...change }));
    } catch (why) {
      this.table.refused = sentence(why);
    }
  }
}
