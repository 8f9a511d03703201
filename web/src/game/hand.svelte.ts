/** What the player has in hand before anything is chosen: a selected piece, its menu, and answers to what was pressed. */
import type { Refused, UnitTold } from '../api/types';
import type { Layout, Point } from '../board/layout';
import { Again } from './again.svelte';
import { Company } from './company.svelte';
import { Joint } from './joint.svelte';
import { meaning, type Option } from './pressing';
import type { Table } from './table.svelte';

export interface Menu {
  options: Option[];
  at: Point;
  piece: number;
  name: string;
  /** Why the piece itself cannot be chosen now. */
  why: string;
  /** Whether another piece is in hand meanwhile. */
  another: boolean;
}

/** Why what was pressed cannot be chosen, at the place that was pressed. */
export interface Answer {
  at: Point;
  name: string;
  reasons: Refused[];
}

export class Hand {
  menu = $state.raw<Menu | null>(null);
  answer = $state.raw<Answer | null>(null);
  /** The piece that is looked at. */
  looked = $state<number | null>(null);
  /** The own piece that is selected, though nothing has been chosen for it yet. */
  selected = $state<number | null>(null);
  /** What the selected piece, or the one in hand, cannot do; and what it can do to which targets. */
  told = $state.raw<(UnitTold & { unit: number }) | null>(null);
  /** Of several things that can be done at a place, the one in hand. */
  mode = $state('');
  /** Where something was pressed last. */
  pressed = $state.raw<Point | null>(null);
  readonly joint: Joint;
  readonly company: Company;
  readonly again: Again;

  constructor(
    private readonly table: Table,
    private readonly layout: () => Layout | null,
    /** A piece that can do nothing now is looked at, or not any more. */
    private readonly onlook?: (piece: number | null) => void,
  ) {
    this.joint = new Joint(table);
    this.company = new Company(table);
    this.again = new Again(table, layout);
    table.onchoose = (pick) => this.again.note(pick);
  }

  /** Pieces and places that the selected piece could act on. */
  readonly targets = $derived.by(() => {
    const can = this.told && this.told.unit === this.selected ? this.told.can : [];
    const of = (...kinds: string[]): number[] => can.filter((each) => kinds.includes(each.kind)).flatMap((each) => each.targets.map(Number));
    return { units: new Set(of('unit')), places: new Set(of('hex', 'point')) };
  });

  /** Lets everything go that has not been chosen yet. */
  clear(): void {
    [this.menu, this.answer, this.selected, this.told] = [null, null, null, null];
    this.joint.drop();
  }

  private where(piece: number): { at: number | null; point: Point | null } {
    const at = this.table.view?.picture.pieces.find((each) => each.id === piece)?.at ?? null;
    return { at, point: at === null ? null : (this.layout()?.at(at) ?? null) };
  }

  /** A piece was pressed. */
  press(piece: number): void {
    const { table } = this;
    const known = table.pieces.find((each) => each.id === piece);
    const { at, point } = this.where(piece);
    this.pressed = point;
    this.answer = null;
    if (this.company.inHand) {
      if (at !== null && (known?.side !== table.you || !this.company.units.includes(piece))) return void this.company.show(at);
      this.company.drop();
    }
    if (this.joint.target) {
      if (this.joint.concerns(piece)) return void this.joint.toggle(piece);
      if (this.joint.target.unit === piece && !table.busy) return this.joint.confirm();
    }
    const own = known !== undefined && known.side === (table.view?.decision?.side ?? table.you);
    const now = { offers: table.offers, instead: table.instead, actors: table.actors, mode: this.mode };
    const { options, direct, why } = meaning({ piece, name: known?.name ?? '', own, at }, now);
    const again = options.find((each) => !each.instead && table.same(each, table.pending));
    if (again) return this.pick(again);
    if (!own && this.selected !== null) return void this.aim(piece, at, point, options);
    this.joint.drop();
    if (own && this.selectable && !(direct && this.alone(options))) return this.select(piece, options, point);
    this.menu = null;
    if (options.length > 0) {
      this.looked = piece;
      if (direct) this.pick(options[0]!);
      else if (point) this.menu = { options, at: point, piece, name: known?.name ?? '', why, another: own && table.actor !== null };
      return;
    }
    this.looked = this.looked === piece ? null : piece;
    this.onlook?.(this.looked);
    if (table.view?.decision && point) void this.explain(known?.name ?? '', point, { unit: piece, place: at }, why);
  }

  /** Whether own pieces are selected by pressing them: nothing else is in hand, and no shot is to be answered. */
  private get selectable(): boolean {
    const { table } = this;
    const choice = table.view?.decision;
    return choice !== null && choice !== undefined && !choice.reaction && !choice.sets_up && table.actor === null && !table.showing;
  }

