/**
 * Where things are on the board. The board has its own pixels: 24 to the inch of a table, 60 to the width of a hex,
 * y downwards from the north-west corner. Zoom and pan are a transform above it.
 */
import type { Corner, HexScene, Scene, TableScene } from './scene';

export const PER_INCH = 24;
export const HEX = 42; // centre to corner
const MARGIN = 14; // around a hex map

export interface Point {
  x: number;
  y: number;
}

export interface Layout {
  width: number;
  height: number;
  /** The side of a stand or counter. */
  piece: number;
  /** Where north is on the screen: degrees clockwise from the top. */
  north: number;
  /** The board's place of a lattice point or hex. */
  at(place: number): Point;
  /** The lattice point or hex nearest to a place on the board, or null outside. */
  nearest(point: Point): number | null;
  /** A length of the game on the board. */
  length(units: number): number;
  /** Distance between two places on the board in the game's own words. */
  distance(from: Point, to: Point): string;
  /** Whether one place is next to another. */
  beside(one: number, other: number): boolean;
  /** The places on the straight line from one to another, each beside the one before, both ends among them. */
  between(one: number, other: number): number[];
}

/** The direction from one place on the board to another: degrees clockwise from north. */
export function bearing(from: Point, to: Point): number {
  return ((Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI + 360) % 360;
}

/** A sector of a circle around the origin: its middle in degrees clockwise from north, and its width. */
export function sector(middle: number, wide: number, radius: number): string {
  const corner = (degrees: number): string => {
    const angle = (degrees * Math.PI) / 180;
    return `${(Math.sin(angle) * radius).toFixed(2)},${(-Math.cos(angle) * radius).toFixed(2)}`;
  };
  return `M0,0L${corner(middle - wide / 2)}A${radius},${radius} 0 ${wide > 180 ? 1 : 0} 1 ${corner(middle + wide / 2)}Z`;
}

/** The layout of a scene. On a wide screen a tall table lies on its side. */
export function layout(scene: Scene, wide = false): Layout {
  return scene.type === 'table' ? new TableLayout(scene, wide && scene.height > scene.width * 1.15) : new HexLayout(scene);
}

export class TableLayout implements Layout {
  readonly width: number;
  readonly height: number;
  readonly piece: number;
  readonly scale = PER_INCH / 100;
  readonly north: number;

  constructor(
    readonly scene: TableScene,
    /** Whether it lies on its side: north is on the right. */
    readonly turned = false,
  ) {
    this.width = (turned ? scene.height : scene.width) * this.scale;
    this.height = (turned ? scene.width : scene.height) * this.scale;
    this.north = turned ? 90 : 0;
    this.piece = scene.base * this.scale;
  }

  at(place: number): Point {
    const { columns, step } = this.scene;
    return this.corner([(place % columns) * step, Math.floor(place / columns) * step]);
  }

  /** A corner in hundredths of an inch from the south-west. */
  corner([x, y]: Corner): Point {
    return this.turned ? { x: y * this.scale, y: x * this.scale } : { x: x * this.scale, y: this.height - y * this.scale };
  }

  nearest({ x, y }: Point): number | null {
    const { columns, rows, step } = this.scene;
    const [east, north] = this.turned ? [y, x] : [x, this.height - y];
    const column = Math.round(east / this.scale / step);
    const row = Math.round(north / this.scale / step);
    return column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : null;
  }

  length(units: number): number {
    return units * this.scale;
  }

  distance(from: Point, to: Point): string {
    return inches(Math.hypot(to.x - from.x, to.y - from.y) / PER_INCH);
  }

  beside(one: number, other: number): boolean {
    const { columns } = this.scene;
    const [across, up] = [(one % columns) - (other % columns), Math.floor(one / columns) - Math.floor(other / columns)];
    return Math.max(Math.abs(across), Math.abs(up)) === 1;
  }

  /** Points are so close together that nobody wants those between two. */
  between(one: number, other: number): number[] {
    return one === other ? [one] : [one, other];
  }
}

/** A length in inches, to the tenth: 8.0 is 8", 8.25 is 8.3". */
export function inches(value: number): string {
  return `${Number(value.toFixed(1))}"`;
}

export class HexLayout implements Layout {
  readonly width: number;
  readonly height: number;
  readonly piece = HEX * 0.98;
  readonly north = 0;
  private readonly places = new Map<number, Point>();
  private readonly byColumnRow = new Map<string, number>();
  private readonly cells = new Map<number, HexScene['cells'][number]>();

  constructor(readonly scene: HexScene) {
    const tall = HEX * Math.sqrt(3);
    this.width = MARGIN * 2 + HEX * (1.5 * scene.columns + 0.5);
    this.height = MARGIN * 2 + tall * (scene.rows + (scene.columns > 1 ? 0.5 : 0));
    for (const cell of scene.cells) {
      this.places.set(cell.id, {
        x: MARGIN + HEX * (1.5 * (cell.column - 1) + 1),
        y: MARGIN + tall * (cell.row - 0.5 + (cell.column % 2 === 0 ? 0.5 : 0)),
      });
      this.byColumnRow.set(`${cell.column},${cell.row}`, cell.id);
      this.cells.set(cell.id, cell);
    }
  }

  at(place: number): Point {
    const point = this.places.get(place);
    if (point === undefined) throw new Error(`There is no hex ${place} on this map.`);
    return point;
  }

  nearest(point: Point): number | null {
    const guess = Math.round(((point.x - MARGIN) / HEX - 1) / 1.5) + 1;
    let best: number | null = null;
    let least = HEX * HEX;
    const tall = HEX * Math.sqrt(3);
    for (const column of [guess - 1, guess, guess + 1]) {
      const row = Math.round((point.y - MARGIN) / tall + 0.5 - (column % 2 === 0 ? 0.5 : 0));
      const id = this.byColumnRow.get(`${column},${row}`);
      if (id === undefined) continue;
      const centre = this.at(id);
      const far = (centre.x - point.x) ** 2 + (centre.y - point.y) ** 2;
      if (far < least) [best, least] = [id, far];
    }
    return best;
  }

  /** The six corners of a hex, from the right clockwise. */
  corners(place: number): Point[] {
    const { x, y } = this.at(place);
    return [0, 1, 2, 3, 4, 5].map((n) => ({
      x: x + HEX * Math.cos((n * Math.PI) / 3),
      y: y + HEX * Math.sin((n * Math.PI) / 3),
    }));
  }

  /** The two ends of the side between neighbours. */
  side(one: number, other: number): [Point, Point] {
    const a = this.at(one);
    const b = this.at(other);
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const across = { x: -(b.y - a.y) / length, y: (b.x - a.x) / length };
    return [
      { x: middle.x + (across.x * HEX) / 2, y: middle.y + (across.y * HEX) / 2 },
      { x: middle.x - (across.x * HEX) / 2, y: middle.y - (across.y * HEX) / 2 },
    ];
  }

  length(units: number): number {
    return units * HEX * Math.sqrt(3);
  }

  distance(from: Point, to: Point): string {
    const one = this.nearest(from);
    const other = this.nearest(to);
    if (one === null || other === null) return '';
    const steps = this.steps(one, other);
    const metres = this.scene.metres ? `, ${steps * this.scene.metres} m` : '';
    return `${steps} ${steps === 1 ? 'hex' : 'hexes'}${metres}`;
  }

  /** How many hexes it is from one to another. */
  steps(one: number, other: number): number {
    const a = this.axial(one);
    const b = this.axial(other);
    const [dq, dr] = [a.q - b.q, a.r - b.r];
    return (Math.abs(dq) + Math.abs(dr) + Math.abs(dq + dr)) / 2;
  }

  beside(one: number, other: number): boolean {
    return this.steps(one, other) === 1;
  }

  /** The hexes beside one. */
  around(place: number): number[] {
    const cell = this.cells.get(place);
    if (cell === undefined) return [];
    const low = cell.column % 2 === 0 ? 1 : 0; // even columns stand half a hex lower
    const steps: [number, number][] = [[0, -1], [1, low - 1], [1, low], [0, 1], [-1, low], [-1, low - 1]];
    return steps.map(([column, row]) => this.byColumnRow.get(`${cell.column + column},${cell.row + row}`)).filter((each) => each !== undefined);
  }

  /** Step by step to the hex that is nearest to the straight line, the lower number of two that are as near. */
  between(one: number, other: number): number[] {
    const [from, to, count] = [this.at(one), this.at(other), this.steps(one, other)];
    const found = [one];
    for (let n = 1; n <= count; n += 1) {
      const point = { x: from.x + ((to.x - from.x) * n) / count, y: from.y + ((to.y - from.y) * n) / count };
      const far = (id: number): number => Math.round(Math.hypot(this.at(id).x - point.x, this.at(id).y - point.y));
      const nearer = this.around(found[n - 1]!).filter((id) => this.steps(id, other) === count - n);
      if (nearer.length === 0) break;
      found.push(nearer.reduce((best, id) => (far(id) < far(best) || (far(id) === far(best) && id < best) ? id : best)));
    }
    return found;
  }

  /** The column of a hex, counted from 1. */
  column(place: number): number {
    return this.cells.get(place)?.column ?? 1;
  }

  /** The printed number of a hex. */
  label(place: number): string {
    return this.cells.get(place)?.label ?? String(place);
  }

  private axial(place: number): { q: number; r: number } {
    const cell = this.cells.get(place);
    if (cell === undefined) throw new Error(`There is no hex ${place} on this map.`);
    return { q: cell.column, r: cell.row - Math.floor((cell.column - 1) / 2) };
  }
}
