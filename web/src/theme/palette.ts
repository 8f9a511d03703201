/** The colours of the ground, read from the theme's variables so that a painter never names a colour itself. */
export type Palette = (name: string) => string;

/** Reads the variables of the page's theme. */
export function palette(element: Element = document.documentElement): Palette {
  const style = getComputedStyle(element);
  const known = new Map<string, string>();
  return (name) => {
    let value = known.get(name);
    if (value === undefined) {
      value = style.getPropertyValue(`--${name}`).trim();
      known.set(name, value);
    }
    return value;
  };
}

/** A number of the theme, such as the strength of the paper's grain. */
export function strength(colours: Palette, name: string): number {
  const value = Number.parseFloat(colours(name));
  return Number.isFinite(value) ? value : 0;
}
