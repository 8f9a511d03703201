import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { known } from './table';

describe('ground', () => {
  it.each(['tactical_combat'])('has a drawing for every kind of %s', (system) => {
    const path = new URL(`../../../../src/sandtable/systems/${system}/charts/terrain.csv`, import.meta.url);
    const [head, ...lines] = readFileSync(path, 'utf8').trim().split('\n');
    const column = head!.split(',').findIndex((name) => name === 'kind' || name === 'terrain');
    const kinds = lines.map((line) => line.split(',')[column]!).filter((kind) => kind !== 'open' && kind !== 'clear');
    expect(kinds.filter((kind) => !known(kind))).toEqual([]);
  });
});
