import { describe, expect, it } from 'vitest';
import { mayAsk, titleOf } from './alerts.svelte';

describe('your turn', () => {
  it('is in the title of the tab', () => {
    expect(titleOf('Duel', true)).toBe('● Your turn: Duel · Sandtable');
    expect(titleOf('Duel', false)).toBe('Duel · Sandtable');
  });
  it('asks for notifications once, and only where somebody else plays', () => {
    expect(mayAsk('default', null, 1)).toBe(true);
    expect(mayAsk('default', 'no', 1)).toBe(false);
    expect(mayAsk('granted', null, 1)).toBe(false);
    expect(mayAsk(null, null, 1)).toBe(false);
    expect(mayAsk('default', null, 0)).toBe(false);
  });
});
