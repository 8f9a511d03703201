import { expect, test } from 'vitest';
import { lettersOf, nextOf, type Setting } from './firing';
import type { Pick } from './offers';

const pick = (name: string): Pick => ({ verb: 'shell', label: 'Shell', menu: 'Shell', target: name });
const shell: Setting = { verb: 'shell', label: 'Shell', options: [{ name: 'he', pick: null }, { name: 'smoke', pick: pick('smoke') }] };
const rate: Setting = { verb: 'rate', label: 'Rate', options: [{ name: 'fast', pick: pick('fast') }, { name: 'normal', pick: null }] };

test('each setting has a letter of its name that no other key has', () => {
  expect([...lettersOf([shell, rate], new Set(['s', 'r', 'a']))]).toEqual([['shell', 'h'], ['rate', 't']]);
  expect(lettersOf([shell], new Set('shel'.split(''))).size).toBe(0);
});

test('a letter goes to what comes after what is chosen, and round again', () => {
  expect(nextOf(shell)?.target).toBe('smoke');
  expect(nextOf(rate)?.target).toBe('fast');
  expect(nextOf({ ...shell, options: [{ name: 'he', pick: null }] })).toBe(null);
});
