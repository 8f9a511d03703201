import { describe, expect, it } from 'vitest';
import { lively, USUAL } from '../theme/wishes';
import { soundsOf } from './sounds.svelte';

describe('dice, impacts and sound', () => {
  it('are off on telephones unless wanted, and wherever motion is', () => {
    expect(lively(USUAL, false, false)).toBe(true);
    expect(lively(USUAL, true, false)).toBe(false);
    expect(lively({ ...USUAL, effects: 'on' }, true, false)).toBe(true);
    expect(lively({ ...USUAL, effects: 'on' }, false, true)).toBe(false);
    expect(lively({ ...USUAL, motion: 'still' }, false, false)).toBe(false);
    expect(lively({ ...USUAL, effects: 'off' }, false, false)).toBe(false);
  });
  it('follow what happened', () => {
    expect(soundsOf([])).toEqual([]);
    expect(soundsOf([{ by: [] }])).toEqual(['dice']);
    expect(soundsOf([{ by: [1], severity: 0 }])).toEqual(['dice', 'shot']);
    expect(soundsOf([{ by: [1], severity: 2 }])).toEqual(['dice', 'shot', 'impact']);
  });
});
