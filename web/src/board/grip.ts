/** Something on the board that can be dragged, by mouse or by finger, without moving the map. */
import type { Attachment } from 'svelte/attachments';
import { swallowClick } from './gestures';

export interface Hold {
  move(event: PointerEvent): void;
  /** It is let go of, after it was moved. */
  let(): void;
}

/** Calls `take` when it is taken hold of. It may be drawn again meanwhile: the hold goes on. */
export function grip(take: () => Hold): Attachment<SVGElement> {
  return (element) => {
    const down = (event: PointerEvent): void => {
      event.stopPropagation();
      if (event.button !== 0) return;
      const hold = take();
      const finger = event.pointerId;
      let dragged = false;
      const move = (next: PointerEvent): void => {
        if (next.pointerId !== finger) return;
        dragged = true;
        hold.move(next);
      };
      const up = (next: PointerEvent): void => {
        if (next.pointerId !== finger) return;
        removeEventListener('pointermove', move);
        removeEventListener('pointerup', up);
        removeEventListener('pointercancel', up);
        if (!dragged) return;
        swallowClick();
        hold.let();
      };
      addEventListener('pointermove', move);
      addEventListener('pointerup', up);
      addEventListener('pointercancel', up);
    };
    const keep = (event: Event): void => event.stopPropagation();
    element.addEventListener('pointerdown', down);
    for (const name of ['click', 'dblclick']) element.addEventListener(name, keep);
    return () => {
      element.removeEventListener('pointerdown', down);
      for (const name of ['click', 'dblclick']) element.removeEventListener(name, keep);
    };
  };
}
