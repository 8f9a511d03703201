import { afterEach, describe, expect, it, vi } from 'vitest';
import { gestures, type Movable } from './gestures';
import type { Point } from './layout';

/** A map at a zoom that goes wherever it is put. */
class Sheet implements Movable {
  drawing = false;
  k = 2;
  x = 0;
  y = 0;
  hands = 0;
  take(): void {
    this.hands += 1;
  }
  settle(): void {
    this.hands -= 1;
  }
  pointOf(event: { clientX: number; clientY: number }): Point {
    return { x: event.clientX, y: event.clientY };
  }
  under({ x, y }: Point): Point {
    return { x: (x - this.x) / this.k, y: (y - this.y) / this.k };
  }
  put(k: number, place: Point, at: Point): void {
    [this.k, this.x, this.y] = [k, at.x - place.x * k, at.y - place.y * k];
  }
  get where(): number[] {
    return [this.k, this.x, this.y].map((each) => Math.round(each * 100) / 100);
  }
}

class Pointer extends Event {
  readonly button = 0;
  constructor(name: string, readonly clientX: number, readonly clientY: number, readonly pointerId = 1, readonly pointerType = 'mouse', readonly ctrlKey = false) {
    super(name);
  }
}

/** A map under the hands of a test; the window takes events like an element does. */
function table(): { sheet: Sheet; board: EventTarget; window: EventTarget; end: () => void } {
  const [sheet, board, window] = [new Sheet(), new EventTarget(), new EventTarget()];
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
  vi.stubGlobal('WheelEvent', { DOM_DELTA_LINE: 1, DOM_DELTA_PAGE: 2 });
  return { sheet, board, window, end: gestures(board as HTMLElement, sheet) };
}

describe('hands on the map', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('drag it with the mouse until the button is let go of', () => {
    const { sheet, board, window } = table();
    board.dispatchEvent(new Pointer('pointerdown', 100, 100));
    expect(sheet.hands).toBe(1);
    window.dispatchEvent(new Pointer('pointermove', 130, 90));
    window.dispatchEvent(new Pointer('pointerup', 130, 90));
    window.dispatchEvent(new Pointer('pointermove', 300, 300));
    expect(sheet.where).toEqual([2, 30, -10]);
    expect(sheet.hands).toBe(0);
  });

  it('click nothing after a drag, but do after a press', async () => {
    const { board, window } = table();
    const clicked = (): boolean => {
      const click = new Event('click', { cancelable: true });
      window.dispatchEvent(click);
      return !click.defaultPrevented;
    };
    for (const far of [3, 30]) {
      board.dispatchEvent(new Pointer('pointerdown', 100, 100));
      window.dispatchEvent(new Pointer('pointermove', 100 + far, 100));
      window.dispatchEvent(new Pointer('pointerup', 100 + far, 100));
      expect(clicked()).toBe(far === 3);
    }
    await new Promise((done) => setTimeout(done, 5));
    expect(clicked()).toBe(true);
  });

  it('stretch it between two fingers, and drag it on with the one that stays', () => {
    const { sheet, board, window } = table();
    board.dispatchEvent(new Pointer('pointerdown', 100, 100, 1, 'touch'));
    board.dispatchEvent(new Pointer('pointerdown', 200, 100, 2, 'touch'));
    window.dispatchEvent(new Pointer('pointermove', 300, 100, 2, 'touch'));
    expect(sheet.where).toEqual([4, -100, -100]);
    window.dispatchEvent(new Pointer('pointerup', 300, 100, 2, 'touch'));
    window.dispatchEvent(new Pointer('pointermove', 110, 120, 1, 'touch'));
    expect(sheet.where).toEqual([4, -90, -80]);
    expect(sheet.hands).toBe(1);
    window.dispatchEvent(new Pointer('pointercancel', 110, 120, 1, 'touch'));
    expect(sheet.hands).toBe(0);
  });

  it('draw with one finger and move with two, while something is drawn', () => {
    const { sheet, board, window } = table();
    sheet.drawing = true;
    board.dispatchEvent(new Pointer('pointerdown', 100, 100, 1, 'touch'));
    window.dispatchEvent(new Pointer('pointermove', 150, 100, 1, 'touch'));
    expect([sheet.where, sheet.hands]).toEqual([[2, 0, 0], 0]);
    board.dispatchEvent(new Pointer('pointerdown', 250, 100, 2, 'touch'));
    window.dispatchEvent(new Pointer('pointermove', 350, 100, 2, 'touch'));
    expect([sheet.where[0], sheet.hands]).toEqual([4, 1]);
  });

  it('zoom with the wheel around the pointer, and rest after a moment', () => {
    vi.useFakeTimers();
    const { sheet, board } = table();
    const turn = (): boolean => board.dispatchEvent(Object.assign(new Event('wheel', { cancelable: true }), { deltaY: -500, deltaMode: 0, clientX: 50, clientY: 20 }));
    expect(turn()).toBe(false); // the page does not scroll
    expect(sheet.where).toEqual([4, -50, -20]);
    turn();
    expect(sheet.hands).toBe(1);
    vi.advanceTimersByTime(200);
    expect(sheet.hands).toBe(0);
  });

  it('zoom with two fingers on a touchpad, which come as a wheel with the control key, and leave the page as it is', () => {
    const { sheet, board } = table();
    const pinch = Object.assign(new Event('wheel', { cancelable: true }), { deltaY: -100, deltaMode: 0, clientX: 50, clientY: 20, ctrlKey: true });
    expect(board.dispatchEvent(pinch)).toBe(false);
    expect(sheet.where).toEqual([4, -50, -20]);
  });

  it('let go when the map is taken away', () => {
    const { sheet, board, window, end } = table();
    board.dispatchEvent(new Pointer('pointerdown', 100, 100));
    end();
    window.dispatchEvent(new Pointer('pointermove', 150, 100));
    board.dispatchEvent(new Pointer('pointerdown', 100, 100));
    expect([sheet.where, sheet.hands]).toEqual([[2, 0, 0], 0]);
  });
});
