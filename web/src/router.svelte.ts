/** Pages by address, without reloading. */
import { type Place, read } from './address';

class Router {
  now = $state<Place>(read(location.pathname, location.search));

  begin(): void {
    addEventListener('popstate', () => (this.now = read(location.pathname, location.search)));
    document.addEventListener('click', (event) => {
      const link = (event.target as Element | null)?.closest('a');
      if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (link.origin !== location.origin || link.target || link.hasAttribute('download') || link.pathname.startsWith('/api')) return;
      if (link.pathname === location.pathname && link.hash) return;
      event.preventDefault();
      this.go(link.pathname + link.search);
    });
  }

  go(address: string, replace = false): void {
    if (replace) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    this.now = read(location.pathname, location.search);
    if (!replace) scrollTo(0, 0);
  }
}

export const router = new Router();
