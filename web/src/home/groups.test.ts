import { describe, expect, it } from 'vitest';
import type { ScenarioCard } from '../api/types';
import { difficulty, grouped, length } from './groups';

const card = (name: string, turns: number, pieces: number[], example = false): ScenarioCard =>
  ({ name, title: name, system: name.split('/')[0], system_title: name.split('/')[0], turns, pieces, example }) as unknown as ScenarioCard;
const cards = [card('demo/bridge', 4, [2, 2], true), card('b/large', 14, [35, 24]), card('b/first', 9, [14, 8]), card('a/first', 9, [11, 5]), card('a/short', 2, [2, 2])];
const taught = ['a/first', 'b/first'];

describe('battles on the home page', () => {
  it('groups them by game, the lesson first, the shortest next, the demonstration last', () => {
    expect(grouped(cards, taught).map((group) => [group.system, ...group.cards.map((each) => each.name)])).toEqual([
      ['a', 'a/first', 'a/short'],
      ['b', 'b/first', 'b/large'],
      ['demo', 'demo/bridge'],
    ]);
  });
  it('says how long a battle takes', () => {
    expect(cards.map(length)).toEqual(['about 15 minutes', 'about 3 hours', 'about 45 minutes', 'about 30 minutes', 'about 15 minutes']);
  });
  it('says how hard it is', () => {
    expect(cards.map((each) => difficulty(each, taught))).toEqual([1, 3, 1, 1, 2]);
  });
});
