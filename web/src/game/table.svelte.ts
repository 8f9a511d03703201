/** A game at the table: what the server told, and what the player is about to choose. */
import { post, sentence, wonder } from '../api/http';
import type { ActionTold, March, Need, Preview, Pushed, Refused, Target, UnitTold, ViewMessage, Way } from '../api/types';
import { harmless } from './harmless';
import type { Pick } from './offers';
import { Told } from './told.svelte';

const DWELL = 300; // milliseconds until advice is asked for

export class Table extends Told {
  refused = $state('');
  need = $state.raw<(Need & { pick: Pick; given_dice: number[] }) | null>(null);
  pending = $state.raw<Pick | null>(null);
  hovered = $state.raw<Pick | null>(null);
  preview = $state.raw<Preview | null>(null);
  previewOf = $state('');
  waiting = $state(false);
  /** What was pressed last. */
  pressed = $state.raw<Pick | null>(null);
  /** Looking ahead at what was just chosen. */
  looking = $state(false);
  /** How many questions about a unit or a place are under way. */
  private asking = $state(0);
  /** Actions that follow the one under way, without another press. */
  chain = $state.raw<ActionTold[]>([]);

  /** Somebody wants to know what is chosen. */
  onchoose: ((pick: Pick) => void) | null = null;
  private known = new Map<string, Promise<Preview | null>>();
  /** How many times something was chosen: only the last counts. */
  private choices = 0;

  /** What the page is about: a word for its tests, and for whoever helps by telephone. */
  get state(): 'loading' | 'over' | 'waiting' | 'showing' | 'handover' | 'pending' | 'asked' | 'others' {
    if (!this.view) return 'loading';
    if (this.view.result) return 'over';
    if (this.busy) return 'waiting';
    if (this.showing) return 'showing';
    if (this.handOver) return 'handover';
    if (this.pending) return 'pending';
    return this.view.decision ? 'asked' : 'others';
  }

  /** Whether something was pressed and the answer is not there yet. */
  get busy(): boolean {
    return this.waiting || this.looking || this.ordered || this.asking > 0;
  }

  protected override showed(own: boolean, changed: boolean): void {
    if (own) this.waiting = false;
    if (changed || own) {
      this.clear();
      this.known.clear();
    }
    if (own) this.goOn();
  }

  protected override hearRefusal(message: Extract<Pushed, { type: 'refused' }>): void {
    this.waiting = false;
    if (message.need && this.pending) {
      const given = this.need?.given_dice.slice(0, message.need.given) ?? [];
      this.need = { ...message.need, pick: this.pending, given_dice: given };
      return;
    }
    if (message.key === null && message.status === 404) {
      // the game is gone: an administrator may have removed it, and has said so
      this.live.close();
      this.fault = sentence(this.notices[this.notices.length - 1]?.words ?? message.detail);
      this.view = null;
      return;
    }
    this.refused = sentence(message.detail);
    this.chain = [];
    this.clear();
    if (message.view) this.see(message.view);
    if (message.key === null && !this.view) this.fault = sentence(message.detail);
  }

  /** The next of several actions, if it is still possible; what has become of the others is seen on the board. */
  private goOn(): void {
    const [next, ...rest] = this.chain;
    this.chain = [];
    const offer = this.view?.decision?.offers.find((each) => each.verb === next?.verb);
    if (!next || !offer) return;
    this.chain = rest;
    this.take({ verb: next.verb, label: offer.label, menu: offer.menu || offer.label, target: (next.target ?? null) as Target });
  }

  /** Takes several actions one after the other. */
  takeAll(actions: readonly ActionTold[]): void {
    if (this.waiting || actions.length === 0) return;
    this.clear();
    this.chain = [...actions];
    this.goOn();
  }

  // Choosing

  private clear(): void {
    this.pending = null;
    this.hovered = null;
    this.preview = null;
    this.previewOf = '';
    this.need = null;
  }

  cancel(): void {
    this.choices += 1;
    this.looking = false;
    this.clear();
    this.refused = '';
  }

  /** What an action would do, without showing it; with advice it takes longer. */
  async outlook(pick: Pick, advise = false, effort = 1): Promise<Preview | null> {
    const view = this.view;
    if (!view?.decision || this.showing) return null;
    const key = `${view.sequence} ${pick.verb} ${pick.target} ${advise} ${effort}`;
    const asked = { side: view.decision.side, sequence: view.sequence, verb: pick.verb, target: pick.target, advise, effort };
    const found = this.known.get(key) ?? wonder<Preview | null>(`/api/games/${this.id}/preview`, asked).catch(() => null);
    this.known.set(key, found);
    return found;
  }

  /** Looks ahead at an action. Advice on a move comes a little later, to whoever is still looking. */
  async look(pick: Pick): Promise<Preview | null> {
    const key = `${this.view?.sequence} ${pick.verb} ${pick.target}`;
    this.previewOf = key;
    const preview = await this.outlook(pick);
    if (this.previewOf !== key) return preview;
    this.preview = preview;
    if (preview?.route && (preview.route.danger.length > 0 || preview.route.seen_by.length > 0)) {
      setTimeout(() => {
        if (this.previewOf !== key || this.waiting) return;
        void this.outlook(pick, true).then((found) => {
          if (found && this.previewOf === key) this.preview = found;
        });
      }, DWELL);
    }
    return preview;
  }

  /** Goes on working the odds out that were cut off, as long as the player looks at them. */
  async workOut(): Promise<void> {
    const [key, pick] = [this.previewOf, this.pending ?? this.hovered];
    while (pick && this.previewOf === key && this.preview?.more) {
      const found = await this.outlook(pick, false, this.preview.more);
      if (!found || this.previewOf !== key) return;
      this.preview = found;
    }
  }

