/** Pan and zoom: hands and the page move a transform, the board follows. */
import type { Box } from './beside';
import { gestures, type Movable } from './gestures';
import { confined, kept } from './kept';
import type { Point } from './layout';

const TOOLS = 54; // pixels at the right that the tools of the board cover
const MOST = 6; // the largest zoom
const CORNER = { width: 170, height: 120 }; // and the small map in the lower left corner
export const RIM = 1.2; // how far the marks of the turning ring stand out, by its radius
export const PHONE = 760; // pixels: a board that is narrower lies on a telephone

export class View implements Movable {
  x = $state(0);
  y = $state(0);
  k = $state(1);
  /** The zoom when it last stood still: what is drawn by it is not drawn again while the map moves. */
  rest = $state(1);
  width = $state(800);
  height = $state(600);
  moving = $state(false);
  /** Whether the board has been fitted into its place: before that no zoom means anything. */
  fitted = $state(false);
  /** How much of the board is covered from below, as by the sheet on a telephone. */
  private below = 0;
  private covered = $state(0); // the same, for cards that keep out of it: the map itself does not move when it changes

  /** Whether one finger draws: then two move the map. */
  drawing = false;

  private element: HTMLElement | null = null;
  private board = { width: 1, height: 1 };
  private hands = 0;

  /** Takes hold of an element; returns what lets go of it. */
  attach(element: HTMLElement, board: { width: number; height: number }): () => void {
    this.element = element;
    this.board = board;
    const end = gestures(element, this);
    const watch = new ResizeObserver(() => this.measure());
    watch.observe(element);
    this.measure();
    return () => {
      watch.disconnect();
      end();
    };
  }

  take(): void {
    this.hands += 1;
    this.moving = true;
  }

  settle(): void {
    this.hands -= 1;
    if (this.hands > 0) return;
    this.moving = false;
    this.rest = this.k;
  }

  private set(k: number, x: number, y: number): void {
    [this.k, this.x, this.y] = [k, x, y];
    if (this.hands === 0) this.rest = k;
  }

  put(wanted: number, place: Point, at: Point): void {
    const fit = this.fit();
    const k = Math.min(MOST, Math.max(fit * 0.85, wanted));
    const pad = 80 / fit;
    const below = this.width < PHONE ? this.height / 2 / fit : 0;
    this.set(k, confined(at.x - place.x * k, k, this.width, -pad, this.board.width + pad), confined(at.y - place.y * k, k, this.height, -pad, this.board.height + pad + below));
  }

  private measure(): void {
    const box = this.element?.getBoundingClientRect();
    if (!box || box.width < 2 || box.height < 2) return;
    this.width = box.width;
    this.height = box.height;
    if (!this.fitted) {
      this.fitted = true;
      this.fill();
    }
  }

  /** The zoom at which all of the board is on the screen. */
  fit(): number {
    return Math.min(this.width / this.board.width, this.height / this.board.height);
  }

  /** Shows all of the board. */
  whole(): void {
    this.to(this.fit(), { x: this.board.width / 2, y: this.board.height / 2 });
  }

  /** Fills the screen with the board, unless that would cut much of it off. */
  fill(): void {
    const fill = Math.max(this.width / this.board.width, this.height / this.board.height);
    const margin = 0.97; // so that the edges, where forces come on, can be pressed
    const k = fill < this.fit() * 1.06 ? fill : Math.min(fill, Math.max(this.fit() * margin, this.width < PHONE ? 0.9 : 0));
    this.to(k, { x: this.board.width / 2, y: this.board.height / 2 });
  }

