/** Your turn: in the title of the tab, as a dot on its icon, as a badge of the app, and as a notification if allowed. */
import type { Table } from './table.svelte';

const ASKED = 'sandtable.notices.asked';
const DOT = '<circle cx="24" cy="8" r="8" fill="#c8402f" stroke="#fff" stroke-width="2"/>';

interface Badges {
  setAppBadge?: (count?: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

/** Whether the player may be asked for notifications: once, and only where somebody else plays. */
export function mayAsk(permission: string | null, asked: string | null, others: number): boolean {
  return permission === 'default' && asked === null && others > 0;
}

/** The title of the tab. */
export const titleOf = (name: string, mine: boolean): string => (mine ? `● Your turn: ${name} · Sandtable` : `${name} · Sandtable`);

export class Alerts {
  /** Whether the player should be asked now. */
  asking = $state(false);
  private plain = '';

  constructor(private readonly table: Table) {}

  /** To be called while the page is made. */
  watch(): void {
    $effect(() => {
      const mine = this.mine;
      const name = this.table.info?.title ?? 'Game';
      document.title = titleOf(name, mine);
      void this.dot(mine);
      const badge = navigator as Badges;
      void (mine ? badge.setAppBadge?.(1) : badge.clearAppBadge?.())?.catch(() => undefined);
      if (mine && document.hidden) this.notify(name);
    });
    $effect(() => {
      const others = this.table.seats.filter((seat) => seat.who === 'person' && !seat.you).length;
      const permission = 'Notification' in window ? Notification.permission : null;
      this.asking = !this.mine && this.table.view?.status === 'playing' && mayAsk(permission, localStorage.getItem(ASKED), others);
    });
  }

  /** Forgets it all when the page goes. */
  end(): void {
    void this.dot(false);
    void (navigator as Badges).clearAppBadge?.().catch(() => undefined);
  }

  private get mine(): boolean {
    const view = this.table.view;
    return view !== null && view.decision !== null && !view.result && !this.table.botted && !this.table.ordered;
  }

  async answer(yes: boolean): Promise<void> {
    localStorage.setItem(ASKED, yes ? 'yes' : 'no');
    this.asking = false;
    if (yes) await Notification.requestPermission();
  }

  private notify(name: string): void {
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    const told = new Notification('Your turn', { body: name, tag: this.table.id });
    told.onclick = () => {
      window.focus();
      told.close();
    };
  }

  /** Puts a dot on the icon of the tab, or takes it off. */
  private async dot(shown: boolean): Promise<void> {
    const link = document.querySelector<HTMLLinkElement>('link[rel~="icon"]');
    if (!link) return;
    if (!this.plain) {
      if (!shown) return;
      this.plain = link.href;
    }
    if (!shown) {
      link.href = this.plain;
      return;
    }
    const icon = await fetch(this.plain).then((found) => found.text()).catch(() => '');
    if (icon.includes('</svg>')) link.href = `data:image/svg+xml,${encodeURIComponent(icon.replace('</svg>', `${DOT}</svg>`))}`;
  }
}
