/** Talking to the server over HTTP. A refusal is thrown as the sentence that the server gave. */
import { shown } from './underway.svelte';

export class Refusal extends Error {
  constructor(
    readonly status: number,
    words: string,
    readonly body: Record<string, unknown> = {},
  ) {
    super(words);
  }
}

const UNREACHED = 'The server cannot be reached. Check that it is running; the page tries again by itself.';

function token(): string {
  return document.cookie.match(/(?:^|;\s*)csrftoken=([^;]+)/)?.[1] ?? '';
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { accept: 'application/json' };
  const file = body instanceof Blob;
  if (body !== undefined) headers['content-type'] = file ? 'application/jsonl' : 'application/json';
  if (method !== 'GET') {
    if (!token()) await fetch('/api/me');
    headers['x-csrftoken'] = token();
  }
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? null : file ? body : JSON.stringify(body) });
  } catch {
    throw new Refusal(0, UNREACHED);
  }
  const text = await answer.text();
  let told: unknown = null;
  try {
    told = text ? JSON.parse(text) : null;
  } catch {
    told = null;
  }
  if (answer.ok) return told as T;
  const refusal = (told ?? {}) as Record<string, unknown>;
  const words = typeof refusal.detail === 'string' ? refusal.detail : `The server answered ${answer.status}.`;
  throw new Refusal(answer.status, words, refusal);
}

export const get = <T>(path: string): Promise<T> => shown(ask<T>('GET', path));
export const post = <T>(path: string, body: unknown = {}): Promise<T> => shown(ask<T>('POST', path, body));
export const put = <T>(path: string, body: unknown): Promise<T> => shown(ask<T>('PUT', path, body));
export const remove = <T>(path: string): Promise<T> => shown(ask<T>('DELETE', path));
/** Asks for what nobody has pressed for, such as what is under the pointer: nothing shows that it is under way. */
export const wonder = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>('POST', path, body);

/** The sentence of whatever went wrong. */
export function sentence(fault: unknown): string {
  const words = fault instanceof Error ? fault.message : String(fault);
  const whole = words.charAt(0).toUpperCase() + words.slice(1);
  return ['.', '!', '?'].includes(whole.slice(-1)) ? whole : `${whole}.`;
}