  /**
   * Opens on the action: if pieces would be small with all of the board on the screen, the part with these points is
   * shown larger.
   */
  open(points: readonly Point[], piece: number): void {
    const [small, read] = [26, 38]; // pixels of a piece that is too small to read, and of one that is not
    if (points.length === 0 || piece * this.fit() >= small) return;
    const [xs, ys] = [points.map((each) => each.x), points.map((each) => each.y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const room = piece * 5;
    const k = Math.min(this.width / (right - left + room), this.height / (bottom - top + room), read / piece);
    if (k > this.fit()) this.to(k, { x: (left + right) / 2, y: (top + bottom) / 2 });
  }

  /** Shows a place of the board in the middle, at this zoom. */
  to(k: number, centre: Point, rim?: number): void {
    if (!this.element) return;
    const x = kept(this.width / 2 - centre.x * k, this.board.width * k, this.width, rim);
    const y = kept((this.height - this.below) / 2 - centre.y * k, this.board.height * k, this.height - this.below, rim);
    this.set(k, x, y);
  }

  /** Brings all of these places into a part of the screen, zooming out if they do not fit; never while a hand is on the map. */
  into(points: readonly Point[], box: Box, room = 34): void {
    if (!this.element || this.moving || points.length === 0) return;
    const [xs, ys] = [points.map((each) => each.x), points.map((each) => each.y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const [wide, high] = [Math.max(1, box.width - 2 * room), Math.max(1, box.height - 2 * room)];
    const k = Math.max(this.fit() * 0.85, Math.min(this.k, wide / Math.max(1, right - left), high / Math.max(1, bottom - top)));
    const [x, y] = [box.x + box.width / 2 - ((left + right) / 2) * k, box.y + box.height / 2 - ((top + bottom) / 2) * k];
    this.set(k, x, y);
  }

  /** The height of the board that nothing covers. */
  get free(): number {
    return this.height - this.covered;
  }

  /** Something covers the board from below; when it takes less room than before, the board comes after it. */
  cover(below: number): void {
    const less = below < this.below;
    this.below = below;
    this.covered = below;
    const { x, y, width, height } = this.seen;
    if (less && !this.moving) this.to(this.k, { x: x + width / 2, y: y + (height - below / this.k) / 2 });
  }

  by(factor: number): void {
    const centre = { x: this.width / 2, y: this.height / 2 };
    this.put(this.k * factor, this.under(centre), centre);
  }

  pan(dx: number, dy: number): void {
    this.put(this.k, { x: 0, y: 0 }, { x: this.x + dx, y: this.y + dy });
  }

  /** Whether a place is well on the screen, with so much room around it. */
  shows(point: Point, edge = 36): boolean {
    const { x, y } = this.onScreen(point);
    return x > edge && y > edge && x < this.width - this.tools - edge && y < this.height - this.below - edge;
  }

  /** How much of a small screen the tools cover at the right. */
  private get tools(): number {
    return this.width < PHONE ? TOOLS : 0;
  }

  /** The radius of the turning ring in pixels: a finger needs larger marks. */
  get ring(): number {
    return this.width < PHONE ? 86 : 62;
  }

  /** The place nearest to this one with so much free room around it on the screen; itself if it is not on the screen. */
  within(point: Point, room: number): Point {
    const { x, y } = this.onScreen(point);
    if (x < 0 || y < 0 || x > this.width || y > this.free) return point;
    const clamp = (value: number, most: number): number => Math.min(Math.max(value, room), Math.max(room, most - room));
    const across = clamp(x, this.width - TOOLS);
    const beside = this.width < PHONE || across - room > CORNER.width; // clear of the small map in the lower left corner
    return this.under({ x: across, y: clamp(y, beside ? this.free : this.free - CORNER.height) });
  }

  under({ x, y }: Point): Point {
    return { x: (x - this.x) / this.k, y: (y - this.y) / this.k };
  }

  /** Brings a place onto the screen if it is not well inside; never while a hand is on the map. */
  show(point: Point, room = 0): void {
    if (this.moving || this.shows(point, Math.max(36, room))) return;
    const { x, y } = this.onScreen(point);
    const edge = Math.max(70, room);
    const bottom = this.height - this.below - edge;
    const right = this.width - this.tools - edge;
    const dx = x < edge ? edge - x : x > right ? right - x : 0;
    const dy = y < edge ? edge - y : y > bottom ? bottom - y : 0;
    const seen = this.seen;
    const middle = (this.height - this.below) / 2 / this.k;
    this.to(this.k, { x: seen.x + seen.width / 2 - dx / this.k, y: seen.y + middle - dy / this.k }, room > 0 ? room : undefined);
  }

  onScreen({ x, y }: Point): Point {
    return { x: x * this.k + this.x, y: y * this.k + this.y };
  }

  pointOf(event: { clientX: number; clientY: number }): Point {
    const box = this.element?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  }

  /** The place of the board under a place of the page. */
  onBoard(event: { clientX: number; clientY: number }): Point {
    return this.under(this.pointOf(event));
  }

  /** Whether all of the board is on the screen. */
  get wholly(): boolean {
    const [right, bottom] = [this.x + this.board.width * this.k, this.y + this.board.height * this.k];
    const near = 12; // a hair's breadth beyond the edge of the screen hides nothing
    return this.x > -near && this.y > -near && right < this.width + near && bottom < this.height + near;
  }

  /** The part of the board that is on the screen. */
  get seen(): { x: number; y: number; width: number; height: number } {
    return { x: -this.x / this.k, y: -this.y / this.k, width: this.width / this.k, height: this.height / this.k };
  }
}
