import { describe, expect, it } from 'vitest';
import type { Choice } from '../api/types';
import { Offers } from './offers';
import { meaning, type Moment } from './pressing';

const asks = (...offers: object[]): Offers => new Offers({ side: 0, prompt: '', reaction: false, offers } as unknown as Choice);
const where = { verb: 'to', label: 'Move to', menu: 'Move', kind: 'hex', targets: [20, 30] };
const along = { verb: 'along', label: 'Together with', kind: 'unit', targets: [4] };
const act = asks({ verb: 'move', label: 'Move', kind: 'unit', targets: [1, 2, 3, 4] }, { verb: 'to_fire', label: 'To Fire Mode', kind: 'unit', targets: [1, 2] });
const nothing = new Offers(null);
const first = { id: 1, name: 'Platoon 1' };
const moving: Moment = { offers: asks(where, along), instead: act, actors: [first], mode: 'to' };
const own = (piece: number, at: number) => ({ piece, name: `Platoon ${piece}`, own: true, at });

describe('a press on a piece of one’s own while another is in hand', () => {
  it('takes it in hand, and moves nothing, also where the other could go', () => {
    const { options, direct, why } = meaning(own(2, 20), moving);
    expect(options.map((each) => [each.words, each.verb, each.instead])).toEqual([
      ['Move', 'move', true],
      ['To Fire Mode', 'to_fire', true],
      ['Platoon 1: move here', 'to', false],
    ]);
    expect(direct).toBe(false);
    expect(why).toBe('');
  });
  it('takes it in hand at once if it can do one thing, and the other cannot go there', () => {
    const { options, direct } = meaning(own(3, 90), moving);
    expect(options).toEqual([{ verb: 'move', label: 'Move', menu: 'Move', target: 3, words: 'Move', instead: true }]);
    expect(direct).toBe(true);
  });
  it('asks what is meant where it could go along', () => {
    const { options, direct } = meaning(own(4, 90), moving);
    expect(options.map((each) => each.words)).toEqual(['Move', 'Platoon 1: together with Platoon 4']);
    expect(direct).toBe(false);
  });
  it('says why not if nothing can be let go of, and still moves nothing by itself', () => {
    const { options, direct, why } = meaning(own(2, 20), { ...moving, instead: nothing });
    expect(options.map((each) => each.words)).toEqual(['Platoon 1: move here']);
    expect(direct).toBe(false);
    expect(why).toBe('Platoon 2 cannot be chosen now: finish with Platoon 1 first.');
    expect(meaning(own(3, 90), { ...moving, instead: nothing })).toEqual({ options: [], direct: false, why: 'Platoon 3 cannot be chosen now: finish with Platoon 1 first.' });
  });
  it('is an answer where only pieces are asked for', () => {
    const { options, direct } = meaning(own(4, 90), { ...moving, offers: asks(along) });
    expect(options.map((each) => each.verb)).toEqual(['along']);
    expect(direct).toBe(true);
  });
});

describe('any other press', () => {
  it('on an enemy means its hex', () => {
    expect(meaning({ piece: 9, name: 'Pak 40', own: false, at: 20 }, moving)).toMatchObject({ options: [{ verb: 'to', target: 20 }], direct: true });
  });
  it('on the piece in hand is no other piece', () => {
    expect(meaning(own(1, 50), moving)).toEqual({ options: [], direct: false, why: '' });
  });
  it('means what the piece can do while none is in hand', () => {
    expect(meaning(own(2, 20), { offers: act, instead: nothing, actors: [], mode: '' }).options.map((each) => each.words)).toEqual(['Move', 'To Fire Mode']);
  });
  it('on a stack that is asked to fire means its hex', () => {
    const offers = asks({ verb: 'hex', label: 'Fire from', kind: 'hex', targets: [20] });
    expect(meaning(own(2, 20), { offers, instead: nothing, actors: [], mode: 'hex' })).toMatchObject({ options: [{ verb: 'hex' }], direct: true });
  });
});
