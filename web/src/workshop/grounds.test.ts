import { describe, expect, it } from 'vitest';
import first from '../../dev/fixtures/first-firefight.json';
import { TableLayout } from '../board/layout';
import type { Corner, TableScene } from '../board/scene';
import { groundAt, groundWords, standing } from './grounds';

const square = (kind: string, low: number, high: number): TableScene['features'][number] => ({
  kind,
  name: kind,
  words: '',
  polygon: [[low, low], [high, low], [high, high], [low, high]] as Corner[],
});
const features = [square('hill', 0, 2000), square('hilltop', 0, 1000), square('woods', 0, 500)];
const place = new TableLayout({ ...(first as unknown as TableScene), features });

describe('the ground under a vehicle', () => {
  it('is what covers it: the woods before the hilltop they grow on', () => {
    expect(groundAt(place, place.corner([250, 250]))).toBe('woods');
    expect(groundAt(place, place.corner([750, 750]))).toBe('hilltop');
  });
  it('is the open where nothing covers it', () => {
    expect(groundAt(place, place.corner([1500, 1500]))).toBe('clear');
    expect(groundWords('clear')).toBe('the open');
    expect(groundWords('light_buildings')).toBe('light buildings');
    expect([standing('woods'), standing('hilltop')]).toEqual(['in woods', 'on a hilltop']);
  });
});