  /** Points at something that could be chosen. */
  point(pick: Pick | null): void {
    if (this.pending || this.waiting || this.looking || this.same(pick, this.hovered)) return;
    this.hovered = pick;
    this.preview = null;
    if (pick) void this.look(pick);
    else this.previewOf = '';
  }

  same(one: Pick | null, other: Pick | null): boolean {
    return one?.verb === other?.verb && String(one?.target) === String(other?.target);
  }

  /** Chooses: at once where it can be taken back, else it must be confirmed by choosing it again. */
  async choose(pick: Pick): Promise<void> {
    this.refused = '';
    if (this.waiting || this.handOver) return;
    this.pressed = pick;
    if (this.pending && this.same(this.pending, pick)) {
      this.confirm();
      return;
    }
    const [moment, choice] = [this.moment, (this.choices += 1)];
    this.looking = true;
    const found = await this.look(pick);
    if (choice !== this.choices) return; // something else was chosen meanwhile
    this.looking = false;
    if (this.waiting || this.moment !== moment) return;
    if (found && (pick.target === null ? !found.rolls : harmless(found))) {
      this.take(pick);
      return;
    }
    this.hovered = null;
    this.pending = pick;
  }

  /** Lets go of what is in hand: whether it could be. */
  async letGo(): Promise<boolean> {
    const count = this.view?.let_go?.count;
    if (!count || this.waiting) return false;
    this.clear();
    this.waiting = true;
    const free = await this.ask('undo', { side: this.you, sequence: this.view?.sequence, count });
    this.waiting = false;
    return free;
  }

  /** Lets go of what is in hand and chooses this instead. */
  async chooseInstead(pick: Pick): Promise<void> {
    if (await this.letGo()) await this.choose(pick);
  }

  /** Does something that the page waits for. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.asking += 1;
    try {
      return await work;
    } finally {
      this.asking -= 1;
    }
  }

  // Asking before choosing

  private async inquire<T>(path: string, body: Record<string, unknown>, otherwise: T): Promise<T> {
    const view = this.view;
    if (!view?.decision || this.showing) return otherwise;
    return this.during(post<T>(`/api/games/${this.id}/${path}`, { side: view.decision.side, sequence: view.sequence, ...body })).catch(() => otherwise);
  }

  /** Why a piece or a place cannot be chosen; `by` is the own piece in hand. */
  why(asked: { unit?: number | null; place?: number | null; by?: number | null }): Promise<Refused[]> {
    return this.inquire<Refused[]>('why', asked, []);
  }

  /** What an own piece cannot do now, and why; and what it can do to which targets. */
  unit(unit: number): Promise<UnitTold> {
    return this.inquire<UnitTold>('unit', { unit }, { refused: [], can: [] });
  }

  /** How own pieces can act on a target together. */
  ways(asked: { units: readonly number[]; unit?: number | null; place?: number | null }): Promise<Way[]> {
    return this.inquire<Way[]>('ways', asked, []);
  }

  /** Takes the action that was chosen. */
  confirm(): void {
    if (this.pending) this.take(this.pending);
  }

  /** Takes an action. */
  take(pick: Pick, dice?: number[]): void {
    const choice = this.view?.decision;
    if (!choice || !this.view) return;
    this.onchoose?.(pick);
    this.waiting = true;
    if (!this.pending) this.pending = this.info?.dice === 'typed' ? pick : null;
    const key = crypto.randomUUID?.() ?? `${Date.now()}-${Math.floor(performance.now() * 1000)}`;
    const act = { side: choice.side, sequence: this.view.sequence, key, verb: pick.verb, target: pick.target as Target };
    this.live.act(dice ? { ...act, dice } : act);
  }

  /** Takes the action with dice that were thrown by hand. */
  typed(dice: number[]): void {
    if (!this.need) return;
    const all = [...this.need.given_dice, ...dice];
    this.need = { ...this.need, given_dice: all };
    this.take(this.need.pick, all);
  }

  /** How own pieces go to one destination together. */
  march(units: readonly number[], to: number): Promise<March[]> {
    return this.inquire<March[]>('march', { units, to }, []);
  }

  // Around the game

  private async ask(path: string, body: Record<string, unknown> = {}): Promise<boolean> {
    this.refused = '';
    try {
      const told = await this.during(post<{ type?: string } | null>(`/api/games/${this.id}/${path}`, body));
      if (told?.type === 'view') {
        this.flush();
        this.show(told as ViewMessage, true);
      }
      return true;
    } catch (fault) {
      this.refused = sentence(fault);
      return false;
    }
  }

  undo(): Promise<boolean> {
    return this.ask('undo', { side: this.you, sequence: this.view?.sequence });
  }
  reset(): Promise<boolean> {
    return this.ask('reset', { side: this.you, sequence: this.view?.sequence });
  }
  resign(): Promise<boolean> {
    return this.ask('resign', { side: this.you });
  }
  draw(what: 'offer' | 'accept' | 'decline'): Promise<boolean> {
    return this.ask('draw', { side: this.you, what });
  }
  say(text: string): Promise<boolean> {
    return this.ask('chat', { text });
  }
  handover(side: number, bot: string | null): Promise<boolean> {
    return this.ask('handover', { side, bot });
  }
  async rematch(): Promise<string | null> {
    try {
      return (await post<{ id: string }>(`/api/games/${this.id}/rematch`)).id;
    } catch (fault) {
      this.refused = sentence(fault);
      return null;
    }
  }
}
