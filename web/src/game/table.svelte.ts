/** A game as the page knows it: what the server said, what the player is about to choose, what is being shown. */
import { get, post, Refusal, sentence, wonder } from '../api/http';
import { Live } from '../api/live.svelte';
import type { ActionTold, ChatLine, GameInfo, LogLine, March, Need, Notice, Preview, Pushed, Refused, SeatInfo, Target, UnitTold, VehiclesTold, ViewMessage, Way } from '../api/types';
import type { Piece } from '../board/scene';
import { harmless } from './harmless';
import { merged } from './log';
import { lastSeen, remember } from './lastseen';
import { Offers, type Pick } from './offers';
import { shotsOf, type Shot } from './phrases';
import { settings } from '../theme/settings.svelte';
import type { Ground } from '../workshop/grounds';

const MOST_SHOWN = 30; // moments of what happened while one was away
const DWELL = 300; // milliseconds until advice is asked for
const SHOW = 750; // milliseconds for one thing that the other side did

export class Table {
  info = $state.raw<GameInfo | null>(null);
  view = $state.raw<ViewMessage | null>(null);
  log = $state.raw<LogLine[]>([]);
  seats = $state.raw<SeatInfo[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  notices = $state.raw<Notice[]>([]);
  fault = $state('');
  refused = $state('');
  need = $state.raw<(Need & { pick: Pick; given_dice: number[] }) | null>(null);
  shots = $state.raw<Shot[]>([]);
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
  queue = $state.raw<ViewMessage[]>([]);
  side = $state<string>('auto');
  /** Where vehicles may stand, if the system has data cards of them. */
  grounds = $state.raw<readonly Ground[]>([]);

  /** Somebody wants to know what is chosen. */
  onchoose: ((pick: Pick) => void) | null = null;
  readonly live: Live;
  private known = new Map<string, Promise<Preview | null>>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private handed = '';
  /** How many times something was chosen: only the last counts. */
  private choices = 0;

  constructor(readonly id: string) {
    this.live = new Live(
      () => `/api/games/${id}/live?side=${this.side}&since=${this.linesKnown}`,
      (message) => this.hear(message),
    );
  }

  /** Sits down: takes the seat of an invitation, learns the game, opens the connection. */
  async begin(token: string | null): Promise<void> {
    try {
      if (token) {
        await post(`/api/games/${this.id}/join`, { token });
        history.replaceState(null, '', location.pathname); // the seat is taken: nobody needs to read the invitation over a shoulder
      }
      this.info = await get<GameInfo>(`/api/games/${this.id}`);
      this.seats = this.info.seats;
      this.live.open();
      void this.hearChat();
      if (this.info.vehicles) this.grounds = (await get<VehiclesTold>(`/api/systems/${this.info.system}/vehicles`)).grounds;
    } catch (fault) {
      this.fault = sentence(fault);
      if (fault instanceof Refusal && fault.status === 0) setTimeout(() => void this.retry(token), 2000);
    }
  }

  /** What was said before: onlookers and those who come back read it too. */
  private async hearChat(): Promise<void> {
    const said = await get<Omit<ChatLine, 'type'>[]>(`/api/games/${this.id}/chat`).catch(() => []);
    const known = new Set(this.chat.map((line) => line.number));
    this.chat = [...said.filter((line) => !known.has(line.number)).map((line) => ({ type: 'chat' as const, ...line })), ...this.chat].sort((a, b) => a.number - b.number);
  }

  private async retry(token: string | null): Promise<void> {
    this.fault = '';
    await this.begin(token);
  }

  end(): void {
    clearTimeout(this.timer);
    this.live.close();
  }

  // What is shown

  get pieces(): GameInfo['scene']['pieces'] {
    return this.info?.scene.pieces ?? [];
  }

  readonly offers = $derived.by(() => new Offers(this.showing || this.botted || this.ordered ? null : (this.view?.decision ?? null), (name) => this.group(name)));

  /** What could be chosen again if the player let go of what is in hand. */
  readonly instead = $derived.by(() => new Offers(this.showing || this.botted || !this.view?.decision ? null : (this.view.let_go?.choice ?? null)));

  /** The pieces of a battle group of the side that decides. */
  group(name: string): number[] {
    const side = this.view?.decision?.side ?? this.you;
    const own = new Set(this.pieces.filter((piece) => piece.side === side).map((piece) => piece.id));
    return (this.view?.picture.pieces ?? []).filter((each) => each.group === name && !each.gone && each.at !== null && own.has(each.id)).map((each) => each.id);
  }

  /** Whether the side that is looked through has been handed to a bot. */
  readonly botted = $derived.by(() => this.seats.some((seat) => seat.side === this.view?.side && seat.who === 'bot'));

  /** Whether standing orders are asked first: there is nothing to choose before they have answered. */
  get ordered(): boolean {
    return this.view?.orders_answer ?? false;
  }

  /** Whether the player is still being shown what the other side did. */
  get showing(): boolean {
    return this.queue.length > 0 && !this.view?.result;
  }

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

  /** Whether the game has ended, though the end may not be shown yet. */
  get ended(): boolean {
    return Boolean(this.view?.result) || this.queue.some((view) => view.result);
  }

  get you(): number | null {
    return this.view?.side ?? null;
  }

  /** What is looked at: a press means nothing any more once this is another. */
  get moment(): string {
    return `${this.view?.side} ${this.view?.sequence}`;
  }

  get hotSeat(): boolean {
    return this.seats.filter((seat) => seat.you && seat.who === 'person').length > 1;
  }

  /** Who plays what has changed: somebody came or went, or a bot took a side. */
  private sit(seats: SeatInfo[]): void {
    this.seats = seats;
    const you = seats.filter((seat) => seat.you).map((seat) => seat.side);
    if (this.info && String(this.info.you) !== String(you)) this.info = { ...this.info, you };
  }

  /** The own pieces that the decision is about. */
  readonly actors = $derived.by((): Piece[] => {
    const choice = this.view?.decision;
    return (choice?.units ?? []).flatMap((id) => this.pieces.filter((piece) => piece.id === id && piece.side === choice?.side));
  });

  /** The first of them: the piece in hand. */
  readonly actor = $derived.by((): number | null => this.actors[0]?.id ?? null);

  /** How much of the log need not be sent again; in a hot seat the next view may be another side's, with its own log. */
  private get linesKnown(): number {
    return this.hotSeat ? 0 : (this.log[this.log.length - 1]?.number ?? 0);
  }

  private hear(message: Pushed): void {
    if (message.type === 'view') this.see(message);
    else if (message.type === 'presence') this.sit(message.seats);
    else if (message.type === 'chat') this.chat = [...this.chat.filter((line) => line.number !== message.number), message];
    else if (message.type === 'notice') this.notices = [...this.notices, message];
    else if (message.type === 'refused') this.hearRefusal(message);
  }

  private hearRefusal(message: Extract<Pushed, { type: 'refused' }>): void {
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

  /** On return: what happened since the last look is fetched moment by moment, and shown before the present. */
  private async catchUp(view: ViewMessage, seen: number): Promise<void> {
    const first = Math.max(seen + 1, view.sequence - MOST_SHOWN);
    const path = (n: number): string => `/api/games/${this.id}/moments/${n}?side=${view.side ?? 'none'}`;
    const numbers = Array.from({ length: view.sequence - first }, (_, n) => first + n);
    const past = await Promise.all(numbers.map((n) => get<ViewMessage>(path(n)).catch(() => null)));
    if (this.view?.sequence !== view.sequence || this.queue.length > 0) return;
    this.queue = [...past.filter((each) => each !== null), view];
    if (this.queue.length > 1) this.step();
    else this.queue = [];
  }

  private see(view: ViewMessage): void {
    if (this.view === null && settings.now.speed > 0 && view.side !== null) {
      const seen = lastSeen(this.id, view.side);
      if (seen !== null && seen > 1 && view.sequence > seen + 1) void this.catchUp(view, seen);
    }
    const own = view.answers !== null && view.answers !== undefined;
    const told = view.log.some((line) => line.side !== null && line.side !== view.side);
    if (this.view === null || own || settings.now.speed === 0 || !(told || this.queue.length > 0)) {
      this.flush();
      this.show(view, own);
      return;
    }
    this.queue = [...this.queue, view];
    if (this.queue.length === 1) this.step();
  }

  /** Shows the next thing the other side did, and goes on after a moment. */
  private step(): void {
    const next = this.queue[0];
    if (!next) return;
    this.show(next, false);
    this.timer = setTimeout(() => {
      this.queue = this.queue.slice(1);
      this.step();
    }, SHOW / settings.now.speed);
  }

  /** Skips what is being shown. */
  flush(): void {
    clearTimeout(this.timer);
    for (const view of this.queue.slice(1)) this.show(view, false);
    this.queue = [];
  }

  private show(view: ViewMessage, own: boolean): void {
    const before = this.moment;
    if (this.view && this.view.side !== view.side) this.log = [];
    this.log = merged(this.log, view.log_from, view.log);
    this.view = view;
    const changed = this.moment !== before;
    if (view.side !== null) remember(this.id, view.side, view.sequence);
    if (own) this.waiting = false;
    if (changed || own) {
      this.clear();
      this.known.clear();
    }
    this.shots = shotsOf(view.log, view.sequence);
    if (own) this.goOn();
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

  /** In a hot seat, whether the device should change hands before this is shown. */
  get handOver(): boolean {
    if (!this.hotSeat || this.view === null || this.view.decision === null) return false;
    const secret = this.view.deciding.length > 1 || this.hidden || this.log.length === 0;
    return secret && this.handed !== this.handKey;
  }
  private get hidden(): boolean {
    return this.view?.picture.pieces.some((piece) => piece.marks.some((mark) => mark.kind === 'hidden')) ?? false;
  }
  private get handKey(): string {
    return String(this.view?.side);
  }
  takeOver(): void {
    this.handed = this.handKey;
    this.view = this.view ? { ...this.view } : null;
  }
}
