import { expect, test } from 'vitest';
import { Unchanged } from './unchanged';

function storage(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}
const orders = (state: string, ...reminders: string[]) => ({ plans: [{ id: 0, state, members: [] }], reminders });

test('the first time, and whenever something has changed, the question is asked', () => {
  const unchanged = new Unchanged(storage());
  expect(unchanged.again('plan', orders('preparing'))).toBe(false);
  unchanged.other();
  expect(unchanged.again('plan', orders('preparing'))).toBe(true);
  unchanged.other();
  expect(unchanged.again('plan', orders('implemented'))).toBe(false);
  unchanged.other();
  expect(unchanged.again('plan', orders('implemented', 'Assault guns may arrive next turn.'))).toBe(false);
});

test('what the player writes while he is asked is not a change, and the question is not answered under his hands', () => {
  const unchanged = new Unchanged(storage());
  unchanged.again('plan', orders('template'));
  expect(unchanged.again('plan', orders('preparing'))).toBe(false);
  expect(unchanged.again('plan', orders('preparing'))).toBe(false);
  unchanged.other();
  expect(unchanged.again('plan', orders('preparing'))).toBe(true);
});

test('each question is remembered for itself', () => {
  const unchanged = new Unchanged(storage());
  unchanged.again('plan', orders('preparing'));
  expect(unchanged.again('check', orders('preparing'))).toBe(false);
});
