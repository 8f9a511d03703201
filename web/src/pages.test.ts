import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { read } from './address';
import { kept } from './board/kept';
import { sideColours } from './board/sides';
import { attributes, parse, USUAL } from './theme/wishes';
import { found, optionOf, type Rule } from './tools/rulebook';
import { fields, fromLink, toLink } from './tools/schema';

describe('addresses', () => {
  it('name a page, its parts and what it asks', () => {
    const place = read('/games/abc/replay', '?at=7');
    expect([place.page, place.parts, place.query.get('at')]).toEqual(['games', ['abc', 'replay'], '7']);
    expect(read('/', '').page).toBe('home');
  });
});

describe('settings', () => {
  it('fall back to the usual', () => {
    expect(parse(null)).toEqual(USUAL);
    expect(parse('not json')).toEqual(USUAL);
    expect(parse('{"theme":"dark","odd":1}')).toEqual({ ...USUAL, theme: 'dark' });
  });
  it('follow the system unless told', () => {
    expect(attributes(USUAL, true).theme).toBe('dark');
    expect(attributes({ ...USUAL, theme: 'light' }, true).theme).toBe('light');
  });
});

const css = readFileSync(new URL('./theme/theme.css', import.meta.url), 'utf8');
/** The variables of a block of the theme. */
const block = (selector: string): Map<string, string> => {
  const start = css.indexOf(`${selector} {`);
  const body = css.slice(start, css.indexOf('}', start));
  return new Map([...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((m) => [m[1]!, m[2]!.trim()]));
};
const light = (hex: string): number => {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const linear = parts.map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * linear[0]! + 0.7152 * linear[1]! + 0.0722 * linear[2]!;
};
const contrast = (one: string, other: string): number => {
  const [a, b] = [light(one), light(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};

describe('themes', () => {
  const usual = block(':root');
  const dark = new Map([...usual, ...block(":root[data-theme='dark']")]);
  const high = new Map([...usual, ...block(":root[data-contrast='high']")]);
  const safe = new Map([...usual, ...block(":root[data-colours='safe']")]);
  it.each([['light', usual], ['dark', dark], ['high contrast', high]])('keep words readable: %s', (_, theme) => {
    for (const [ink, paper] of [['ink', 'paper'], ['ink', 'panel'], ['muted', 'panel'], ['muted', 'paper'], ['muted', 'card'], ['rule', 'panel'], ['rule', 'card'], ['chip-now-ink', 'chip-now'], ['go-ink', 'go'], ['die-ink', 'die']] as const) {
      expect(contrast(theme.get(ink)!, theme.get(paper)!), `${ink} on ${paper}`).toBeGreaterThanOrEqual(4.5);
    }
  });
  it('are stronger where high contrast is asked', () => {
    expect(contrast(high.get('muted')!, high.get('panel')!)).toBeGreaterThan(7);
  });
  it('tell sides and outcomes apart by light alone for the colour-blind', () => {
    const shades = ['outcome-0', 'outcome-1', 'outcome-2', 'outcome-3'].map((name) => light(safe.get(name)!));
    expect([...shades].sort((a, b) => b - a)).toEqual(shades);
    expect(contrast(safe.get('outcome-2')!, safe.get('outcome-3')!)).toBeGreaterThan(2);
    expect(safe.get('green')).not.toBe(safe.get('grey'));
  });
});

describe('sides', () => {
  it('get the colour their name suggests, and never the same', () => {
    expect(sideColours(['US', 'German'])).toEqual(['var(--green)', 'var(--grey)']);
    expect(sideColours(['Blue', 'Red'])).toEqual(['var(--blue)', 'var(--red)']);
    const [one, other] = sideColours(['German', 'Soviet']);
    expect(one).not.toBe(other);
    expect(new Set(sideColours(['German', 'German reserve'])).size).toBe(2);
  });
});

describe('the view', () => {
  it('shows a small board in the middle, and no more than a rim beyond a large one', () => {
    expect(kept(500, 300, 800)).toBe(250);
    expect(kept(500, 2000, 800)).toBe(40);
    expect(kept(-5000, 2000, 800)).toBe(-1240);
    expect(kept(-300, 2000, 800)).toBe(-300);
  });
});

describe('the rulebook', () => {
  const rules = [
    { id: 'TC F1', chapter: 'F Fire', title: 'Range', statement: 'A shot has a range.', source: 'seed', option: '' },
    { id: 'TC F13', chapter: 'F Fire', title: 'Cover', statement: 'Hard cover adds two.', source: 'ruling', option: 'cover=on' },
  ] as Rule[];
  it('finds by words and by id', () => {
    expect(found(rules, 'cover hard').map((rule) => rule.id)).toEqual(['TC F13']);
    expect(found(rules, 'tc f1').map((rule) => rule.id)).toEqual(['TC F1']);
    expect(found(rules, ' ')).toHaveLength(2);
    expect(found(rules, 'horses')).toHaveLength(0);
  });
  it('knows the option of a rule', () => {
    expect(rules.map(optionOf)).toEqual(['', 'cover']);
  });
});

describe('the odds desk', () => {
  const asked = fields({
    properties: {
      cover: { enum: ['hard', 'none', 'soft'], default: 'none' },
      smoke: { type: 'boolean', default: false },
      gun: { type: 'integer', minimum: -2, maximum: 2, default: 0 },
    },
  });
  it('makes a form of a schema', () => {
    expect(asked.map((field) => [field.name, field.kind, field.usual])).toEqual([['cover', 'choice', 'none'], ['smoke', 'bool', false], ['gun', 'int', 0]]);
  });
  it('writes links that ask the same question', () => {
    const values = { cover: 'hard', smoke: true, gun: -1 };
    const link = toLink(asked, values);
    expect(link).toBe('cover=hard&smoke=yes&gun=-1');
    expect(fromLink(asked, new URLSearchParams(link))).toEqual(values);
    expect(toLink(asked, fromLink(asked, new URLSearchParams()))).toBe('');
  });
  it('does not believe a link that is wrong', () => {
    expect(fromLink(asked, new URLSearchParams('cover=thick&gun=9&smoke=perhaps'))).toEqual({ cover: 'none', smoke: false, gun: 0 });
  });
});
