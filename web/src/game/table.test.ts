import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Preview, SeatInfo, ViewMessage } from '../api/types';
import type { Pick } from './offers';
import { Table } from './table.svelte';

const fire = (target: number): Pick => ({ verb: 'fire', label: 'Fire at', menu: 'Fire', target });
const view = (more: Partial<ViewMessage> = {}): ViewMessage =>
  ({ type: 'view', side: 0, sequence: 5, result: null, deciding: [0], decision: { side: 0, offers: [], units: [] }, picture: { pieces: [] }, log: [], log_from: 0, ...more }) as unknown as ViewMessage;

/** Answers to what was asked about each target, given when the test says so. */
const answers = new Map<number, () => void>();

beforeEach(() => {
  answers.clear();
  vi.stubGlobal('document', { cookie: 'csrftoken=x' });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const told = { rolls: true, route: null } as unknown as Preview;
    return new Promise((answer) => answers.set((JSON.parse(body) as { target: number }).target, () => answer(new Response(JSON.stringify(told)))));
  });
});

/** Until everything that was answered has been heard. */
const heard = (): Promise<void> => new Promise((done) => setTimeout(done));

describe('choosing', () => {
  it('takes the last press, whichever is answered first', async () => {
    const table = new Table('g');
    table.view = view();
    void table.choose(fire(1));
    void table.choose(fire(2));
    await heard();
    answers.get(2)!();
    await heard();
    expect(table.state).toBe('pending');
    answers.get(1)!();
    await heard();
    expect(table.pending?.target).toBe(2);
    expect(table.state).toBe('pending');
  });
  it('waits while any press is unanswered', async () => {
    const table = new Table('g');
    table.view = view();
    void table.choose(fire(1));
    void table.choose(fire(2));
    await heard();
    answers.get(1)!();
    await heard();
    expect(table.state).toBe('waiting');
    expect(table.pending).toBeNull();
  });
  it('forgets a press that was let go of', async () => {
    const table = new Table('g');
    table.view = view();
    void table.choose(fire(1));
    await heard();
    table.cancel();
    expect(table.state).toBe('asked');
    answers.get(1)!();
    await heard();
    expect(table.pending).toBeNull();
  });
  it('never carries a press over to another side, even at the same number', async () => {
    const table = new Table('g');
    table.view = view();
    void table.choose(fire(1));
    await heard();
    table.view = view({ side: 1 });
    answers.get(1)!();
    await heard();
    expect(table.pending).toBeNull();
  });
  it('offers nothing while standing orders are asked first', async () => {
    const table = new Table('g');
    const decision = { side: 0, units: [], offers: [{ verb: 'hold', label: 'Hold fire', kind: 'button', targets: null, names: {} }] };
    table.view = view({ orders_answer: true, decision: decision as unknown as ViewMessage['decision'] });
    expect(table.state).toBe('waiting');
    expect(table.offers.buttons).toEqual([]);
    table.view = { ...table.view, orders_answer: false };
    expect(table.state).toBe('asked');
    expect(table.offers.buttons.map((each) => each.verb)).toEqual(['hold']);
  });
  it('asks for the whole log again in a hot seat, where another side may be next', () => {
    const opened: string[] = [];
    class Socket {
      constructor(path: string) {
        opened.push(path);
      }
    }
    vi.stubGlobal('WebSocket', Socket);
    vi.stubGlobal('location', { protocol: 'http:', host: 'here' });
    const table = new Table('g');
    table.log = [{ number: 7 } as unknown as (typeof table.log)[number]];
    table.live.open();
    table.seats = [0, 1].map((side) => ({ side, you: true, who: 'person' }) as SeatInfo);
    table.live.open();
    expect(opened.map((path) => new URL(path).searchParams.get('since'))).toEqual(['7', '0']);
  });
  it('does nothing while the device changes hands', async () => {
    const table = new Table('g');
    table.seats = [0, 1].map((side) => ({ side, you: true, who: 'person' }) as SeatInfo);
    table.view = view();
    expect(table.state).toBe('handover');
    void table.choose(fire(1));
    await heard();
    expect(answers.size).toBe(0);
    table.takeOver();
    void table.choose(fire(1));
    await heard();
    expect(answers.size).toBe(1);
  });
});
