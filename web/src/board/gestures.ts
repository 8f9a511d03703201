/** Moving the map by hand: a mouse or one finger drags it, two fingers stretch it, the wheel zooms. */
import type { Point } from './layout';

/** A map that hands can move. */
export interface Movable {
  /** Whether one finger draws: then two move the map. */
  readonly drawing: boolean;
  /** The zoom now. */
  readonly k: number;
  /** A hand is on the map; it lets go of it. */
  take(): void;
  settle(): void;
  /** The point of the screen an event is at, and the place of the board under a point. */
  pointOf(event: MouseEvent): Point;
  under(point: Point): Point;
  /** Brings a place of the board to a point of the screen at this zoom, as far as the map may go. */
  put(k: number, place: Point, at: Point): void;
}

const CLICK = 5; // pixels: a mouse that moved farther has dragged the map, and has clicked nothing
const WHEEL_RESTS = 150; // milliseconds
const PINCH = 5; // a touchpad sends smaller steps than a wheel
const NOTCH = { pixels: 0.002, lines: 0.05, pages: 1 }; // how much of a doubling a step of the wheel is

/** Where a hand is, and the place of the board that it holds. */
interface Grasp {
  at: Point;
  place: Point;
  readonly from: Point;
  readonly mouse: boolean;
}

/** Lets hands move the map by this element; returns what ends it. */
export function gestures(element: HTMLElement, map: Movable): () => void {
  const hands = new Map<number, Grasp>();
  let taken = false; // one finger alone does not take the map while it draws
  let turning: ReturnType<typeof setTimeout> | undefined; // the wheel

  /** Every hand holds the place that is under it now. */
  function grasp(): void {
    for (const hand of hands.values()) hand.place = map.under(hand.at);
  }
  function down(event: PointerEvent): void {
    if (event.ctrlKey || event.button !== 0 || hands.size > 1) return;
    if (hands.size === 0) {
      addEventListener('pointermove', move);
      addEventListener('pointerup', up);
      addEventListener('pointercancel', up);
    }
    const [at, mouse] = [map.pointOf(event), event.pointerType === 'mouse'];
    hands.set(event.pointerId, { at, from: at, place: at, mouse });
    grasp();
    if (taken || (map.drawing && !mouse && hands.size === 1)) return;
    taken = true;
    map.take();
  }
  function move(event: PointerEvent): void {
    const hand = hands.get(event.pointerId);
    if (!hand) return;
    hand.at = map.pointOf(event);
    const [one, other] = [...hands.values()];
    if (one && other) {
      const stretched = distance(one.at, other.at) / (distance(one.place, other.place) || 1);
      map.put(stretched || map.k, middle(one.place, other.place), middle(one.at, other.at));
    } else if (hand.mouse || !map.drawing) map.put(map.k, hand.place, hand.at);
  }
  function up(event: PointerEvent): void {
    const hand = hands.get(event.pointerId);
    if (!hand) return;
    hands.delete(event.pointerId);
    grasp();
    if (hand.mouse && distance(hand.from, hand.at) > CLICK) swallowClick();
    if (hands.size === 0) loosen();
  }
  function loosen(): void {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', up);
    if (!taken) return;
    taken = false;
    map.settle();
  }
  function wheel(event: WheelEvent): void {
    event.preventDefault();
    if (turning === undefined) map.take();
    clearTimeout(turning);
    turning = setTimeout(rest, WHEEL_RESTS);
    const notch = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? NOTCH.lines : event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? NOTCH.pages : NOTCH.pixels;
    const at = map.pointOf(event);
    const fingers = event.ctrlKey ? PINCH : 1; // two fingers on a touchpad come as a wheel with the control key
    map.put(map.k * 2 ** (-event.deltaY * notch * fingers), map.under(at), at);
  }
  function rest(): void {
    turning = undefined;
    map.settle();
  }
  const keep = (event: Event): void => event.preventDefault(); // dragging selects no words and no pictures

  element.addEventListener('pointerdown', down);
  element.addEventListener('wheel', wheel, { passive: false });
  element.addEventListener('selectstart', keep);
  element.addEventListener('dragstart', keep);
  return () => {
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('wheel', wheel);
    element.removeEventListener('selectstart', keep);
    element.removeEventListener('dragstart', keep);
    if (hands.size > 0) {
      hands.clear();
      loosen();
    }
    if (turning !== undefined) {
      clearTimeout(turning);
      rest();
    }
  };
}

/** The click that a browser makes of a drag with the mouse is not one. To be called when the button is let go of. */
export function swallowClick(): void {
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('click', swallow, { capture: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0);
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function middle(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
