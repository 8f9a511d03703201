import { describe, expect, it } from 'vitest';
import type { LogLine, Roll } from '../api/types';
import { layout } from '../board/layout';
import type { Scene } from '../board/scene';
import { fromTo, whereabouts, wind } from '../board/whereabouts';
import { chapters } from './log';
import { letters } from './letters';
import { phasesOf } from './phases';

const line = (number: number, more: Partial<LogLine> = {}): LogLine =>
  ({ number, sequence: 1, side: 0, what: 'other', rule: '', words: 'x', parts: [], values: {}, roll: null, time: 0, ...more }) as LogLine;
const unit = (id: number): LogLine['parts'] => [{ text: `Squad ${id}`, kind: 'unit', id }];
const shot = { by: [1], on: [2] } as unknown as Roll;
const check = { by: [], on: [2] } as unknown as Roll;

describe('the log tells the story', () => {
  it('folds routine', () => {
    const lines = [1, 2, 3, 4].map((n) => line(n, { what: 'placed', sequence: n, parts: unit(n) }));
    const [card, other] = chapters([...lines, line(5, { sequence: 5 })])[0]!.cards;
    expect(card!.folded).toBe('4 units set up');
    expect(card!.lines).toHaveLength(4);
    expect(other!.folded).toBe('');
  });
  it('folds what one action did to many', () => {
    const lines = [1, 2, 3].map((n) => line(n, { what: 'deployed', parts: unit(n) }));
    expect(chapters(lines)[0]!.cards.map((card) => card.folded)).toEqual(['3 units set up']);
  });
  it('does not fold two of a kind, nor those of both sides', () => {
    const lines = [1, 2, 3, 4].map((n) => line(n, { what: 'moves', sequence: n, side: n > 2 ? 1 : 0, parts: unit(n) }));
    expect(chapters(lines)[0]!.cards.map((card) => card.folded)).toEqual(['', '', '', '']);
  });
  it('has one card for a shot with the losses and checks that follow', () => {
    const lines = [line(1, { roll: shot }), line(2, { side: 1 }), line(3, { side: 1, roll: check }), line(4, { roll: shot })];
    expect(chapters(lines)[0]!.cards.map((card) => card.lines.map((each) => each.number))).toEqual([[1, 2, 3], [4]]);
  });
});

describe('letters of a menu', () => {
  it('are the first that nobody has', () => {
    expect(letters(['Move', 'Fire', 'To Fire Mode', 'Mount'])).toEqual(['m', 'f', 't', 'o']);
  });
});

describe('the strip of phases', () => {
  const turn = (number: number): LogLine => line(number, { what: 'turn', words: 'Turn' });
  const phase = (number: number, words: string): LogLine => line(number, { what: 'action_phase', words });
  it('knows what is over, what is on and what comes', () => {
    expect(phasesOf([turn(1), phase(2, 'Blue'), phase(3, 'Red'), turn(4), phase(5, 'Blue')])).toEqual([
      { words: 'Blue', state: 'now' },
      { words: 'Red', state: 'next' },
    ]);
    expect(phasesOf([turn(1), phase(2, 'Blue'), phase(3, 'Red')]).map((each) => each.state)).toEqual(['done', 'now']);
  });
});

describe('places in words', () => {
  const cells = Array.from({ length: 25 }, (_, n) => ({ id: n, label: String(n), column: (n % 5) + 1, row: Math.floor(n / 5) + 1, terrain: 'open', elevation: 0 }));
  const scene = { type: 'hexes', columns: 5, rows: 5, cells, pieces: [], edges: [], roads: [], spots: [{ name: 'village', at: 12 }], metres: 125 } as unknown as Scene;
  const place = layout(scene);
  it('name what is there, or how far and in which direction it lies', () => {
    const words = whereabouts(scene, place);
    expect(words(12)).toBe('the village');
    expect(words(2)).toBe('2 hexes north of the village');
    expect(words(14)).toBe('2 hexes east of the village');
  });
  it('say how to go from one to another', () => {
    expect(fromTo(place, place.at(12), place.at(22))).toBe('2 hexes, 250 m south');
    expect(fromTo(place, place.at(12), place.at(12))).toBe('here');
    expect([0, 44, 181, 300].map(wind)).toEqual(['north', 'north-east', 'south', 'north-west']);
  });
});
