/** A call for fire: what can be set about it, and the keys that set it. */
import type { Shoot } from '../board/scene';
import type { Offers, Pick } from './offers';
import { capital } from './words';

/** The letters that the page has already. */
export const TAKEN: ReadonlySet<string> = new Set('ursglxaonp');

export interface Setting {
  verb: string;
  label: string;
  /** What could be chosen, always in the same order; the one without a pick is chosen. */
  options: { name: string; pick: Pick | null }[];
}

/** What is chosen for a verb, and what could be chosen instead, always in the same order. */
export function settingsOf(offers: { lists: Offers['lists'] }, shoot: Shoot | null): Setting[] {
  const found = offers.lists.filter((list) => list.kind !== 'battery' && list.kind !== 'heading');
  const verbs = new Set([...(shoot?.chosen ?? []).map(([verb]) => verb), ...found.map((list) => list.picks[0]?.verb ?? '')]);
  return [...verbs].flatMap((verb) => {
    const list = found.find((each) => each.picks[0]?.verb === verb);
    const now = shoot?.chosen.find(([each]) => each === verb)?.[1];
    const options = [...(now !== undefined ? [{ name: now, pick: null }] : []), ...(list?.picks.map((pick) => ({ name: pick.name, pick: pick as Pick | null })) ?? [])];
    options.sort((a, b) => (a.name < b.name ? -1 : 1));
    return options.length > 0 ? [{ verb, label: list?.label ?? capital(verb), options }] : [];
  });
}

/** The letter of each setting: the first of its name that no other key of the page has. */
export function lettersOf(settings: readonly Setting[], taken: ReadonlySet<string> = TAKEN): Map<string, string> {
  const used = new Set(taken);
  const found = new Map<string, string>();
  for (const { verb } of settings) {
    const letter = [...verb].find((each) => each >= 'a' && each <= 'z' && !used.has(each));
    if (!letter) continue;
    used.add(letter);
    found.set(verb, letter);
  }
  return found;
}

/** What comes after what is chosen now; null if there is nothing else. */
export function nextOf(setting: Setting): Pick | null {
  const now = setting.options.findIndex((option) => option.pick === null);
  const count = setting.options.length;
  for (let step = 1; step <= count; step++) {
    const pick = setting.options[(now + step + count) % count]!.pick;
    if (pick) return pick;
  }
  return null;
}
