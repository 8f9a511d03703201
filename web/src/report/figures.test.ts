import { describe, expect, it } from 'vitest';
import type { LogLine } from '../api/types';
import { turnAt, turnMarks } from '../game/marks';
import { highest, luckWords, signed } from './figures';

const luck = { side: 0, shots: 4, effect: 3, expected: '5/2', expected_value: 2.5, luckier: 71.4 };

describe('the figures of a report', () => {
  it('says how lucky a side was', () => {
    expect(luckWords(luck)).toBe('4 shots, luckier than in 71 of 100 games with the same shots.');
    expect(luckWords({ ...luck, shots: 1, luckier: 12 })).toBe('1 shot, unluckier than in 88 of 100 games with the same shots.');
    expect(luckWords({ ...luck, shots: 0 })).toBe('No shot was fired.');
  });
  it('has a scale even when nobody lost anything', () => {
    expect(highest([{ turn: 1, name: '1', lost: [0, 0], left: [4, 4] }])).toBe(1);
    expect(highest([{ turn: 1, name: '1', lost: [0, 3], left: [4, 1] }])).toBe(3);
  });
  it('signs numbers', () => {
    expect([signed(1.4), signed(-0.5)]).toEqual(['+1.4', '−0.5']);
  });
});

describe('marks of turns', () => {
  const line = (what: string, sequence: number, words: string): LogLine => ({ what, sequence, words }) as LogLine;
  const marks = turnMarks([line('turn', 1, 'Turn 1'), line('moves', 3, 'moves'), line('turn', 9, 'Turn 2')]);
  it('finds where turns begin', () => {
    expect(marks).toEqual([{ at: 1, words: 'Turn 1' }, { at: 9, words: 'Turn 2' }]);
  });
  it('knows the turn of a moment', () => {
    expect(turnAt(marks, 8)?.words).toBe('Turn 1');
    expect(turnAt(marks, 9)?.words).toBe('Turn 2');
    expect(turnAt([], 9)).toBe(null);
  });
});
