/** One military symbol of milsymbol's: drawn while the client is built, or by the library in the browser. */
import type { ms } from 'milsymbol-parts';

/** The inside of an SVG with the icon of a symbol code without affiliation, such as `UCI---`, and without its frame. */
export function drawn(library: typeof ms, code: string): string {
  const full = `SFGP${code.padEnd(6, '-')}-----`.slice(0, 15);
  const symbol = new library.Symbol(full, {
    frame: false,
    fill: false,
    infoFields: false,
    monoColor: '#23211c',
    strokeWidth: 5,
    size: 100,
  });
  return symbol.asSVG().replace(/^[\s\S]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');
}
