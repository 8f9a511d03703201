/**
 * Military symbols: milsymbol's icons without their frames, shared by every stand that shows one.
 *
 * Those of `symbolcodes.json` are drawn when the client is built, so that the first board does not wait for the library.
 */
import ready from 'virtual:symbols';
import { SvelteMap } from 'svelte/reactivity';

/** The frame of a friendly ground unit in milsymbol's own coordinates; icons are drawn for it. */
export const ICON_BOX = '25 50 150 100';

const made = new SvelteMap<string, string>(Object.entries(ready));
const asked = new Set<string>();

/** The inside of an SVG with the icon of a symbol code without affiliation, such as `UCI---`; empty until it is drawn. */
export function icon(code: string): string {
  const found = made.get(code);
  if (found === undefined && !asked.has(code)) {
    asked.add(code);
    void import('./symbollibrary').then(({ draw }) => made.set(code, draw(code)));
  }
  return found ?? '';
}

/** A name that can stand in an id attribute. */
export function iconId(code: string): string {
  return `icon-${code.replace(/[^A-Za-z0-9]/g, '_')}`;
}
