/** The page of a game: what lies on it, what is in hand, what is open. Its components show it. */
import type { ViewMessage } from '../api/types';
import type { Box } from '../board/beside';
import { layout, type Layout, type Point } from '../board/layout';
import { sideColours } from '../board/sides';
import { View } from '../board/view.svelte';
import { Aim } from './aim.svelte';
import { Alerts } from './alerts.svelte';
import { Cursor, type Step } from './cursor.svelte';
import { Desk } from './desk.svelte';
import { Hand } from './hand.svelte';
import { Sketch } from './sketch.svelte';
import { Table } from './table.svelte';
import { isTaught, lessonKey } from './taught';
import { ToolInHand } from './tools.svelte';

/** What lies beside the board. */
export type Tab = 'log' | 'goals' | 'units' | 'orders' | 'fire' | 'sight' | 'rules' | 'charts' | 'list' | 'more';

const RESTS = 90; // milliseconds until a mouse that rests points at something

export class Page {
  readonly table: Table;
  readonly view = new View();
  readonly tool: ToolInHand;
  readonly aim: Aim;
  readonly sketch: Sketch;
  readonly desk: Desk;
  readonly hand: Hand;
  readonly cursor: Cursor;
  readonly alerts: Alerts;

  tab = $state<Tab>('log');
  /** Whether the sheet of tabs is open on a telephone. */
  open = $state(false);
  phone = $state(matchMedia('(max-width: 760px)').matches);
  /** How high the sheet on a telephone is: the question, half, full; and in pixels. */
  level = $state(1);
  sheet = $state(0);
  /** The rule that is read. */
  rule = $state('');
  /** A place that was pressed in a sentence. */
  spot = $state<number | null>(null);
  /** The piece under the pointer. */
  pointed = $state<number | null>(null);
  /** Pieces of a line of the reactions that is pointed at. */
  lit = $state.raw<readonly number[]>([]);
  /** Where the reactions lie on the map. */
  panel = $state.raw<Box | null>(null);
  /** A place that is pointed at in the call for fire. */
  target = $state<number | null>(null);
  /** Whether the result has been read. */
  dismissed = $state(false);
  /** Whether the orders lie over the map while nobody asks for them. */
  papers = $state(false);
  /** At night: what they may see of you, as far as you know. */
  theirs = $state(false);
  /** Whether the teacher is here, and the piece that it points at. */
  taught = $state(false);
  hint = $state<number | null>(null);

