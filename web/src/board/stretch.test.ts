import { expect, it } from 'vitest';
import { stretch } from './stretch';

it('is the places of a stretch, and for a single place the step that leads there', () => {
  const way = ['a', 'b', 'c', 'd'];
  expect(stretch(way, 1, 3)).toEqual(['b', 'c', 'd']);
  expect(stretch(way, 2, 2)).toEqual(['b', 'c']);
  expect(stretch(way, 3, 3)).toEqual(['c', 'd']);
  expect(stretch(way, 0, 0)).toEqual(['a', 'b']);
});
