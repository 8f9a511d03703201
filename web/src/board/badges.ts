/** Which of a counter's marks are drawn as badges, and how: what special rules say of it. */
import type { Mark } from './scene';

export interface Word {
  kind: string;
  text: string;
  fill: string;
  ink: string;
}

export interface Badges {
  /** Along the top: how high it flies, Dual mode. */
  words: Word[];
  /** Round signs at the right: buttoned up, no leader, the level of MOPP. */
  signs: string[];
  /** Below: the movement points left in this part, or that it is done for the turn. */
  left: { kind: string; text: string } | null;
  /** At the left: the missiles left, where they are counted. */
  missiles: string;
  /** Whether it has broken out of its platoon. */
  broken: boolean;
}

const WORDS: readonly Word[] = [
  { kind: 'low', text: 'LOW', fill: '#8fd3ff', ink: '#14303f' },
  { kind: 'noe', text: 'NOE', fill: '#2d2b26', ink: '#fff' },
  { kind: 'dual_mode', text: 'DUAL', fill: '#ffd23f', ink: '#3b2f0c' },
];
const SIGNS = ['buttoned', 'no_leader', 'mopp_medium', 'mopp_high'];

/** The badges of a counter. One that is buttoned up already needs no sign that it will be for want of a leader. */
export function badges(marks: readonly Mark[]): Badges {
  const find = (kind: string): Mark | undefined => marks.find((mark) => mark.kind === kind);
  const impulse = find('impulse')?.label;
  return {
    words: WORDS.filter((word) => find(word.kind)),
    signs: SIGNS.filter((kind) => find(kind) && !(kind === 'no_leader' && find('buttoned'))),
    left: find('done') ? { kind: 'done', text: 'done' } : impulse ? { kind: 'impulse', text: `${impulse} MP` } : null,
    missiles: find('missiles')?.label ?? '',
    broken: find('broken_out') !== undefined,
  };
}
