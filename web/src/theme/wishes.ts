/** What a player may wish of the page, and how wishes are read. */
export interface Settings {
  theme: 'system' | 'light' | 'dark';
  contrast: 'normal' | 'high';
  colours: 'usual' | 'safe';
  motion: 'system' | 'still';
  odds: 'percent' | 'fractions';
  list: boolean;
  /** Whether a question about orders is asked every time, or only when something has changed since the last. */
  orders: 'always' | 'changes';
  speed: number;
  /** Rolling dice, impacts and sounds: all of them or none. */
  effects: 'usual' | 'on' | 'off';
}

export const USUAL: Settings = {
  theme: 'system',
  contrast: 'normal',
  colours: 'usual',
  motion: 'system',
  odds: 'percent',
  list: false,
  orders: 'always',
  speed: 1,
  effects: 'usual',
};

/** Whether there are dice that roll, impacts and sounds: not on telephones unless wanted, and never where motion is not. */
export function lively(settings: Settings, phone: boolean, reduced: boolean): boolean {
  if (settings.effects === 'off' || settings.motion === 'still' || reduced) return false;
  return settings.effects === 'on' || !phone;
}
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
