import { describe, expect, it } from 'vitest';
import type { Choice, Offering, PartOffered } from '../api/types';
import type { Plan } from '../board/scene';
import { aboutPlans, deedsOf, givesMissions, missionsOf, textOffer } from './deeds';
import { Offers } from './offers';

const part = (kind: string, targets: number[], names = {}): PartOffered => ({ kind, shape: 'one', targets, names, first: null, least: 1, most: 1 });
const offer = (verb: string, more: Partial<Offering>): Offering => ({ verb, label: verb, kind: '', targets: null, ranges: null, names: {}, degrees: {}, menu: '', shape: '', parts: [], ...more });
const plan = (id: number): Plan => ({ id, name: `Order ${id}`, state: 'preparing', members: [], shapes: [], rows: [] }) as unknown as Plan;
const choice = {
  side: 0,
  offers: [
    offer('nothing', { kind: 'button' }),
    offer('edit', { kind: 'sheet', targets: [2] }),
    offer('copy', { kind: 'copy', shape: 'parts', parts: [part('sheet', [1, 2]), part('order', [0, 1], { 0: 'Attack', 1: 'Move' })] }),
    offer('copy_for', { kind: 'copy', shape: 'parts', parts: [part('sheet', [2]), part('unit', [7])] }),
    offer('follow_up', { kind: 'follow_up', targets: [[1, 2], [2, 3]], names: { '2,3': 'Prepared Defense' } }),
    offer('attack', { kind: 'unit', targets: [7] }),
  ],
} as unknown as Choice;

describe('what can be done about a plan', () => {
  it('is found by its number, wherever an offer names it', () => {
    const deeds = deedsOf(choice, plan(2), (id) => `Platoon ${id}`);
    expect(deeds.map((deed) => [deed.verb, deed.picks.map((pick) => pick.target)])).toEqual([
      ['edit', [2]],
      ['copy', [[2, 0], [2, 1]]],
      ['copy_for', [[2, 7]]],
      ['follow_up', [[2, 3]]],
    ]);
    expect(deeds[1]!.picks.map((pick) => pick.name)).toEqual(['Attack', 'Move']);
    expect(deeds[2]!.picks[0]!.name).toBe('Platoon 7');
    expect(deeds[3]!.picks[0]!.name).toBe('Prepared Defense');
    expect(deedsOf(choice, plan(1)).map((deed) => deed.verb)).toEqual(['copy', 'follow_up']);
    expect(deedsOf(choice, plan(9))).toEqual([]);
    expect(deedsOf(null, plan(1))).toEqual([]);
  });
  it('makes the question one about orders', () => {
    const plans = [plan(1), plan(2)];
    expect(choice.offers.map((each) => aboutPlans(each, plans))).toEqual([false, true, true, true, true, false]);
    expect(aboutPlans(offer('x', { kind: 'group', targets: [[5, 0]] }), plans)).toBe(false);
  });
  it('is no list beside the map, and leaves the first button green', () => {
    const offers = new Offers(choice);
    expect(offers.lists.map((list) => list.kind)).toEqual(['follow_up']);
    expect(offers.main?.verb).toBe('nothing');
    expect(offers.built.map((each) => each.verb)).toEqual(['copy', 'copy_for']);
  });
  it('gives a unit another mission, and the sheet another name', () => {
    const mission = offer('mission', { shape: 'parts', parts: [part('unit', [7]), part('mission', [0, 1], { 1: 'support' })] });
    const pairs = offer('mission', { kind: 'mission', targets: [[7, 1], [8, 4]], names: { '7,1': 'Platoon 7: support' } });
    const name = offer('name', { shape: 'text', kind: 'name' });
    expect(missionsOf({ ...choice, offers: [mission] }, 7, 'Platoon 7').map((each) => [each.name, each.pick.target])).toEqual([['0', [7, 0]], ['support', [7, 1]]]);
    expect(missionsOf({ ...choice, offers: [pairs] }, 7, 'Platoon 7').map((each) => [each.name, each.pick.target])).toEqual([['support', [7, 1]]]);
    expect(missionsOf(choice, 7, 'Platoon 7')).toEqual([]);
    expect([mission, pairs, name].map(givesMissions)).toEqual([true, true, false]);
    expect(textOffer({ ...choice, offers: [name] }, 'name')).toBe(name);
  });
});
