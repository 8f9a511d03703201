/** The ground of an inch table: layer upon layer, from the soil to the tree tops. */
import type { Point, TableLayout } from '../layout';
import type { Outline, TableScene } from '../scene';
import type { Brush } from './brush';
import * as growth from './growth';
import * as heights from './heights';
import * as houses from './houses';
import { paintGrain, paintMeadows, paintOpenGround, paintTones } from './paper';
import { paintRoads, way } from './roads';
import { bounds, centroid } from './shapes';
import * as water from './water';
import * as works from './works';

interface Feature extends Outline {
  points: Point[];
  seed: string;
}

type Painter = (brush: Brush, feature: Feature, all: readonly Feature[]) => void;

/** What lies flat: drawn below the roads, in the order of the scenario. */
const FLAT: Record<string, Painter> = {
  marsh: (b, f) => growth.paintMarsh(b, f.points, f.seed),
  rough: (b, f) => growth.paintRough(b, f.points, f.seed),
  rough_1: (b, f) => growth.paintRough(b, f.points, f.seed),
  rough_2: (b, f) => growth.paintRough(b, f.points, f.seed),
  gravel: (b, f) => water.paintGravel(b, f.points, f.seed),
  airfield: (b, f) => works.paintAirfield(b, f.points),
  vineyard: (b, f) => growth.paintVineyard(b, f.points, f.seed),
  orchard: (b, f) => growth.paintOrchard(b, f.points),
  grove: (b, f) => growth.paintOrchard(b, f.points),
  draw: (b, f) => heights.paintDraw(b, f.points, f.seed),
  slope: (b, f, all) => heights.paintBluff(b, f.points, f.seed, downhill(f, all)),
  shingle: (b, f, all) => water.paintShingle(b, f.points, f.seed, shore(all)),
  sea: (b, f, all) => water.paintSea(b, f.points, f.seed, tide(f, all)),
  river: (b, f) => water.paintRiver(b, f.points, f.seed),
  ford: (b, f) => water.paintFord(b, f.points, f.seed),
  woods: (b, f) => growth.paintWood(b, f.points, f.seed),
  forest: (b, f) => growth.paintWood(b, f.points, f.seed),
};

/** What stands on the ground: drawn above the roads. */
const WORKS: Record<string, Painter> = {
  bridge: (b, f) => water.paintBridge(b, f.points),
  ditch: (b, f) => works.paintDitch(b, f.points, f.seed),
  trench: (b, f) => works.paintTrench(b, f.points),
  wire: (b, f) => works.paintWire(b, f.points),
  wire_belt: (b, f) => works.paintWire(b, f.points),
  tank_ditch: (b, f) => works.paintDitch(b, f.points, f.seed),
  mines: (b, f) => works.paintMines(b, f.points),
  obstacles: (b, f) => works.paintObstacles(b, f.points, f.seed),
  hard_cover: (b, f) => works.paintPosition(b, f.points, f.seed),
  revetment: (b, f) => works.paintPosition(b, f.points, f.seed),
  bunker: (b, f) => works.paintBunker(b, f.points),
  wall: (b, f) => works.paintWall(b, f.points, f.seed),
  buildings: (b, f) => houses.paintBuildings(b, f.points, f.seed),
  light_buildings: (b, f) => houses.paintBuildings(b, f.points, f.seed),
  heavy_buildings: (b, f) => houses.paintBuildings(b, f.points, f.seed),
};

/** Trees, last of all. */
const TREES: Record<string, Painter> = {
  woods: (b, f) => growth.plantWood(b, f.points, f.seed),
  forest: (b, f) => growth.plantWood(b, f.points, f.seed, 14),
  orchard: (b, f) => growth.plantOrchard(b, f.points, f.seed),
  grove: (b, f) => growth.plantOrchard(b, f.points, f.seed),
  buildings: (b, f) => houses.plantYards(b, f.points, f.seed),
  light_buildings: (b, f) => houses.plantYards(b, f.points, f.seed),
};

const HILLS = new Set(['hill', 'hilltop']);
const GREEN = new Set(['woods', 'forest', 'orchard', 'vineyard', 'marsh']);
const BROAD = new Set(['sea', 'river']);

/** Whether this client has a drawing for a kind of ground; others are drawn as rough. */
export function known(kind: string): boolean {
  return HILLS.has(kind) || kind in FLAT || kind in WORKS;
}