  private readonly wide = matchMedia('(min-width: 761px)').matches && innerWidth > innerHeight;
  private hovering: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    learn: boolean,
  ) {
    const [table, place] = [new Table(id), (): Layout | null => this.place];
    this.table = table;
    this.tool = new ToolInHand(table);
    this.aim = new Aim(table, place);
    this.sketch = new Sketch(table, place);
    this.desk = new Desk(table);
    this.hand = new Hand(table, place, (piece) => void (piece !== null && (this.tab = 'units')));
    this.cursor = new Cursor(place, this.view);
    this.alerts = new Alerts(table);
    this.taught = (learn || localStorage.getItem(lessonKey(id)) !== null) && localStorage.getItem(this.skipped) === null;
  }

  readonly place = $derived.by((): Layout | null => (this.table.info ? layout(this.table.info.scene, this.wide) : null));
  readonly colours = $derived.by(() => sideColours(this.table.info?.sides ?? []));

  get now(): ViewMessage | null {
    return this.table.view;
  }
  /** The piece that is looked at, or that the question is about. */
  get inHand(): number | null {
    return this.hand.looked ?? this.table.actor;
  }
  /** The piece whose menu is open while the question is about another. */
  get about(): string {
    const { menu } = this.hand;
    return menu?.another && !menu.why ? menu.name : '';
  }

  /** Whether fire is being called: guns that are not on the map, or a shoot that is being put together. */
  readonly calling = $derived.by((): boolean => {
    const { table, now } = this;
    if (table.showing || table.botted || now?.decision == null) return false;
    return now.picture.shoot !== null || table.offers.lists.some((list) => list.kind === 'battery' || list.kind === 'shell');
  });
  /** Whether the question is about orders. */
  get ordering(): boolean {
    return this.desk.asked;
  }
  /** Whether there is something to react to, or to choose that others react to. */
  readonly answering = $derived.by((): boolean => {
    const { now, table } = this;
    if (table.showing || now?.result) return false;
    return now?.picture.exchange != null || ((now?.decision?.reaction ?? false) && table.offers.places.size + table.offers.pieces.size > 0);
  });
  /** Whether orders are drawn on the map. */
  readonly drawn = $derived.by(() => this.desk.plans.length > 0 && (this.papers || this.ordering || (this.tab === 'orders' && (!this.phone || this.open))));
  /** Whether it is so dark that it matters what each side sees. */
  readonly dark = $derived.by(() => (this.now?.picture.sky?.sees.length ?? 0) > 0);
  /** Whether the piece in hand is so low on the screen that lists would cover it. */
  readonly high = $derived.by(() => this.aim.actorAt !== null && this.view.onScreen(this.aim.actorAt).y > this.view.height * 0.68);
  /** The night sights of the side that looks, while the sight tool is in hand. */
  readonly sights = $derived.by(() => (this.tool.which === 'sight' ? this.tool.sight.sights : ''));

  // The teacher

  private get skipped(): string {
    return `sandtable.skipped.${this.id}`;
  }
  /** Whether the teacher could be had back. */
  get teachable(): boolean {
    return !this.taught && isTaught(this.table.info?.scenario ?? '') && !this.now?.result && this.table.you !== null;
  }
  /** Sends the teacher away. */
  skip(): void {
    [this.taught, this.hint] = [false, null];
    localStorage.setItem(this.skipped, 'yes');
  }
  /** Has the teacher back where it was. */
  learn(): void {
    [this.taught, this.hint, this.open] = [true, null, false];
    localStorage.removeItem(this.skipped);
  }

  // Pressing and pointing

  /** Where a piece is. */
  whereIs(piece: number | null | undefined): number | null {
    return this.now?.picture.pieces.find((each) => each.id === piece)?.at ?? null;
  }

  press(piece: number): void {
    if (this.tool.which === 'ruler') this.tool.measure(this.aim.at(piece));
    else if (this.sketch.offer) this.sketch.pressPiece(piece, this.whereIs(piece));
    else this.hand.press(piece);
  }

  pressPlace(at: number, point: Point): void {
    if (this.tool.which === 'ruler') this.tool.measure(point);
    else if (this.sketch.offer) this.sketch.press(at, point);
    else void this.hand.pressPlace(at, point);
  }

  /** What is pointed at, by a mouse that rests or a finger that stays: what choosing it would mean is shown. */
  point(at: number | null, piece: number | null): void {
    clearTimeout(this.hovering);
    const { hand, sketch } = this;
    const { offers } = this.table;
    const picks = piece !== null ? offers.on(piece) : [];
    const there = piece === null && at !== null && hand.selected === null && !sketch.offer && !this.calling ? offers.at(at, hand.mode) : null;
    this.hovering = setTimeout(() => {
      this.table.point(picks.length === 1 ? picks[0]! : there);
      this.pointed = piece;
    }, RESTS);
  }

  turn(target: number): void {
    const way = this.table.offers.directions.find((each) => each.target === target);
    if (way) void this.table.choose({ verb: way.verb, label: way.label, menu: way.label, target });
  }

  /** Takes a drawing tool up, or lays it down. */
  takeTool(verb: string): void {
    const { sketch } = this;
    if (verb === '' || verb === sketch.verb) {
      [sketch.verb, sketch.filling] = ['', []];
      return;
    }
    const [offer, shape] = [this.table.offers.built.find((each) => each.verb === verb), this.desk.shapeOf(verb)];
    const wishes = { ...(shape?.width ? { width: shape.width } : {}), ...(shape?.name ? { name: shape.name } : {}) };
    const marked = offer?.shape === 'set' ? (shape?.cells ?? null) : null; // a set is changed, a line is drawn again
    this.tool.take('none', null);
    sketch.take(verb, wishes, marked);
    if (this.phone) this.level = 1;
  }

  // Showing what a sentence or a sheet speaks of

  /** Brings what a line of the sheet says onto the screen. */
  showShape(kind: string): void {
    const shape = this.desk.open?.shapes.find((each) => each.kind === kind);
    const cell = shape?.cells[Math.floor(shape.cells.length / 2)] ?? shape?.edges[0]?.[0];
    if (cell !== undefined && this.place) this.view.show(this.place.at(cell));
    this.desk.lit = kind;
  }

  private closer(point: Point): void {
    this.view.to(Math.max(this.view.k, this.view.fit() * 1.2), point);
  }

  showPiece(piece: number): void {
    this.hand.looked = this.hand.looked === piece ? null : piece;
    const at = this.aim.at(piece);
    if (at) this.closer(at);
  }

  /** A piece or a place that was pressed in a sentence: on a telephone the log makes way for the map. */
  showNamed(piece: number): void {
    [this.hand.looked, this.spot] = [null, null];
    this.showPiece(piece);
    if (this.phone) this.open = false;
  }

  showPlace(where: number): void {
    this.spot = this.spot === where ? null : where;
    if (this.spot !== null && this.place) this.closer(this.place.at(where));
    if (this.phone) this.open = false;
  }

  showRule(which: string): void {
    [this.rule, this.tab, this.open] = [which, 'rules', true];
  }

  // By the keys

  /** An arrow key: the cursor begins at the unit in hand, or at the first that can act. */
  arrow(step: Step): void {
    this.cursor.move(step, this.whereIs(this.table.actor ?? [...this.table.offers.pieces.keys()][0]));
  }

  /** Enter on the map: presses the piece under the cursor, or the place. */
  enter(): void {
    const { cursor, hand } = this;
    const { offers } = this.table;
    const at = cursor.place;
    if (at === null || !cursor.at) return;
    const there = (this.now?.picture.pieces ?? []).filter((each) => each.at === at && !each.gone);
    const free = offers.region.has(at) || hand.targets.places.has(at);
    const found = there.find((each) => offers.pieces.has(each.id)) ?? (free ? undefined : there[0]);
    if (found) this.press(found.id);
    else if (free || this.sketch.offer) this.pressPlace(at, cursor.at);
    else hand.pressNothing(at, cursor.at);
  }

  /** Goes to the next piece that can be chosen. */
  next(step: number): void {
    const ids = [...new Set([...this.table.offers.pieces.keys(), ...this.table.instead.pieces.keys()])];
    if (ids.length === 0) return;
    const focused = Number((document.activeElement as Element | null)?.getAttribute('data-piece') ?? NaN);
    const piece = ids[(ids.indexOf(focused) + step + ids.length) % ids.length]!;
    document.querySelector<SVGGElement>(`.board [data-piece="${piece}"]`)?.focus();
    this.cursor.put(this.whereIs(piece));
    const at = this.aim.at(piece);
    if (at) this.view.show(at);
  }
}
