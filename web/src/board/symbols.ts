/** Military symbols: milsymbol's icons without their frames, each made once and shared by every stand that shows it. */
import { letterequipment, letterground, ms } from 'milsymbol-parts';

ms.addIcons(letterground);
ms.addIcons(letterequipment);

/** The frame of a friendly ground unit in milsymbol's own coordinates; icons are drawn for it. */
export const ICON_BOX = '25 50 150 100';

const made = new Map<string, string>();

/** The inside of an SVG with the icon of a symbol code without affiliation, such as `UCI---`. */
export function icon(code: string): string {
  let found = made.get(code);
  if (found === undefined) {
    const full = `SFGP${code.padEnd(6, '-')}-----`.slice(0, 15);
    const symbol = new ms.Symbol(full, {
      frame: false,
      fill: false,
      infoFields: false,
      monoColor: '#23211c',
      strokeWidth: 5,
      size: 100,
    });
    found = symbol.asSVG().replace(/^[\s\S]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');
    made.set(code, found);
  }
  return found;
}

/** A name that can stand in an id attribute. */
export function iconId(code: string): string {
  return `icon-${code.replace(/[^A-Za-z0-9]/g, '_')}`;
}