/** Paints a table. */
export function paintTable(brush: Brush, scene: TableScene, place: TableLayout): void {
  const features = scene.features.map((feature, n): Feature => ({
    ...feature,
    points: feature.polygon.map((corner) => place.corner(corner)),
    seed: `${n} ${feature.kind} ${feature.name}`,
  }));
  const seed = `${scene.width} ${scene.height} ${features.length}`;
  paintOpenGround(brush, seed);
  if (features.some((f) => GREEN.has(f.kind))) paintMeadows(brush, seed);
  const hills = features.filter((f) => HILLS.has(f.kind)).sort((a, b) => (a.level ?? 1) - (b.level ?? 1));
  for (const f of hills) heights.paintHill(brush, f.points, f.level ?? (f.kind === 'hilltop' ? 2 : 1), f.seed);
  paintTones(brush, seed);
  const sea = features.filter((f) => f.kind === 'sea');
  for (const f of sea) water.paintBeach(brush, f.points, beach(f, features));
  const flat = features.filter((f) => f.kind in FLAT || !known(f.kind));
  for (const f of flat.filter((each) => !BROAD.has(each.kind))) (FLAT[f.kind] ?? FLAT.rough)!(brush, f, features);
  for (const f of flat.filter((each) => BROAD.has(each.kind))) FLAT[f.kind]!(brush, f, features);
  const streams = scene.roads.filter((road) => road.kind === 'stream');
  for (const s of streams) water.paintStream(brush, s.points.map((p) => place.corner(p)), Math.max(5, place.length(s.width || 30)));
  const roads = scene.roads.filter((road) => road.kind !== 'stream');
  const ways = roads.map((road) => {
    const points = road.points.map((p) => place.corner(p));
    return way(road.kind, lengthened(points, brush), Math.min(24, Math.max(9, place.length(road.width || 80) * 0.86)));
  });
  paintRoads(brush, ways);
  for (const f of features) WORKS[f.kind]?.(brush, f, features);
  for (const f of features) TREES[f.kind]?.(brush, f, features);
  paintGrain(brush, seed);
}

/** A road that ends at the edge of the table runs on beyond it. */
function lengthened(points: Point[], { board }: Brush): Point[] {
  const on = (p: Point): boolean =>
    p.x <= 1 || p.y <= 1 || p.x >= board.width - 1 || p.y >= board.height - 1;
  const beyond = (end: Point, before: Point): Point[] => {
    const far = Math.hypot(end.x - before.x, end.y - before.y) || 1;
    return on(end) ? [{ x: end.x + ((end.x - before.x) / far) * 40, y: end.y + ((end.y - before.y) / far) * 40 }] : [];
  };
  const [first, second] = points;
  const [last, previous] = [points[points.length - 1], points[points.length - 2]];
  if (!first || !second || !last || !previous) return points;
  return [...beyond(first, second), ...points, ...beyond(last, previous)];
}

/** How far sand reaches inland: to the shingle if there is any. */
function beach(sea: Feature, all: readonly Feature[]): number {
  const from = bounds(sea.points);
  const reach = all
    .filter((f) => f.kind === 'shingle')
    .map((f) => bounds(f.points))
    .map((b) => Math.max(b.y - (from.y + from.height), from.y - (b.y + b.height), 0) + b.height);
  return Math.max(70, ...reach);
}

/** Strips of sea, farthest out first: where the tide rises strip by strip, only the open sea has a shore of foam. */
function tide(sea: Feature, all: readonly Feature[]): boolean {
  const strips = all.filter((f) => f.kind === 'sea');
  return strips.length > 1 && strips[0]!.seed !== sea.seed && touches(sea, strips);
}

function touches(sea: Feature, strips: readonly Feature[]): boolean {
  const box = bounds(sea.points);
  return strips.some((other) => {
    const near = bounds(other.points);
    const gap = Math.max(near.y - box.y - box.height, box.y - near.y - near.height);
    return other.seed !== sea.seed && Math.abs(gap) < 2;
  });
}

function shore(all: readonly Feature[]): Point | null {
  const sea = all.find((f) => f.kind === 'sea');
  return sea ? centroid(sea.points) : null;
}

/** Away from the nearest higher ground. */
function downhill(bluff: Feature, all: readonly Feature[]): Point {
  const middle = centroid(bluff.points);
  const tops = all.filter((f) => HILLS.has(f.kind)).map((f) => centroid(f.points));
  tops.sort((a, b) => Math.hypot(a.x - middle.x, a.y - middle.y) - Math.hypot(b.x - middle.x, b.y - middle.y));
  const top = tops[0];
  return top ? { x: 2 * middle.x - top.x, y: 2 * middle.y - top.y } : { x: middle.x, y: middle.y + 100 };
}
