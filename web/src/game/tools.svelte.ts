/** The tool in hand on the board: ruler, range rings or sight. */
import type { Layout, Point } from '../board/layout';
import { SightTool } from '../board/sight.svelte';
import type { Tool } from '../board/Tools.svelte';
import type { Table } from './table.svelte';

export class ToolInHand {
  which = $state<Tool>('none');
  /** The two ends of the ruler. */
  from = $state<Point | null>(null);
  to = $state<Point | null>(null);
  readonly sight: SightTool;
  private laid = false; // the ruler's far end lies where it was put

  constructor(private readonly table: Table) {
    this.sight = new SightTool(table.id);
  }

  /** Takes a tool up; sight begins at the piece in hand, if there is one. */
  take(which: Tool, piece: number | null): void {
    this.which = which;
    this.sight.clear();
    [this.from, this.to, this.laid] = [null, null, false];
    const start = this.table.view?.picture.pieces.find((each) => each.id === piece)?.at;
    if (which === 'sight' && start !== null && start !== undefined) void this.sight.look(start, this.table.you);
  }

  /** Takes it up, or lays it down. */
  toggle(which: Tool, piece: number | null): void {
    this.take(this.which === which ? 'none' : which, piece);
  }

  /** Whether it has the board: clicks are for it, not for the game. */
  get covers(): boolean {
    return this.which === 'ruler' || this.which === 'sight';
  }

  /** Puts an end of the ruler down. */
  measure(point: Point | null): void {
    if (!point) return;
    if (this.from === null || this.laid) [this.from, this.to, this.laid] = [point, null, false];
    else [this.to, this.laid] = [point, true];
  }

  click(point: Point, place: Layout): void {
    const at = place.nearest(point);
    if (this.which === 'ruler') this.measure(point);
    else if (at !== null) void this.sight.look(at, this.table.you);
  }

  move(point: Point, place: Layout): void {
    if (this.which === 'sight') this.sight.point(place.nearest(point), this.table.you);
    else if (this.from && !this.laid) this.to = point;
  }
}
