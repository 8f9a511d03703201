/** The map cursor: a place that the arrow keys move, so that a battle can be played by keys alone. */
import { HexLayout, TableLayout, type Layout, type Point } from '../board/layout';
import type { View } from '../board/view.svelte';

export type Step = 'left' | 'right' | 'up' | 'down';

export const ARROWS: Readonly<Record<string, Step>> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };
const INCH = 24; // the board's pixels
const WAYS: Readonly<Record<Step, Point>> = { left: { x: -1, y: 0 }, right: { x: 1, y: 0 }, up: { x: 0, y: -1 }, down: { x: 0, y: 1 } };

/** The place one step on. Across a hex map the step goes to the neighbour that keeps to the row, up and down in turn. */
export function stepped(place: Layout, from: number, step: Step): number {
  const way = WAYS[step];
  if (place instanceof HexLayout) {
    const here = place.at(from);
    const near = place.around(from).filter((each) => {
      const there = place.at(each);
      return way.x === 0 ? Math.abs(there.x - here.x) < 1 && Math.sign(there.y - here.y) === way.y : Math.sign(Math.round(there.x - here.x)) === way.x;
    });
    if (near.length === 0) return from;
    const up = place.column(from) % 2 === 0; // columns that lie lower go up again, so that the way stays level
    return near.reduce((best, each) => (place.at(each).y < place.at(best).y === up ? each : best));
  }
  const at = place.at(from);
  return place.nearest({ x: at.x + way.x * INCH, y: at.y + way.y * INCH }) ?? from;
}

export class Cursor {
  /** The place it is on; null while no key has been pressed. */
  place = $state<number | null>(null);

  constructor(
    private readonly layout: () => Layout | null,
    private readonly view: View,
  ) {}

  readonly at = $derived.by((): Point | null => {
    const place = this.layout();
    return place && this.place !== null ? place.at(this.place) : null;
  });

  /** Goes one step; from nowhere it begins at `start`, or in the middle of what is on the screen. */
  move(step: Step, start: number | null): void {
    const place = this.layout();
    if (!place) return;
    const { x, y, width, height } = this.view.seen;
    const begin = start ?? place.nearest({ x: x + width / 2, y: y + height / 2 });
    if (this.place === null) this.place = begin;
    else this.place = stepped(place, this.place, step);
    if (this.place !== null) this.view.show(place.at(this.place));
  }

  /** Is put on a place, as when a piece there gets the focus. */
  put(where: number | null): void {
    if (where !== null) this.place = where;
  }

  drop(): void {
    this.place = null;
  }
}

/** Whether a layout is one of a table: its places are points, not hexes. */
export const isTable = (place: Layout): place is TableLayout => place instanceof TableLayout;
