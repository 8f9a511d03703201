/** Small things of writing. */

/** The first letter large: no other is touched. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The paragraphs of a longer text: an empty line stands between them. */
export function paragraphs(text: string): string[] {
  return text.trim().split('\n\n').map((each) => each.split('\n').map((line) => line.trim()).join(' ').trim());
}

/** A sentence as a heading: without its full stop. */
export function heading(words: string): string {
  return words.endsWith('.') ? words.slice(0, -1) : words;
}

/** Milliseconds on a clock: 1:05, 1:02:03, 2 d 3 h. */
export function clock(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const [days, hours] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600)];
  if (days > 0) return `${days} d ${hours - days * 24} h`;
  const two = (n: number): string => String(n).padStart(2, '0');
  const [minutes, rest] = [Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** How long ago a time was, roughly: for lists. */
export function ago(time: number, now: number): string {
  const minutes = Math.floor((now - time) / 60000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

/** Names in a row: a, b and c; of many the first few. */
export function listed(names: readonly string[], most = 3): string {
  const shown = names.length > most ? [...names.slice(0, most), `${names.length - most} more`] : [...names];
  const last = shown.pop();
  return shown.length > 0 ? `${shown.join(', ')} and ${last}` : (last ?? '');
}
