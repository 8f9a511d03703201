/** How a player likes the page: theme, contrast, colours, motion. Kept in the browser. */
export interface Settings {
  theme: 'system' | 'light' | 'dark';
  contrast: 'normal' | 'high';
  colours: 'usual' | 'safe';
  motion: 'system' | 'still';
  odds: 'fractions' | 'percent';
  list: boolean;
  speed: number;
}

export const USUAL: Settings = {
  theme: 'system',
  contrast: 'normal',
  colours: 'usual',
  motion: 'system',
  odds: 'fractions',
  list: false,
  speed: 1,
};
const KEY = 'sandtable.settings';

/** Settings as they were kept; anything odd falls back to the usual. */
export function parse(text: string | null): Settings {
  try {
    const kept = JSON.parse(text ?? '{}') as Partial<Settings>;
    return { ...USUAL, ...Object.fromEntries(Object.entries(kept).filter(([name]) => name in USUAL)) };
  } catch {
    return { ...USUAL };
  }
}

/** The attributes of the page for some settings. */
export function attributes(settings: Settings, systemDark: boolean): Record<string, string> {
  const dark = settings.theme === 'dark' || (settings.theme === 'system' && systemDark);
  return {
    theme: dark ? 'dark' : 'light',
    contrast: settings.contrast,
    colours: settings.colours,
    motion: settings.motion,
  };
}

class Kept {
  now = $state<Settings>({ ...USUAL });
  private dark = $state(false);

  /** Reads what was kept, and follows the system's wish for a dark page. */
  begin(): void {
    this.now = parse(localStorage.getItem(KEY));
    const asked = matchMedia('(prefers-color-scheme: dark)');
    this.dark = asked.matches;
    asked.addEventListener('change', (event) => {
      this.dark = event.matches;
      this.show();
    });
    this.show();
  }

  set<K extends keyof Settings>(name: K, value: Settings[K]): void {
    this.now = { ...this.now, [name]: value };
    localStorage.setItem(KEY, JSON.stringify(this.now));
    this.show();
  }

  /** A word that changes with everything that changes colours. */
  get look(): string {
    return Object.values(attributes(this.now, this.dark)).join(' ');
  }

  private show(): void {
    Object.assign(document.documentElement.dataset, attributes(this.now, this.dark));
  }
}

export const settings = new Kept();
