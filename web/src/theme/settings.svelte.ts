/** How a player likes the page: theme, contrast, colours, motion. Kept in the browser. */
import { attributes, lively, parse, type Settings, USUAL } from './wishes';

export type { Settings };

const KEY = 'sandtable.settings';

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

  /** Whether dice roll, impacts show and sounds are heard. */
  get lively(): boolean {
    return lively(this.now, matchMedia('(max-width: 760px)').matches, matchMedia('(prefers-reduced-motion: reduce)').matches);
  }

  private show(): void {
    Object.assign(document.documentElement.dataset, attributes(this.now, this.dark), { effects: this.lively ? 'on' : 'off' });
  }
}

export const settings = new Kept();
