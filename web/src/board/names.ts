/** The names of a hex map: those its author gave, and for the rest hills by their height, villages, towns and large woods. */
import { HEX, HexLayout, type Point } from './layout';
import { capital } from '../game/words';
import type { HexScene } from './scene';

export interface PlaceName {
  name: string;
  /** The name without its number, for a map that shows the numbers of its hexes anyway. */
  short: string;
  cells: ReadonlySet<number>;
  at: Point;
  /** Whether the author of the map calls it that. */
  given: boolean;
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
  const given = scene.names ?? [];
  const found: PlaceName[] = [];
  const add = (name: string, groups: readonly Set<number>[]): void => {
    for (const cells of groups) {
      if (given.some((each) => cells.has(each.at))) continue;
      const middle = middleOf(place, cells);
      const label = byId.get(middle)?.label ?? '';
      found.push({ name: groups.length > 1 ? `${name} ${label}` : name, short: name, cells, at: place.at(middle), given: false });
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
  const alike = [...same.values(), ...tops.values()].flat();
  return [...given.map(({ name, at }) => named(name, at, alike.find((cells) => cells.has(at)) ?? new Set([at]), place)), ...found];
}

/** A name that was given covers all of the village, wood or hilltop its hex is in. */
function named(name: string, at: number, cells: ReadonlySet<number>, place: HexLayout): PlaceName {
  return { name, short: name, cells, at: place.at(cells.size > 1 ? middleOf(place, cells) : at), given: true };
}

function middleOf(place: HexLayout, cells: ReadonlySet<number>): number {
  const points = [...cells].map((each) => place.at(each));
  const centre = { x: points.reduce((sum, p) => sum + p.x, 0) / points.length, y: points.reduce((sum, p) => sum + p.y, 0) / points.length };
  const far = (each: number): number => Math.hypot(place.at(each).x - centre.x, place.at(each).y - centre.y);
  return [...cells].reduce((best, each) => (far(each) < far(best) ? each : best));
}

/** A name as it is written on the map. */
export interface MapLabel {
  words: string;
  at: Point;
  /** Whether it is read from afar too. */
  given: boolean;
}

/** The names that are written on a hex map: those of the author above their places, the others in the lower half of a hex. */
export function hexLabels(scene: HexScene, place: HexLayout): MapLabel[] {
  const above = (cells: ReadonlySet<number>): number => Math.min(...[...cells].map((each) => place.at(each).y)) - HEX * 0.7;
  return placeNames(scene, place)
    .filter((each) => each.given || each.cells.size > 1 || each.short.startsWith('Hill'))
    .map(({ short, at, cells, given }) => ({ words: capital(short), given, at: { x: at.x, y: given ? above(cells) : at.y + HEX * 0.62 } }));
}

/** From this zoom on the names that no author gave are written too. */
const NEAR = 0.45;
const WIDE = 0.25; // half the width of a letter, in parts of its height

/** The labels that are shown at this zoom. */
export const labelsAt = (labels: readonly MapLabel[], zoom: number): MapLabel[] => labels.filter((each) => each.given || zoom > NEAR);

/** The height of a label's letters on the board: as large on the screen when all of a big table is shown. */
export const letterSize = (label: MapLabel, zoom: number): number => ((label.given ? 1.2 : 1) * 12.5) / Math.min(1, zoom);

/** Whether a label covers something written at this point, of this height and half this width. */
export function covers(label: MapLabel, zoom: number, point: Point, height: number, reach: number): boolean {
  const size = letterSize(label, zoom);
  const beside = Math.abs(point.x - label.at.x) < label.words.length * size * WIDE + reach;
  return beside && point.y > label.at.y - size && point.y - height < label.at.y + size * 0.3;
}
