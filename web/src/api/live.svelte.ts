/** A live connection to a game that notices when it is lost and heals by itself. */
import { Views } from './changes';
import type { Act, Pushed, ViewChange } from './types';

const PAUSES = [300, 600, 1200, 2500, 5000, 8000];
const PING_EVERY = 15_000;
const ANSWER_WITHIN = 8_000;

export class Live {
  state = $state<'connecting' | 'open' | 'lost' | 'closed'>('connecting');
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setInterval> | undefined;
  private heard = 0;
  private waiting = new Map<string, Act>();
  private readonly views = new Views();

  constructor(
    private readonly path: () => string,
    private readonly hear: (message: Pushed) => void,
  ) {}

  open(): void {
    clearTimeout(this.timer);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}${this.path()}&changes=true`);
    this.views.forget();
    this.socket = socket;
    socket.onopen = () => {
      this.state = 'open';
      this.tries = 0;
      this.heard = Date.now();
      clearInterval(this.pulse);
      this.pulse = setInterval(() => this.ping(), PING_EVERY);
      // what was sent and never answered is sent again: the server takes each key once
      for (const act of this.waiting.values()) this.send({ type: 'act', ...act });
    };
    socket.onmessage = (event) => {
      this.heard = Date.now();
      const told = JSON.parse(event.data as string) as Pushed | ViewChange;
      const message = told.type === 'view' || told.type === 'change' ? this.views.see(told) : told;
      if (!message) {
        socket.close(); // the next connection begins with a whole view
        return;
      }
      const key = message.type === 'view' ? message.answers : message.type === 'refused' ? message.key : null;
      if (key) this.waiting.delete(key);
      this.hear(message);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
  }

  private lost(): void {
    clearInterval(this.pulse);
    if (this.state === 'closed') return;
    this.state = 'lost';
    const pause = PAUSES[Math.min(this.tries, PAUSES.length - 1)]!;
    this.tries += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), pause);
  }

  private ping(): void {
    if (Date.now() - this.heard > PING_EVERY + ANSWER_WITHIN) {
      const old = this.socket;
      this.socket = null;
      old?.close();
      this.lost();
      return;
    }
    this.send({ type: 'ping' });
  }

  private send(message: object): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Sends an action, now or when the connection is back. */
  act(act: Act): void {
    this.waiting.set(act.key, act);
    this.send({ type: 'act', ...act });
  }

  /** Tries at once, as when the browser says that it is online again. */
  hurry(): void {
    if (this.state !== 'lost') return;
    this.tries = 0;
    this.open();
  }

  close(): void {
    this.state = 'closed';
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    this.socket?.close();
  }
}
