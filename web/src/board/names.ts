/** Names for what a hex map shows without naming it: hills by their height, villages, towns and large woods. */
import { HexLayout, type Point } from './layout';
import type { HexScene } from './scene';

export interface PlaceName {
  name: string;
  cells: ReadonlySet<number>;
  at: Point;
}

const KINDS: Readonly<Record<string, { name: string; least: number }>> = {
  village: { name: 'village', least: 1 },
  city: { name: 'town', least: 1 },
  buildings: { name: 'farm', least: 1 },
  woods: { name: 'wood', least: 4 },
  forest: { name: 'forest', least: 4 },
  swamp: { name: 'swamp', least: 2 },
};
const LOW = 2; // contours above the lowest ground that make a hill

/** Neighbouring cells that are alike, together. */
function clusters(place: HexLayout, cells: ReadonlySet<number>): Set<number>[] {
  const left = new Set(cells);
  const found: Set<number>[] = [];
  for (const first of cells) {
    if (!left.delete(first)) continue;
    const cluster = new Set([first]);
    for (const each of cluster) {
      for (const next of place.around(each)) if (left.delete(next)) cluster.add(next);
    }
    found.push(cluster);
  }
  return found;
}

/** The names of a hex map. Of several of a kind each has the number of its middle hex. */
export function placeNames(scene: HexScene, place: HexLayout): PlaceName[] {
  const byId = new Map(scene.cells.map((cell) => [cell.id, cell]));
  const found: PlaceName[] = [];
  const add = (name: string, groups: readonly Set<number>[]): void => {
    for (const cells of groups) {
      const middle = middleOf(place, cells);
      const label = byId.get(middle)?.label ?? '';
      found.push({ name: groups.length > 1 ? `${name} ${label}` : name, cells, at: place.at(middle) });
    }
  };
  const same = new Map<string, Set<number>[]>();
  for (const [kind, { name, least }] of Object.entries(KINDS)) {
    const cells = new Set(scene.cells.filter((cell) => cell.terrain === kind).map((cell) => cell.id));
    same.set(name, [...(same.get(name) ?? []), ...clusters(place, cells).filter((cluster) => cluster.size >= least)]);
  }
  for (const [name, groups] of same) add(name, groups);
  const heights = [...new Set(scene.cells.map((cell) => cell.elevation))].sort((a, b) => a - b);
  const tops = new Map<number, Set<number>[]>();
  for (const height of heights.slice(LOW)) {
    const level = clusters(place, new Set(scene.cells.filter((cell) => cell.elevation === height).map((cell) => cell.id)));
    const high = level.filter((cluster) => [...cluster].every((each) => place.around(each).every((next) => (byId.get(next)?.elevation ?? 0) <= height)));
    if (high.length > 0) tops.set(height, high);
  }
  for (const [height, groups] of tops) add(`Hill ${height}`, groups);
  return found;
}

function middleOf(place: HexLayout, cells: ReadonlySet<number>): number {
  const points = [...cells].map((each) => place.at(each));
  const centre = { x: points.reduce((sum, p) => sum + p.x, 0) / points.length, y: points.reduce((sum, p) => sum + p.y, 0) / points.length };
  const far = (each: number): number => Math.hypot(place.at(each).x - centre.x, place.at(each).y - centre.y);
  return [...cells].reduce((best, each) => (far(each) < far(best) ? each : best));
}
