/** Views that arrive as differences from an earlier view of the same side are put together here. */
import type { LogLine, ViewChange, ViewMessage } from './types';

/** A new value in a list, the path of a value that the base has, or the differences of members by name. */
export type Difference = readonly [unknown] | string | { readonly [name: string]: unknown };

const ORDER = '=';

/** A value with a difference applied. What has not changed is the same object as in the base. */
export function rebuilt(base: unknown, change: Difference): unknown {
  return apply(base, change, base);
}

function apply(here: unknown, change: Difference, base: unknown): unknown {
  if (Array.isArray(change)) return change[0];
  if (typeof change === 'string') return change.split('.').reduce((value, name) => (value as Record<string, unknown>)[name], base);
  const members = change as Record<string, unknown>;
  if (Array.isArray(here)) {
    const order = members[ORDER] as (number | [unknown] | [number, Difference])[] | undefined;
    if (order) return order.map((told) => member(here, told, base));
    const changed = [...here] as unknown[];
    for (const [number, each] of Object.entries(members)) changed[Number(number)] = apply(here[Number(number)], each as Difference, base);
    return changed;
  }
  const known = (here ?? {}) as Record<string, unknown>;
  const found = { ...known };
  for (const [name, each] of Object.entries(members)) found[name] = apply(known[name], each as Difference, base);
  return found;
}

function member(here: readonly unknown[], told: number | [unknown] | [number, Difference], base: unknown): unknown {
  if (typeof told === 'number') return here[told];
  return told.length === 1 ? told[0] : apply(here[told[0]], told[1], base);
}

/** What a live connection has shown of each side. */
export class Views {
  private known = new Map<number | null, ViewMessage>();
  private logs = new Map<number | null, readonly LogLine[]>();
  private side: number | null | undefined;

  /** A new connection begins with a whole view; lines of the log are numbered and stay known. */
  forget(): void {
    this.known.clear();
  }

  /** The whole view of a message; null if it is based on a view that is not known, so that a whole one is needed. */
  see(message: ViewMessage | ViewChange): ViewMessage | null {
    const view = message.type === 'change' ? this.whole(message) : message;
    if (!view) return null;
    const before = this.logs.get(view.side) ?? [];
    const log = [...before.slice(0, view.log_from), ...view.log];
    const turned = this.side !== undefined && this.side !== view.side;
    this.logs.set(view.side, log);
    this.known.set(view.side, view);
    this.side = view.side;
    // whoever looks through another side now begins its log from the first line
    return turned && before.length >= view.log_from ? { ...view, log_from: 0, log } : view;
  }

  private whole(message: ViewChange): ViewMessage | null {
    const base = [...this.known.values()].find((view) => view.stamp === message.base);
    if (!base) return null;
    const { stamp, log_from, log, clocks, answers } = message;
    return { ...(rebuilt(base, message.changes as Difference) as ViewMessage), stamp, log_from, log, clocks, answers };
  }
}
