import { describe, expect, test } from 'vitest';
import { rebuilt, Views } from './changes';
import type { LogLine, ViewChange, ViewMessage } from './types';

const line = (number: number): LogLine => ({ number }) as LogLine;

function view(side: number, stamp: string, more: object = {}): ViewMessage {
  return { type: 'view', side, stamp, log_from: 0, log: [], clocks: null, answers: null, words: '', ...more } as unknown as ViewMessage;
}

function change(base: string, stamp: string, changes: object, more: object = {}): ViewChange {
  return { type: 'change', base, stamp, changes, log_from: 0, log: [], clocks: null, answers: null, ...more } as unknown as ViewChange;
}

describe('a difference', () => {
  test('replaces a value, and leaves the base and all other members as they were', () => {
    const base = { turn: 1, pieces: [{ id: 0, at: 3 }, { id: 1, at: 4 }] };
    const found = rebuilt(base, { pieces: { 1: { at: [9] } } }) as typeof base;
    expect(found).toEqual({ turn: 1, pieces: [{ id: 0, at: 3 }, { id: 1, at: 9 }] });
    expect(found.pieces[0]).toBe(base.pieces[0]);
    expect(base.pieces[1]).toEqual({ id: 1, at: 4 });
  });
  test('orders members, old, changed and new', () => {
    const base = [{ verb: 'move' }, { verb: 'fire', at: 1 }, { verb: 'wait' }];
    expect(rebuilt(base, { '=': [2, [1, { at: [2] }], [{ verb: 'rally' }]] })).toEqual([{ verb: 'wait' }, { verb: 'fire', at: 2 }, { verb: 'rally' }]);
  });
  test('copies what the base has elsewhere', () => {
    const base = { decision: { side: 0 }, let_go: null };
    expect(rebuilt(base, { let_go: { count: [1], choice: 'decision' }, decision: [null] })).toEqual({ decision: null, let_go: { count: 1, choice: { side: 0 } } });
    expect(rebuilt({ decision: null, let_go: { choice: 5 } }, { decision: 'let_go.choice', let_go: [null] })).toEqual({ decision: 5, let_go: null });
  });
  test('tells a list with one value from a value that is a list', () => {
    expect(rebuilt({ at: [1, 2] }, { at: [[3]] })).toEqual({ at: [3] });
  });
});

describe('views', () => {
  test('are put together from the view that a change is based on', () => {
    const views = new Views();
    views.see(view(0, 'a', { log: [line(1)] }));
    const seen = views.see(change('a', 'b', { words: ['Pause'] }, { log_from: 1, log: [line(2)], answers: 'k' }));
    expect(seen).toEqual(view(0, 'b', { words: 'Pause', log_from: 1, log: [line(2)], answers: 'k' }));
  });
  test('of another side come with its whole log', () => {
    const views = new Views();
    views.see(view(0, 'a', { log: [line(1), line(2)] }));
    views.see(view(1, 'b', { log: [line(1)] }));
    const seen = views.see(change('a', 'c', {}, { log_from: 2, log: [line(3)] }));
    expect(seen).toMatchObject({ side: 0, log_from: 0, log: [line(1), line(2), line(3)] });
  });
  test('need a whole one again when a message was lost, or after a new connection', () => {
    const views = new Views();
    views.see(view(0, 'a'));
    expect(views.see(change('lost', 'c', {}))).toBeNull();
    views.forget();
    expect(views.see(change('a', 'b', {}))).toBeNull();
    expect(views.see(view(0, 'd'))).toMatchObject({ stamp: 'd' });
  });
});