  /** Whether the decision is about choosing one of the own pieces, and nothing else can be pressed on the board. */
  private alone(options: readonly Option[]): boolean {
    const { offers } = this.table;
    return offers.places.size === 0 && [...offers.pieces.values()].every((picks) => picks.length === 1 && picks[0]!.verb === options[0]?.verb);
  }

  /** Takes an own piece in hand: its menu says what it can do, and what it cannot. */
  private select(piece: number, options: Option[], point: Point | null): void {
    const name = this.table.pieces.find((each) => each.id === piece)?.name ?? '';
    [this.selected, this.looked, this.told] = [piece, piece, null];
    this.menu = point ? { options, at: point, piece, name, why: '', another: false } : null;
    if (this.table.offers.built.length > 0) return;
    void this.tell(piece).then((found) => {
      if (this.selected !== piece || !point || !this.menu) return;
      if (options.length + found.refused.length + found.can.length > 0) return;
      this.menu = null;
      void this.explain(name, point, { unit: piece, place: null });
    });
  }

  /** Asks what a piece can do. */
  async tell(piece: number): Promise<UnitTold> {
    const found = await this.table.unit(piece);
    if (this.selected === piece || this.table.actor === piece) this.told = { ...found, unit: piece };
    return found;
  }

  /** The selected piece shall act on this one. */
  private async aim(piece: number, at: number | null, point: Point | null, options: Option[]): Promise<void> {
    const [by, name] = [this.selected!, this.table.pieces.find((each) => each.id === piece)?.name ?? ''];
    const { moment } = this.table;
    this.menu = null;
    this.joint.drop();
    if (await this.joint.begin([by], { unit: piece, place: at })) return;
    const reasons = await this.table.why({ unit: piece, place: at, by });
    if (this.selected !== by || this.table.moment !== moment) return;
    if (reasons.length > 0 && point) this.answer = { at: point, name, reasons };
    else if (options.length === 1) this.pick(options[0]!);
    else if (options.length > 0 && point) this.menu = { options, at: point, piece, name, why: '', another: false };
  }

  /** Says why a piece or a place cannot be chosen. */
  private async explain(name: string, at: Point, asked: { unit: number | null; place: number | null }, otherwise = ''): Promise<void> {
    const pressed = (this.pressed = at);
    const by = this.selected ?? this.table.actor;
    const found = (await this.table.why({ ...asked, by })).filter((each) => by !== null || !each.quiet);
    if (this.pressed !== pressed) return;
    if (found.length > 0) this.answer = { at, name, reasons: found };
    else if (otherwise) this.answer = { at, name, reasons: [{ verb: '', label: '', menu: '', words: otherwise, rule: '', quiet: false }] };
  }

  pick(option: Option): void {
    this.clear();
    void (option.instead ? this.table.chooseInstead(option) : this.table.choose(option));
  }

  /** A place that can be chosen was pressed: by the piece in hand if one is selected. */
  async pressPlace(at: number, point: Point): Promise<void> {
    this.pressed = point;
    [this.menu, this.answer] = [null, null];
    if (this.company.inHand) return this.company.show(at);
    const [by, { moment }] = [this.selected, this.table];
    if (by !== null) {
      this.joint.drop();
      if (await this.joint.begin([by], { unit: null, place: at })) return;
      const reasons = await this.table.why({ place: at, by });
      if (this.pressed !== point || this.table.moment !== moment) return; // something else was pressed meanwhile
      if (reasons.length > 0) {
        this.answer = { at: point, name: '', reasons };
        return;
      }
    }
    const found = this.table.offers.at(at, this.mode);
    if (found) void this.table.choose(found);
  }

  /** Nothing that can be chosen was pressed: what is selected is let go of; ground out of reach says why first. */
  pressNothing(at: number | null, point: Point): void {
    this.pressed = point;
    if (this.company.inHand && at !== null) return void this.company.show(at);
    if (this.selected !== null || this.joint.target || this.menu || this.answer || this.table.pending) {
      const answered = this.answer !== null;
      this.clear();
      if (this.table.pending) this.table.cancel();
      else if (answered) void this.table.letGo();
      return;
    }
    if (at !== null && this.table.offers.places.size > 0 && this.table.view?.decision) void this.explain('', point, { unit: null, place: at });
    else if (this.table.actor !== null) void this.table.letGo();
    else this.looked = null;
  }

  /** Escape: lets go, of one thing after the other. */
  escape(): void {
    const held = this.company.inHand || this.selected !== null || this.joint.target !== null || this.menu !== null || this.answer !== null;
    const pending = this.table.pending !== null;
    this.clear();
    this.company.drop();
    this.looked = null;
    this.table.cancel();
    if (!held && !pending && this.table.actor !== null) void this.table.letGo();
  }
}
