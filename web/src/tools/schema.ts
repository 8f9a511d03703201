/** Forms from the JSON schema of a calculator's question, and links that ask the same question again. */
export type Value = string | number | boolean;

export interface Field {
  name: string;
  label: string;
  kind: 'bool' | 'int' | 'choice' | 'text';
  choices: string[];
  low: number | null;
  high: number | null;
  usual: Value;
  /** Which names of the system complete it, if any; a long list of choices completes itself. */
  completes: string;
  marks: string[];
  several: boolean;
}

interface Property {
  type?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  default?: Value | null;
  description?: string;
  completes?: string;
  marks?: string[];
  several?: boolean;
}

/** More choices than this are typed, with completion. */
const LONG = 20;

/** The fields of a question in their order. */
export function fields(schema: Record<string, unknown>): Field[] {
  const properties = (schema.properties ?? {}) as Record<string, Property>;
  return Object.entries(properties).map(([name, property]) => {
    const long = (property.enum?.length ?? 0) > LONG;
    const kind = property.enum && !long ? 'choice' : property.type === 'boolean' ? 'bool' : property.type === 'integer' ? 'int' : 'text';
    const first: Value = kind === 'bool' ? false : kind === 'int' ? (property.minimum ?? 0) : (property.enum?.[0] ?? '');
    return {
      name,
      label: name.replaceAll('_', ' ').replace(/\b(hmg|lmg|mg|aa|he)\b/g, (short) => short.toUpperCase()),
      kind,
      choices: property.enum ?? [],
      low: property.minimum ?? null,
      high: property.maximum ?? null,
      usual: property.default ?? first,
      completes: property.completes ?? '',
      marks: property.marks ?? [],
      several: property.several ?? false,
    };
  });
}

/** The values that a link asks for; what it leaves out, or gets wrong, is usual. */
export function fromLink(all: readonly Field[], query: URLSearchParams): Record<string, Value> {
  return Object.fromEntries(all.map((field) => [field.name, read(field, query.get(field.name))]));
}

function read(field: Field, written: string | null): Value {
  if (written === null) return field.usual;
  if (field.kind === 'bool') return written === 'yes';
  if (field.kind === 'choice') return field.choices.includes(written) ? written : field.usual;
  if (field.kind !== 'int') return written;
  const value = Number(written);
  const fits = Number.isInteger(value) && value >= (field.low ?? -Infinity) && value <= (field.high ?? Infinity);
  return fits ? value : field.usual;
}

/** The part of a link after the question mark: only what is not usual. */
export function toLink(all: readonly Field[], values: Record<string, Value>): string {
  const query = new URLSearchParams();
  for (const field of all) {
    const value = values[field.name];
    if (value === undefined || value === field.usual) continue;
    query.set(field.name, typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value));
  }
  return query.toString();
}
