/** The seal of a seed, worked out in the browser: what was published at the start must be this. */
export async function sealOf(seed: string): Promise<string | null> {
  const subtle = globalThis.crypto?.subtle; // it exists only on https and on your own machine
  if (!subtle) return null;
  const bytes = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(`sandtable seed ${seed}`)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
