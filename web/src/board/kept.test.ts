import { describe, expect, it } from 'vitest';
import { confined, kept } from './kept';

describe('a board on the screen', () => {
  it('lies in the middle and does not move while all of it can be seen', () => {
    for (const start of [-300, 0, 7, 400]) expect(kept(start, 687, 708)).toBe(10.5);
  });
  it('moves as far as something at its edge needs, if a rim is asked for', () => {
    expect(kept(200, 687, 708, 80)).toBe(80);
    expect(kept(-200, 687, 708, 80)).toBe(-59);
    expect(kept(20, 687, 708, 80)).toBe(20);
    expect(kept(500, 300, 700, 80)).toBe(200); // there is room enough around a small board
  });
  it('is moved no further than to a rim beyond its edge', () => {
    expect(kept(100, 1000, 700)).toBe(40);
    expect(kept(-900, 1000, 700)).toBe(-340);
    expect(kept(-120, 1000, 700)).toBe(-120);
  });
  it('shows nothing beyond what it is confined to, at any zoom', () => {
    expect(confined(500, 2, 700, -50, 1050)).toBe(100);
    expect(confined(-5000, 2, 700, -50, 1050)).toBe(-1400);
    expect(confined(-300, 2, 700, -50, 1050)).toBe(-300);
    expect(confined(-300, 0.5, 700, -50, 1050)).toBe(100); // all of it fits: the middle
  });
});
