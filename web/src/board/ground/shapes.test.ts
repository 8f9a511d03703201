import { describe, expect, it } from 'vitest';
import { chance, noise } from './chance';
import { area, bent, bounds, centroid, contains, frame, fromEdge, rough, rounded, scatter } from './shapes';

const square = [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 100 }, { x: 0, y: 100 }];
const board = { x: -500, y: -500, width: 1500, height: 1500 };

describe('shapes', () => {
  it('know their middle, box and area', () => {
    expect(centroid(square)).toEqual({ x: 50, y: 50 });
    expect(bounds(square)).toEqual({ x: 0, y: 0, width: 100, height: 100 });
    expect(area(square)).toBe(10000);
  });
  it('know what is inside, and how far from the edge', () => {
    expect(contains(square, { x: 50, y: 50 })).toBe(true);
    expect(contains(square, { x: 150, y: 50 })).toBe(false);
    expect(fromEdge(square, { x: 50, y: 90 })).toBeCloseTo(10);
  });
  it('have the narrowest box around them, also turned', () => {
    const turned = [{ x: 0, y: 0 }, { x: 60, y: 80 }, { x: 52, y: 86 }, { x: -8, y: 6 }];
    const box = frame(turned);
    expect(box.length).toBeCloseTo(100);
    expect(box.width).toBeCloseTo(10);
  });
  it('are roughened by no more than asked', () => {
    for (const p of rough(square, 6, 12, chance('edge'), board)) expect(fromEdge(square, p)).toBeLessThan(6.1);
  });
  it('run on beyond the edge of the board', () => {
    const edge = rough(square, 6, 12, chance('edge'), { x: 0, y: 0, width: 400, height: 400 });
    expect(Math.min(...edge.map((p) => p.x))).toBeLessThan(-50);
  });
  it('keep their ends when a line is rounded, and their corners when it is bent', () => {
    const line = [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 100 }];
    expect(rounded(line, false)[0]).toEqual({ x: 0, y: 0 });
    const soft = bent(line, 10);
    expect(soft[soft.length - 1]).toEqual({ x: 100, y: 100 });
    expect(Math.min(...soft.map((p) => Math.hypot(p.x - 100, p.y)))).toBeLessThan(4);
  });
});

describe('chance', () => {
  it('is the same for the same seed, and another for another', () => {
    const draw = (seed: string) => Array.from({ length: 5 }, chance(seed));
    expect(draw('oak')).toEqual(draw('oak'));
    expect(draw('oak')).not.toEqual(draw('elm'));
    for (const value of draw('oak')) expect(value).toBeGreaterThanOrEqual(0);
  });
  it('strews points inside only, apart from each other', () => {
    const points = scatter(square, 12, chance('trees'));
    expect(points.length).toBeGreaterThan(50);
    expect(points.every((p) => contains(square, p))).toBe(true);
  });
  it('makes smooth noise from 0 to 1', () => {
    const field = noise('clouds');
    for (let n = 0; n < 200; n++) {
      const value = field(n * 0.37, n * 0.21);
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
      expect(Math.abs(field(n * 0.37 + 0.001, n * 0.21) - value)).toBeLessThan(0.02);
    }
  });
});
