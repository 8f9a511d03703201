import { describe, expect, it } from 'vitest';
import first from '../../dev/fixtures/first-firefight.json';
import { TableLayout } from '../board/layout';
import type { Corner, TableScene } from '../board/scene';
import { groundAt } from './grounds';

const square = (kind: string, low: number, high: number): TableScene['features'][number] => ({
  kind,
  name: kind,
  words: '',
  polygon: [[low, low], [high, low], [high, high], [low, high]] as Corner[],
});
const features = [square('hill', 0, 2000), square('hilltop', 0, 1000), square('woods', 0, 500)];
const place = new TableLayout({ ...(first as unknown as TableScene), features });

const grounds = [
  { kind: 'woods', words: 'in woods' },
  { kind: 'hilltop', words: 'on a hilltop' },
  { kind: 'clear', words: 'in the open' },
];

describe('the ground under a vehicle', () => {
  it('is what is declared first of all that covers it: the woods before the hilltop they grow on', () => {
    expect(groundAt(place, place.corner([250, 250]), grounds)?.kind).toBe('woods');
    expect(groundAt(place, place.corner([750, 750]), grounds)?.words).toBe('on a hilltop');
  });
  it('is the last, the open, where nothing covers it', () => {
    expect(groundAt(place, place.corner([1500, 1500]), grounds)?.kind).toBe('clear');
    expect(groundAt(place, place.corner([1500, 1500]), [])).toBeNull();
  });
});
