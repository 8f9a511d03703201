import { describe, expect, test } from 'vitest';
import { completed, completions, meant, type Completing } from './complete';

const UNITS: Completing = {
  names: [
    { name: 'us_rifle_plt', words: 'Rifle platoon, US' },
    { name: 'us_m4_75', words: 'M4 Sherman 75 mm, US' },
    { name: 'us_m4_76', words: 'M4 Sherman 76 mm, US' },
    { name: 'ge_gren_plt', words: 'Grenadier platoon, German' },
  ],
  marks: ['move', 'dug_in', 'suppressed', 'steps='],
  several: true,
};
const names = (text: string, caret = text.length): string[] => completions(text, caret, UNITS).map((each) => each.name);

describe('completion', () => {
  test('finds a unit by its name, by its words, and by parts of both', () => {
    expect(names('us_m')).toEqual(['us_m4_75', 'us_m4_76']);
    expect(names('sherman 76')).toEqual(['us_m4_76']);
    expect(names('gren')).toEqual(['ge_gren_plt']);
    expect(names('')).toHaveLength(4);
    expect(names('zzz')).toEqual([]);
  });
  test('begins again after a comma and a count', () => {
    expect(names('us_rifle_plt, 3x ge')).toEqual(['ge_gren_plt']);
    const [first] = completions('us_rifle_plt, 3x ge', 19, UNITS);
    expect(completed('us_rifle_plt, 3x ge', first!)).toEqual({ text: 'us_rifle_plt, 3x ge_gren_plt', caret: 28 });
  });
  test('offers the marks after a name, but none twice', () => {
    expect(names('us_rifle_plt ')).toEqual(['move', 'dug_in', 'suppressed', 'steps=']);
    expect(names('us_rifle_plt move s')).toEqual(['suppressed', 'steps=']);
    expect(names('us_rifle_plt move ')).toEqual(['dug_in', 'suppressed', 'steps=']);
  });
  test('completes in the middle without what follows', () => {
    const text = 'us_m, ge_gren_plt';
    const [first] = completions(text, 4, UNITS);
    expect(completed(text, first!).text).toBe('us_m4_75, ge_gren_plt');
  });
  test('says what the names mean', () => {
    expect(meant('2x us_rifle_plt move, ge_gren_plt, us_rifle_plt', UNITS)).toEqual(['Rifle platoon, US', 'Grenadier platoon, German']);
    expect(meant('us_rifle', UNITS)).toEqual([]);
  });
  test('takes one name with spaces where only one is asked for', () => {
    const tanks: Completing = { names: [{ name: 'M1A1 Abrams', words: '714 points' }, { name: 'T-72', words: '427 points' }], marks: [], several: false };
    expect(completions('abr', 3, tanks).map((each) => each.name)).toEqual(['M1A1 Abrams']);
    expect(completions('M1A1 Ab', 7, tanks).map((each) => each.name)).toEqual(['M1A1 Abrams']);
  });
});
