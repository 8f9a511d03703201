/** Who is at this browser, and what the server lets people do. */
import { get, remove } from '../api/http';
import type { Me, Site } from '../api/types';

class Self {
  me = $state.raw<Me | null>(null);
  site = $state.raw<Site | null>(null);
  private asked: Promise<void> | null = null;

  /** Asks once; a second call waits for the same answer. */
  learn(): Promise<void> {
    this.asked ??= Promise.all([get<Me>('/api/me'), this.site ?? get<Site>('/api/site')]).then(
      ([me, site]) => void ([this.me, this.site] = [me, site]),
      (why: unknown) => {
        this.asked = null;
        throw why;
      },
    );
    return this.asked;
  }

  /** Asks again, as after a change. */
  again(): Promise<void> {
    this.asked = null;
    return this.learn();
  }

  async logOut(): Promise<void> {
    await remove('/api/session');
    await this.again();
  }
}

export const self = new Self();
