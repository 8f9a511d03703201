import { describe, expect, it } from 'vitest';
import { finer } from './paint';

describe('how fine the ground is painted', () => {
  it('is a little finer than the screen shows it', () => expect(finer(0, 1, 3)).toBeCloseTo(1.2));
  it('is never finer than it can be', () => expect(finer(0, 4, 3)).toBe(3));
  it('stays as it is while nobody comes nearer', () => {
    expect(finer(1.2, 0.5, 3)).toBe(1.2);
    expect(finer(1.2, 1.2, 3)).toBe(1.2);
  });
  it('is as fine as can be from nearer', () => expect(finer(1.2, 1.3, 3)).toBe(3));
  it('is not painted again when it cannot be finer', () => expect(finer(3, 6, 3)).toBe(3));
});
