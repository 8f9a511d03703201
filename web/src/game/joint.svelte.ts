/** Own pieces that are about to act on one target together: who takes part, who could, and the odds as they stand. */
import type { Way } from '../api/types';
import type { Table } from './table.svelte';

export interface Aimed {
  unit: number | null;
  place: number | null;
}

export class Joint {
  ways = $state.raw<Way[]>([]);
  /** The pieces that shall take part, whether or not the odds with them are known yet. */
  wanted = $state.raw<number[]>([]);
  target = $state.raw<Aimed | null>(null);
  private name = $state('');
  private asked = 0;

  constructor(private readonly table: Table) {}

  /** The way in hand: suppressive or point fire, cannon or missile. */
  readonly way = $derived.by((): Way | null => this.ways.find((each) => nameOf(each) === this.name) ?? this.ways[0] ?? null);

  /** Puts it together: whether these pieces can act on the target at all. */
  async begin(units: readonly number[], target: Aimed): Promise<boolean> {
    return this.find([...units], target);
  }

  /** A piece joins, or leaves; the last one that leaves ends it. */
  async toggle(unit: number): Promise<void> {
    if (!this.target) return;
    const units = this.wanted.includes(unit) ? this.wanted.filter((each) => each !== unit) : [...this.wanted, unit];
    if (units.length === 0) this.drop();
    else await this.find(units, this.target);
  }

  /** Whether a piece takes part or could. */
  concerns(unit: number): boolean {
    return this.way !== null && (this.wanted.includes(unit) || this.way.able.includes(unit));
  }

  choose(way: Way): void {
    this.name = nameOf(way);
  }

  confirm(): void {
    const way = this.way;
    if (!way || this.table.busy) return;
    this.drop();
    this.table.takeAll(way.actions);
  }

  drop(): void {
    this.asked += 1;
    [this.ways, this.wanted, this.target, this.name] = [[], [], null, ''];
  }

  private async find(units: number[], target: Aimed): Promise<boolean> {
    const number = (this.asked += 1);
    if (this.target) this.wanted = units;
    const ways = await this.table.ways({ units, ...target });
    if (number !== this.asked) return true; // something else was pressed meanwhile
    if (ways.length === 0) {
      if (!this.target) return false;
      this.wanted = [...(this.way?.units ?? [])]; // it could not join after all
      return true;
    }
    [this.ways, this.target] = [ways, target];
    this.wanted = [...(this.way?.units ?? units)];
    return true;
  }
}

/** What tells two ways apart, whoever takes part: the target is the same. */
export const nameOf = (way: Way): string => `${way.label}|${way.by}`;
