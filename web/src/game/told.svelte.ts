/** A game as the server told it: what is known of it, and what of that is being shown. */
import { get, post, Refusal, sentence } from '../api/http';
import { Live } from '../api/live.svelte';
import type { ChatLine, GameInfo, LogLine, Notice, Pushed, SeatInfo, VehiclesTold, ViewMessage } from '../api/types';
import type { Piece } from '../board/scene';
import { settings } from '../theme/settings.svelte';
import type { Ground } from '../workshop/grounds';
import { lastSeen, remember } from './lastseen';
import { merged } from './log';
import { Offers } from './offers';
import { shotsOf, type Shot } from './phrases';

const MOST_SHOWN = 30; // moments of what happened while one was away
const SHOW = 750; // milliseconds for one thing that the other side did

export abstract class Told {
  info = $state.raw<GameInfo | null>(null);
  view = $state.raw<ViewMessage | null>(null);
  log = $state.raw<LogLine[]>([]);
  seats = $state.raw<SeatInfo[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  notices = $state.raw<Notice[]>([]);
  fault = $state('');
  shots = $state.raw<Shot[]>([]);
  queue = $state.raw<ViewMessage[]>([]);
  side = $state<string>('auto');
  /** Where vehicles may stand, if the system has data cards of them. */
  grounds = $state.raw<readonly Ground[]>([]);

  readonly live: Live;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private handed = '';

  constructor(readonly id: string) {
    this.live = new Live(
      () => `/api/games/${id}/live?side=${this.side}&since=${this.linesKnown}`,
      (message) => this.hear(message),
    );
  }

  /** A view is shown now: the answer to an own action, or another moment than before. */
  protected abstract showed(own: boolean, changed: boolean): void;

  /** The server refused something. */
  protected abstract hearRefusal(message: Extract<Pushed, { type: 'refused' }>): void;

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

  protected see(view: ViewMessage): void {
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

  protected show(view: ViewMessage, own: boolean): void {
    const before = this.moment;
    if (this.view && this.view.side !== view.side) this.log = [];
    this.log = merged(this.log, view.log_from, view.log);
    this.view = view;
    const changed = this.moment !== before;
    if (view.side !== null) remember(this.id, view.side, view.sequence);
    this.shots = shotsOf(view.log, view.sequence);
    this.showed(own, changed);
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
