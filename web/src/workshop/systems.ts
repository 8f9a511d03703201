/** What the systems on this server declare: pages are made for what they have. */
import { get } from '../api/http';
import type { components } from '../api/schema';

export type System = components['schemas']['SystemCard'];

/** The first system that has this. */
export async function systemWith(what: 'generator' | 'vehicles'): Promise<string> {
  const found = (await get<System[]>('/api/systems')).find((each) => each[what]);
  if (!found) throw new Error(what === 'vehicles' ? 'No system here has vehicles with data cards.' : 'No system here makes battles.');
  return found.name;
}
