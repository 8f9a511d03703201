/** A target that is being put together: the tool in hand, and what has been drawn or filled in so far. */
import type { Offering, PartOffered, Value } from '../api/types';
import { HexLayout, type Layout, type Point } from '../board/layout';
import { Hexsides } from '../board/hexsides';
import { drawnPart, fresh, inserted, moved, onMap, put, several, targetOf, type Filling } from './building';
import type { Table } from './table.svelte';

export class Sketch {
  /** The verb of the tool in hand; empty for none. */
  verb = $state('');
  filling = $state.raw<Filling>([]);
  /** Which of several parts is being drawn; -1 for the first that can be. */
  which = $state(-1);
  /** The corners that were pressed, of a line along hexsides. */
  private corners = $state.raw<string[]>([]);

  constructor(
    private readonly table: Table,
    private readonly layout: () => Layout | null,
  ) {}

  /** The tools that can be taken up now: whatever is drawn on the board. */
  readonly tools = $derived.by((): Offering[] => this.table.offers.built.filter((offer) => drawnPart(offer) >= 0));

  /** The offer in hand; null if it is not made any more. */
  readonly offer = $derived.by((): Offering | null => this.table.offers.built.find((offer) => offer.verb === this.verb) ?? null);

  readonly index = $derived.by((): number => {
    const part = this.offer?.parts[this.which];
    return part && onMap(part) ? this.which : this.offer ? drawnPart(this.offer) : -1;
  });
  /** The part that is drawn. */
  readonly part = $derived.by((): PartOffered | null => this.offer?.parts[this.index] ?? null);

  private readonly sides = $derived.by((): Hexsides | null => {
    const place = this.layout();
    return this.part?.kind === 'hexside' && place instanceof HexLayout ? new Hexsides(place, this.part.targets.map(Number)) : null;
  });
  /** The line along hexsides, as points on the board; null for what is drawn through places. */
  readonly track = $derived.by((): Point[] | null => (this.sides ? this.sides.along(this.corners).corners.flatMap((each) => this.sides?.at(each) ?? []) : null));

  /** What is drawn so far. */
  readonly cells = $derived.by((): number[] => {
    const value = this.filling[this.index];
    return typeof value === 'object' && value !== null ? value.map(Number) : typeof value === 'number' ? [value] : [];
  });

  /** Where the next press may go, if that is not all of the board. */
  readonly region = $derived.by((): ReadonlySet<number> => {
    const part = this.part;
    if (!part || part.kind === 'hexside') return new Set();
    const at = part.shape === 'chain' && this.cells.length === 0 && part.first ? part.first : part.targets;
    return new Set(at.map(Number));
  });

  readonly target = $derived.by(() => (this.offer ? targetOf(this.offer, this.filling) : null));

  /** Takes a tool up: with nothing drawn, or with what is there already. `wishes` are values by the kind of the part. */
  take(verb: string, wishes: Readonly<Record<string, Value>> = {}, cells: readonly number[] | null = null): void {
    const offer = this.table.offers.built.find((each) => each.verb === verb) ?? null;
    this.table.cancel();
    [this.which, this.corners] = [-1, []];
    this.verb = offer ? verb : '';
    this.filling = offer ? fresh(offer, wishes) : [];
    if (cells !== null) this.draw(cells);
  }

  /** Lets go of what is drawn; of the tool, if nothing is. */
  drop(): void {
    this.corners = [];
    if (this.cells.length > 0 && this.offer) this.draw([]);
    else [this.verb, this.filling] = ['', []];
  }

  fill(index: number, value: Filling[number]): void {
    this.filling = this.filling.map((each, n) => (n === index ? value : each));
  }

  private draw(cells: readonly number[]): void {
    const part = this.part;
    if (part) this.fill(this.index, several(part) ? [...cells] : (cells[cells.length - 1] ?? null));
  }

  /** A place was pressed. */
  press(at: number, point: Point | null = null): void {
    const [part, paper] = [this.part, this.layout()];
    if (!part || !paper) return;
    if (this.sides) {
      const corner = this.sides.nearest(point ?? paper.at(at));
      if (corner === null || corner === this.corners[this.corners.length - 1]) return;
      const found = this.sides.along([...this.corners, corner]);
      if (found.corners[found.corners.length - 1] !== corner || found.sides.length > part.most) return;
      this.corners = [...this.corners, corner];
      this.draw(found.sides);
      return;
    }
    if (several(part)) this.draw(put(part, this.cells, at, paper));
    else if (part.targets.includes(at)) this.draw([at]);
  }

  /** A piece was pressed: it fills the part that asks for one, else its place is meant. */
  pressPiece(piece: number, at: number | null): void {
    const index = this.offer?.parts.findIndex((part) => part.kind === 'unit' && part.targets.includes(piece)) ?? -1;
    const part = this.offer?.parts[index];
    if (part && several(part)) {
      const now = (this.filling[index] as readonly number[] | null) ?? [];
      this.fill(index, now.includes(piece) ? now.filter((each) => each !== piece) : [...now, piece].sort((a, b) => a - b));
    } else if (part) this.fill(index, piece);
    else if (at !== null) this.press(at);
  }

  /** Ends where a place was pressed twice. */
  finish(at: number | null): void {
    if (at !== null && this.part?.shape === 'set' && !this.cells.includes(at)) this.press(at);
    this.done();
  }

  drag(index: number, to: number): void {
    const [part, paper] = [this.part, this.layout()];
    if (part && paper) this.draw(moved(part, this.cells, index, to, paper));
  }

  insert(index: number, at: number): void {
    if (this.part) this.draw(inserted(this.part, this.cells, index, at));
  }

  /** Takes the last point away. */
  back(): void {
    if (this.sides) {
      this.corners = this.corners.slice(0, -1);
      this.draw(this.sides.along(this.corners).sides);
      return;
    }
    this.draw(this.cells.slice(0, -1));
  }

  /** Chooses what was put together. The tool stays in hand for the next. */
  done(): void {
    const [offer, target] = [this.offer, this.target];
    if (!offer || target === null) return;
    [this.which, this.corners] = [-1, []];
    this.filling = offer.parts.map((part, n) => (several(part) || onMap(part) ? (several(part) ? [] : null) : (this.filling[n] ?? null)));
    void this.table.choose({ verb: offer.verb, label: offer.label, menu: offer.menu || offer.label, target });
  }
}
