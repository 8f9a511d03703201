import { describe, expect, it } from 'vitest';
import played from '../../dev/fixtures/first-firefight.view.json';
import type { Chances, Choice, LogLine, Preview, Roll } from '../api/types';
import { chapters, merged } from './log';
import { Offers } from './offers';
import { inWords, number } from './orders';
import { colourOf, promise, slices } from './outcomes';
import { capitalised, shotsOf } from './phrases';
import { sealOf } from './seal';
import { lessonsOf, onward, whoseTurn, wordsOf, type Scene } from './tutorial';
import { ago, capital, clock, listed } from './words';

const lines = played.log as unknown as LogLine[];
const line = (number: number, more: Partial<LogLine> = {}): LogLine =>
  ({ number, sequence: 1, side: 0, what: 'moves', rule: '', words: 'x', values: {}, roll: null, time: 0, ...more }) as LogLine;

describe('phrases', () => {
  const roll = (more: Partial<Roll>): Roll => ({ words: '', by: [], on: [], at: null, ...more }) as Roll;
  it('draw a shot from each who acts to each they act on', () => {
    const lines = [line(1, { roll: roll({ by: [3, 4], on: [14] }) }), line(2, { roll: roll({ by: [5], at: 77 }) })];
    expect(shotsOf(lines, 9).map(({ from, to, at }) => [from, to, at])).toEqual([
      [3, 14, null],
      [4, 14, null],
      [5, null, 77],
    ]);
  });
  it('draw none for a test, or for what nobody does', () => {
    expect(shotsOf([line(1), line(2, { roll: roll({ on: [3] }) }), line(3, { roll: roll({ at: 4 }) })], 9)).toEqual([]);
  });
  it('begin with a large letter, and still say whom they name', () => {
    expect(capitalised([{ text: 'the guns', kind: 'unit', id: 7 }, { text: ' fire', kind: '' }])).toEqual([
      { text: 'The guns', kind: 'unit', id: 7 },
      { text: ' fire', kind: '' },
    ]);
    expect(capitalised([])).toEqual([]);
  });
});

describe('the log', () => {
  it('has a chapter for each turn of a played game', () => {
    const turns = lines.filter((each) => each.what === 'turn').length;
    const found = chapters(lines);
    expect(found.filter((chapter) => chapter.title.startsWith('Turn'))).toHaveLength(turns);
    expect(found.flatMap((c) => c.cards.flatMap((card) => card.lines))).toHaveLength(lines.length - turns);
  });
  it('puts what one action made on one card, with one roll at most', () => {
    const roll = { words: 'a shot', by: [1] } as unknown as LogLine['roll'];
    const [chapter] = chapters([line(1), line(2, { roll }), line(3), line(4, { roll }), line(5, { sequence: 2 })]);
    expect(chapter!.cards.map((card) => card.lines.map((each) => each.number))).toEqual([[1, 2, 3], [4], [5]]);
  });
  it('keeps the sides apart', () => {
    expect(chapters([line(1), line(2, { side: 1 })])[0]!.cards).toHaveLength(2);
  });
  it('forgets lines that were taken back', () => {
    expect(merged([line(1), line(2), line(3)], 1, [line(2, { words: 'new' })]).map((each) => each.words)).toEqual(['x', 'new']);
  });
});

describe('offers', () => {
  const choice = {
    side: 0,
    prompt: '',
    reaction: false,
    offers: [
      { verb: 'move', label: 'Move to', menu: 'Move', kind: 'point', targets: null, ranges: [[5, 7]] },
      { verb: 'fire', label: 'Fire at', kind: 'unit', targets: [3, 4] },
      { verb: 'assault', label: 'Assault', kind: 'unit', targets: [4] },
      { verb: 'face', label: 'Face', kind: 'heading', targets: [0, 15], names: { '0': 'north', '15': '15 degrees' } },
      { verb: 'end', label: 'End the phase', kind: 'button' },
    ],
  } as unknown as Choice;
  const offers = new Offers(choice);
  it('are sorted by how they are chosen', () => {
    expect([...offers.region]).toEqual([5, 6, 7]);
    expect(offers.pieces.get(4)!.map((pick) => pick.verb)).toEqual(['fire', 'assault']);
    expect(offers.lists[0]!.picks.map((pick) => pick.name)).toEqual(['north', '15 degrees']);
    expect(offers.buttons.map((pick) => pick.label)).toEqual(['End the phase']);
  });
  it('have a main button only when nothing else can be chosen', () => {
    expect(offers.main).toBeNull();
    expect(new Offers({ ...choice, offers: choice.offers.slice(-1) }).main?.verb).toBe('end');
  });
  it('are meant by a press on whoever is in the place', () => {
    expect(offers.under(6, 'move')).toEqual([{ verb: 'move', label: 'Move to', menu: 'Move', target: 6 }]);
    expect([...offers.under(9, 'move'), ...offers.under(null, 'move')]).toEqual([]);
  });
  it('are empty when nothing is asked', () => {
    expect(new Offers(null).empty).toBe(true);
  });
});

