/** Standing orders in words. */
import type { Order } from '../api/types';
import { listed } from './words';

export const DOES: Record<Order['do'], string> = { fire: 'Fire', hold: 'Hold fire', ask: 'Ask me' };

/** An order as a sergeant would say it; `unit` is what distances are counted in. */
export function inWords(order: Order, unit: string): string {
  const when: string[] = [];
  if (order.beyond != null) when.push(`beyond ${order.beyond} ${unit}`);
  if (order.within != null) when.push(`within ${order.within} ${unit}`);
  if (order.effect_at_least != null) when.push(`when it does something ${order.effect_at_least} times in 100 or more`);
  if (order.hit_at_least != null) when.push(`when it hits ${order.hit_at_least} times in 100 or more`);
  const whom = order.kinds && order.kinds.length > 0 ? ` at ${listed(order.kinds, 4)}` : '';
  return `${DOES[order.do]}${whom}${when.length > 0 ? ` ${when.join(', ')}` : whom ? '' : ', whatever comes'}`;
}

/** What was typed into a field of numbers: nothing is no condition. */
export function number(text: string, most: number): number | null {
  if (text.trim() === '') return null;
  const value = Math.round(Number(text));
  return Number.isFinite(value) ? Math.max(0, Math.min(most, value)) : null;
}
