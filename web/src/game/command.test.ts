import { expect, test } from 'vitest';
import { COMMAND } from './command';
import { onward, wordsOf, type Scene } from './tutorial';

const scene = (question: string, more: Partial<Scene> = {}): Scene => ({ asked: 0, actor: null, turn: 1, whose: null, side: 0, log: [], over: false, question, verbs: [], ...more });
const line = (what: string, side = 0): Scene['log'][number] => ({ what, side, values: { side } }) as unknown as Scene['log'][number];
const title = (at: number): string => COMMAND[at]!.title;
const go = (at: number, seen: Scene): number => onward(at, seen, COMMAND);

test('the lessons wait for what they ask, one after the other', () => {
  let at = go(0, scene('place'));
  expect(title(at)).toBe('Orders and guns');
  at = go(at, scene('roll_order'));
  expect(title(at)).toBe('An order takes time');
  at = go(at, scene('plan', { verbs: ['nothing', 'attack'] }));
  expect(title(at)).toBe('Orders bind');
  at = go(at + 1, scene('plan', { verbs: ['nothing', 'attack'] }));
  expect(title(at)).toBe('Three clicks: what and who');
  at = go(at, scene('draft', { verbs: ['objective', 'drop'] }));
  expect(title(at)).toBe('Three clicks: where to');
  at = go(at, scene('draft', { verbs: ['prepare', 'objective', 'drop'] }));
  expect(title(at)).toBe('When will it be in force?');
  at = go(at + 1, scene('draft', { verbs: ['prepare'] }));
  expect(title(at)).toBe('Prepare it');
  at = go(at, scene('plan', { verbs: ['attack', 'done'] }));
  expect(title(at)).toBe('Give the orders');
  at = go(at, scene('call', { verbs: ['battery', 'done'] }));
  expect(title(at)).toBe('Guns need eyes');
});

test('every lesson that has something to do waits for it', () => {
  const read = ['Orders bind', 'When will it be in force?', 'What may happen', 'What came down', 'An order in force', 'Now it is your battle'];
  expect(COMMAND.filter((lesson) => !lesson.done).map((lesson) => lesson.title)).toEqual(read);
});

test('a player who writes nothing is not held up', () => {
  const at = go(3, scene('call', { verbs: ['battery', 'done'] }));
  expect(title(at)).toBe('When will it be in force?');
  expect(title(go(at + 1, scene('call')))).toBe('Guns need eyes');
});

test('on the way to the second turn the card follows what is asked', () => {
  const lesson = COMMAND.find((each) => each.title === 'The next command phase')!;
  expect(wordsOf(lesson, scene('roll_order', { turn: 2 }))).toContain('“Keep preparing”');
  expect(wordsOf(lesson, scene('plan', { turn: 2 }))).toContain('“No new orders”');
  expect(wordsOf(lesson, scene('watch', { turn: 1 }))).toContain('“Hold fire”');
  expect(wordsOf(lesson, scene('choose_loss', { turn: 1 }))).toContain('loses');
  expect(wordsOf(lesson, scene('', { turn: 1 }))).toContain('the enemy acts');
});

test('whether shells landed or not, the last card says so', () => {
  const lesson = COMMAND.find((each) => each.title === 'What came down')!;
  expect(wordsOf(lesson, scene('act', { turn: 2, log: [line('lands')] }))).toContain('each hex the shells struck');
  expect(wordsOf(lesson, scene('act', { turn: 2 }))).toContain('No shoot');
});

test('without an observer the card says what to do instead of aiming', () => {
  const lesson = COMMAND.find((each) => each.title === 'Aim')!;
  expect(wordsOf(lesson, scene('call_draft', { verbs: ['shell', 'cancel'] }))).toContain('“Cancel this call”');
  expect(wordsOf(lesson, scene('call_draft', { verbs: ['aim'] }))).toContain('the ringed hex');
});

test('the card about the order of the tanks says what has become of it', () => {
  const lesson = COMMAND.find((each) => each.title === 'An order in force')!;
  expect(wordsOf(lesson, scene('act', { turn: 2, log: [line('order_begins')] }))).toContain('is in force, one turn');
  expect(wordsOf(lesson, scene('act', { turn: 2, log: [line('accrues')] }))).toContain('still being prepared');
});