describe('outcomes', () => {
  const chance = (words: string, severity: number): Chances => ({ words, severity, parts: [], chance: '1/9', percent: 11 });
  it('stand mildest first in the bar', () => {
    const told = slices([chance('a hit', 2), chance('no effect', 0)]);
    expect(told.map((each) => [each.words, each.worst])).toEqual([
      ['no effect', false],
      ['a hit', false],
    ]);
  });
  it('promise on a button the chance that anything comes of it', () => {
    expect(promise('Fire at MG 42', [{ severity: 0, percent: 80 }, { severity: 1, percent: 13.4 }, { severity: 3, percent: 6.6 }])).toBe('Fire at MG 42 · 20 %');
    expect(promise('Move here', [])).toBe('Move here');
  });

  const shades = (...severities: number[]): number[] => slices(severities.map((each, n) => chance(`outcome ${n}`, each))).map((each) => each.shade);
  it('have each a shade of its own, the worse the darker', () => {
    for (const bar of [[0, 1, 2, 3, 3], [0, 1], [0, 1, 1], [0, 1, 1, 1, 1, 1, 1, 1, 3, 3]]) {
      const found = shades(...bar);
      expect(new Set(found.map(colourOf)).size).toBe(bar.length);
      expect(found).toEqual([...found].sort((a, b) => a - b));
      expect(Math.min(...found)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...found)).toBeLessThanOrEqual(3);
    }
  });
  it('keep their shade where nothing is in the way', () => {
    expect(shades(0, 1, 2, 3)).toEqual([0, 1, 2, 3]);
    expect(shades(0, 1)).toEqual([0, 1]);
  });
  it('that are as grave stay in the order of the server', () => {
    const told = slices([chance('2 steps lost', 3), chance('a step lost', 2), chance('3 steps lost', 3)]);
    expect(told.map((each) => each.words)).toEqual(['a step lost', '2 steps lost', '3 steps lost']);
    expect(told.map((each) => each.worst)).toEqual([false, true, true]);
  });
});

