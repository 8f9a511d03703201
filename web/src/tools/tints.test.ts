import { expect, test } from 'vitest';
import type { Chances } from '../api/types';
import { percentOf, summed, tinted } from './tints';

const outcome = (words: string, severity: number): Chances => ({ words, severity, percent: 1, chance: '1/100', parts: [] });

test('every outcome has a colour of its own', () => {
  const many = Array.from({ length: 28 }, (_, n) => outcome(`outcome ${n}`, n % 4));
  const tints = tinted(many).map((each) => each.tint);
  expect(new Set(tints).size).toBe(28);
  expect(tints[0]).toBe('var(--outcome-0)');
});

test('a percentage is rounded once', () => {
  expect([percentOf('475/1296'), percentOf('1/2'), percentOf('0'), percentOf('1')]).toEqual(['36.7 %', '50 %', '0 %', '100 %']);
});

test('a long list shows the likeliest and sums the others', () => {
  const many = tinted(Array.from({ length: 20 }, (_, n) => outcome(`outcome ${n}`, 1)));
  expect(summed(many, 9)).toMatchObject({ rest: 11, percent: 11 });
  expect(summed(many.slice(0, 10), 9).rest).toBe(0);
});
