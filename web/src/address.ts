/** Addresses of pages. */
export interface Place {
  page: string;
  parts: string[];
  query: URLSearchParams;
}

/** What an address asks for. */
export function read(path: string, search: string): Place {
  const parts = path.split('/').filter((part) => part !== '').map(decodeURIComponent);
  return { page: parts[0] ?? 'home', parts: parts.slice(1), query: new URLSearchParams(search) };
}