describe('words', () => {
  it('tell clocks and times', () => {
    expect(clock(65_000)).toBe('1:05');
    expect(clock(3_723_000)).toBe('1:02:03');
    expect(clock(2 * 86_400_000 + 3 * 3_600_000)).toBe('2 d 3 h');
    expect(clock(-5)).toBe('0:00');
    expect(ago(0, 30_000)).toBe('just now');
    expect(ago(0, 2 * 3_600_000)).toBe('2 h ago');
    expect(listed(['a', 'b', 'c'])).toBe('a, b and c');
    expect(listed(['a'])).toBe('a');
    expect(listed(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 more');
    expect(capital('in hard cover')).toBe('In hard cover');
  });
});

describe('a preview', () => {
  it('is harmless if it can be taken back, or is a way that nobody watches', async () => {
    const { harmless } = await import('./harmless');
    const base = { odds: [], until: '', forecast: null, undoable: false, why: 'dice', route: null, advice: [] } as unknown as Preview;
    const way = { points: [1, 2], shots: [], cost: '', ground: '', seen_by: [] };
    expect(harmless({ ...base, undoable: true })).toBe(true);
    expect(harmless({ ...base, undoable: true, rolls: true })).toBe(false);
    expect(harmless(base)).toBe(false);
    expect(harmless({ ...base, route: { ...way, danger: [] } })).toBe(true);
    expect(harmless({ ...base, route: { ...way, danger: [{ from: 0, to: 1, by: [3] }] } })).toBe(false);
  });
});

describe('lessons', () => {
  const scene: Scene = { asked: 0, actor: null, turn: 1, whose: 0, side: 0, log: [], over: false, question: '', verbs: [] };
  it('wait for what they ask', () => {
    expect(onward(0, scene)).toBe(0);
    expect(onward(0, { ...scene, asked: 9 })).toBe(1);
    expect(onward(1, { ...scene, actor: 3 })).toBe(2);
    expect(onward(2, { ...scene, log: [line(1)] })).toBe(3);
    expect(onward(2, { ...scene, log: [line(1, { side: 1 })] })).toBe(2);
    expect(onward(3, { ...scene, log: [line(1)] })).toBe(3);
    expect(onward(4, scene)).toBe(4);
    expect(onward(5, { ...scene, whose: 1 })).toBe(6);
    expect(onward(6, { ...scene, turn: 2, whose: 1 })).toBe(6);
    expect(onward(6, { ...scene, turn: 2 })).toBe(7);
  });
  it('know whose turn it is also while the other side shoots in answer', () => {
    const log = [line(1, { what: 'turn', values: { turn: 1, side: 0 } }), line(2), line(3, { side: 1, what: 'rolled' })];
    expect(whoseTurn(log)).toBe(0);
    expect(onward(5, { ...scene, log, whose: whoseTurn(log) })).toBe(5);
    expect(whoseTurn([...log, line(4, { what: 'turn', values: { turn: 1, side: 1 } })])).toBe(1);
    expect(whoseTurn([line(1, { what: 'turn', values: { turn: 1 } })])).toBeNull();
  });
  it('wait in Crossroads for the end of the own action phase', () => {
    const crossroads = lessonsOf('tcs/crossroads-1944');
    const at = crossroads.findIndex((lesson) => lesson.title === 'The rest of the turn');
    const log = [line(1, { what: 'action_phase', values: { side: 0 } }), line(2, { side: 1, what: 'overwatch', values: { side: 1 } })];
    expect(onward(at, { ...scene, log, whose: whoseTurn(log) }, crossroads)).toBe(at);
    const over = [...log, line(3, { side: 1, what: 'action_phase', values: { side: 1 } })];
    expect(onward(at, { ...scene, log: over, whose: whoseTurn(over) }, crossroads)).toBe(at + 1);
  });
  it('speak in the duel of the orders that were rolled, and of no others', () => {
    const lesson = lessonsOf('micro_armour/duel')[1]!;
    const rolled = (count: number): Scene => ({ ...scene, log: [line(1, { what: 'orders', values: { side: 0, count } })], question: 'choose_move', verbs: ['order', 'skip'] });
    expect(wordsOf(lesson, { ...scene, question: 'attack_first' })).not.toMatch(/gave you/);
    expect(wordsOf(lesson, rolled(1))).toMatch(/gave you one order /);
    expect(wordsOf(lesson, rolled(3))).toMatch(/gave you 3 orders /);
    expect(wordsOf(lesson, { ...rolled(1), log: [line(1, { side: 1, what: 'orders', values: { side: 1, count: 2 } })] })).not.toMatch(/gave you/);
    expect(wordsOf(lesson, { ...rolled(1), verbs: ['independent', 'skip'] })).toMatch(/no orders left.*Without an order/);
  });
  it('teach the duel of tanks, too', () => {
    const duel = lessonsOf('micro_armour/duel');
    expect(onward(0, { ...scene, question: 'organise' }, duel)).toBe(0);
    expect(onward(0, { ...scene, question: 'choose_move' }, duel)).toBe(1);
    expect(onward(1, { ...scene, question: 'move_group' }, duel)).toBe(2);
    expect(onward(2, { ...scene, log: [line(1, { what: 'enters' })], question: 'move_stand' }, duel)).toBe(3);
    expect(onward(4, { ...scene, question: 'face' }, duel)).toBe(4);
    expect(lessonsOf('demo/bridge')).toEqual([]);
  });
  it('do not end with the game', () => {
    expect(onward(2, { ...scene, over: true })).toBe(2);
  });
});

describe('offers of groups, places and headings', () => {
  const choice = {
    side: 0,
    prompt: '',
    reaction: false,
    offers: [
      { verb: 'move', label: 'Move to', kind: 'point', ranges: [[3, 5]], targets: null, names: {} },
      { verb: 'glide', label: 'Glide to', kind: 'point', ranges: [[3, 4]], targets: null, names: {} },
      { verb: 'order', label: 'Order', kind: 'group', ranges: null, targets: [[0, 0], [0, 1]], names: { '0,0': 'A Company', '0,1': 'B Company' } },
      { verb: 'turn', label: 'Turn to', kind: 'heading', ranges: null, targets: [1, 2], names: { '1': 'a little right', '2': '30 degrees' }, degrees: { '1': 15, '2': 30 } },
    ],
  } as unknown as Choice;
  const offers = new Offers(choice, (name) => (name === 'A Company' ? [7, 8] : []));
  it('have one verb in hand for a place, if it can be used there', () => {
    expect(offers.modes.map((each) => each.verb)).toEqual(['move', 'glide']);
    expect(offers.at(3, 'glide')?.verb).toBe('glide');
    expect(offers.at(5, 'glide')?.verb).toBe('move');
    expect(offers.at(9, 'move')).toBeNull();
  });
  it('choose a group by one of its pieces', () => {
    expect(offers.on(8)).toEqual([{ verb: 'order', label: 'Order A Company', menu: 'Order A Company', target: [0, 0] }]);
    expect(offers.on(9)).toEqual([]);
  });
  it('know which way a heading looks', () => {
    expect(offers.directions.map((each) => [each.target, each.degrees])).toEqual([
      [1, 15],
      [2, 30],
    ]);
  });
});

describe('standing orders', () => {
  it('are said as a sergeant would', () => {
    expect(inWords({ do: 'fire', kinds: ['rifle', 'hmg'], within: 12 }, 'inches')).toBe('Fire at rifle and hmg within 12 inches');
    expect(inWords({ do: 'hold', beyond: 8, hit_at_least: 30 }, 'hexes')).toBe('Hold fire beyond 8 hexes, when it hits 30 times in 100 or more');
    expect(inWords({ do: 'ask' }, 'inches')).toBe('Ask me, whatever comes');
  });
  it('read numbers kindly', () => {
    expect(number(' ', 100)).toBe(null);
    expect(number('12.4', 100)).toBe(12);
    expect(number('900', 100)).toBe(100);
    expect(number('many', 100)).toBe(null);
  });
});

describe('the seal of a seed', () => {
  it('is what the records say: SHA-256 of "sandtable seed " and the seed', async () => {
    expect(await sealOf('00000000000000000000000000000001')).toBe('58260026b7f9762017e5840bd1606c4762f01502301152bee666e1e4414ca129');
  });
});
