import { describe, expect, it } from 'vitest';
import { badges } from './badges';

const mark = (kind: string, label = ''): { kind: string; words: string; label: string } => ({ kind, words: kind, label });

describe('badges of a counter', () => {
  it('are none on a plain counter', () => {
    expect(badges([mark('move_mode')])).toEqual({ words: [], signs: [], left: null, missiles: '', broken: false });
  });
  it('say how high it flies and that it is in Dual mode', () => {
    expect(badges([mark('dual_mode')]).words.map((word) => word.text)).toEqual(['DUAL']);
    expect(badges([mark('noe')]).words.map((word) => word.text)).toEqual(['NOE']);
  });
  it('show the points left in this part until it is done', () => {
    expect(badges([mark('impulse', '4')]).left?.text).toBe('4 MP');
    expect(badges([mark('impulse', '4'), mark('done')]).left?.kind).toBe('done');
  });
  it('show the want of a leader only until the crew has buttoned up for it', () => {
    expect(badges([mark('no_leader')]).signs).toEqual(['no_leader']);
    expect(badges([mark('no_leader'), mark('buttoned')]).signs).toEqual(['buttoned']);
  });
  it('count missiles down to none', () => {
    expect(badges([mark('missiles', '0')]).missiles).toBe('0');
  });
});
