/** The sight tool: what can be seen from a place, asked of the server, which asks the rules. */
import { get } from '../api/http';
import type { components } from '../api/schema';
import { decode } from './region';

export class SightTool {
  from = $state<number | null>(null);
  to = $state<number | null>(null);
  seen = $state.raw<ReadonlySet<number>>(new Set());
  /** The places in sight whose vehicles are sheltered from fire from here, behind a crest. */
  sheltered = $state.raw<ReadonlySet<number>>(new Set());
  /** The further places that pieces there see with sights of their own, and what these are in words. */
  further = $state.raw<ReadonlySet<number>>(new Set());
  sights = $state('');
  /** Whether those sights are used: otherwise the eyes alone. */
  aided = $state(true);
  by = $state<string | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly game: string) {}

  /** Looks from a place. */
  async look(from: number, side: number | null): Promise<void> {
    [this.from, this.to, this.by] = [from, null, null];
    const found = await this.ask(`from=${from}`, side);
    if (!found || this.from !== from) return;
    this.seen = decode(found.ranges as [number, number][]);
    this.sheltered = decode(found.sheltered as [number, number][]);
    this.further = decode(found.further as [number, number][]);
    this.sights = found.sights ?? '';
  }

  /** Lays a thread to another place; asked when the pointer rests. */
  point(to: number | null, side: number | null): void {
    if (this.from === null || to === null || to === this.to) return;
    [this.to, this.by] = [to, null];
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      void this.ask(`from=${this.from}&to=${to}`, side).then((found) => {
        if (found && this.to === to) this.by = found.by ?? null;
      });
    }, 70);
  }

  clear(): void {
    clearTimeout(this.timer);
    [this.from, this.to, this.by] = [null, null, null];
    [this.seen, this.sheltered, this.further, this.sights] = [new Set(), new Set(), new Set(), ''];
  }

  private async ask(query: string, side: number | null): Promise<components['schemas']['Seen'] | null> {
    try {
      return await get<components['schemas']['Seen']>(`/api/games/${this.game}/sight?${query}&side=${side ?? 'none'}`);
    } catch {
      return null;
    }
  }
}
