import { describe, expect, it } from 'vitest';
import { chanceWords, percentWords } from './chances';
import { parse, USUAL } from './wishes';

describe('a chance in words', () => {
  it('is in percent, unless the player wants exact fractions', () => {
    expect(USUAL.odds).toBe('percent');
    expect(chanceWords({ percent: 41.6667, chance: '5/12' }, 'percent')).toBe('41.7 %');
    expect(chanceWords({ percent: 41.6667, chance: '5/12' }, 'fractions')).toBe('5/12');
    expect(parse('{"odds":"fractions"}').odds).toBe('fractions');
  });

  it('never calls nothing what may happen, nor certain what may not', () => {
    expect([0, 0.0077, 0.05, 50, 99.94, 99.99, 100].map(percentWords)).toEqual(['0 %', '<0.1 %', '0.1 %', '50 %', '99.9 %', '>99.9 %', '100 %']);
  });
});
