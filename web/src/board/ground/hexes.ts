/** The ground of a hex map: drawn as country, with the grid laid over it. */
import { strength } from '../../theme/palette';
import { HEX, type HexLayout, type Point } from '../layout';
import type { Cell, HexScene, Line } from '../scene';
import { type Brush, type Shape, ink, softly, trace, wash } from './brush';
import { chance } from './chance';
import { paintMarsh, paintOrchard, paintRough, paintVineyard, paintWoodFloor, plantOrchard, tree } from './growth';
import { contour, paintRise } from './heights';
import { house } from './houses';
import { outline } from './outlines';
import { paintGrain, paintOpenGround, paintTones } from './paper';
import { paintRoads, way } from './roads';
import { along, fromEdge, rough, rounded, scatter, toSegment } from './shapes';
import { paintRiver, paintStream, pebbles } from './water';

const WOODS = new Set(['woods', 'forest', 'wood']);
const VILLAGES = new Set(['village', 'town', 'city', 'buildings', 'built_up']);
const WIDTH: Record<string, number> = { primary: 11, secondary: 7, road: 9, track: 7, trail: 6 };

/** Paints a hex map. */
export function paintHexes(brush: Brush, scene: HexScene, place: HexLayout): void {
  const seed = `${scene.columns}x${scene.rows}`;
  const rises = risesOf(brush, scene, place);
  softly(brush, (soft) => {
    paintOpenGround(soft, seed);
    for (const { shape, tint } of rises) paintRise(soft, shape, tint);
    paintTones(soft, seed);
  });
  for (const { edge } of rises) contour(brush, edge);
  for (const terrain of new Set(scene.cells.map((cell) => cell.terrain))) {
    paintTerrain(brush, place, terrain, scene.cells.filter((cell) => cell.terrain === terrain));
  }
  paintWaters(brush, scene, place);
  const ways = lanes(scene.roads).map((road) => way(road.kind, smooth(road.cells, place, scene), WIDTH[road.kind] ?? 8));
  paintRoads(brush, ways);
  for (const cell of scene.cells) if (VILLAGES.has(cell.terrain)) paintVillage(brush, place, cell, ways.map((each) => each.path));
  for (const cell of scene.cells) if (WOODS.has(cell.terrain)) plant(brush, place, cell, ways.map((each) => each.path));
  paintCrests(brush, scene, place);
  paintHedges(brush, scene, place);
  paintGrid(brush, scene, place);
  paintGrain(brush, seed);
}

interface Rise {
  /** The line that is drawn. */
  edge: Shape;
  /** The same with fewer points, which is enough for shades. */
  shape: Shape;
  tint: string;
}

/** Where the ground rises, from the lowest level to the highest. */
function risesOf(brush: Brush, scene: HexScene, place: HexLayout): Rise[] {
  const levels = [...new Set(scene.cells.map((cell) => cell.elevation))].sort((a, b) => a - b);
  const tints = ['height-1', 'height-2', 'height-3', 'height-4'].map((name) => brush.colour(name));
  return levels.slice(1).map((level, n) => {
    const high = new Set(scene.cells.filter((cell) => cell.elevation >= level).map((cell) => cell.id));
    const loops = outline(place, high).map((loop) => rounded(rough(eased(loop), 6, HEX * 4, chance('contour', level), brush.board), true, 1));
    const spread = levels.length > 5 ? (n / (levels.length - 2)) * 3 : n;
    return { edge: loops.map((loop) => rounded(loop, true, 2)), shape: loops, tint: tints[Math.min(3, Math.floor(spread))]! };
  });
}

function paintTerrain(brush: Brush, place: HexLayout, terrain: string, cells: readonly Cell[]): void {
  const loops = outline(place, new Set(cells.map((cell) => cell.id)));
  if (WOODS.has(terrain)) {
    paintWoodFloor(brush, loops.map((loop) => rough(loop, 6, 14, chance(terrain, loop.length), brush.board)));
    return;
  }
  const each: Record<string, (loop: Point[], seed: string) => void> = {
    marsh: (loop, seed) => paintMarsh(brush, loop, seed),
    swamp: (loop, seed) => paintMarsh(brush, loop, seed),
    rough: (loop, seed) => paintRough(brush, loop, seed),
    orchard: (loop, seed) => {
      paintOrchard(brush, loop);
      plantOrchard(brush, loop, seed);
    },
    vineyard: (loop, seed) => paintVineyard(brush, loop, seed),
    water: (loop, seed) => paintRiver(brush, loop, seed),
    lake: (loop, seed) => paintRiver(brush, loop, seed),
    ford: (loop, seed) => pebbles(brush, loop, seed, 12),
  };
  loops.forEach((loop, n) => each[terrain]?.(rounded(loop, true, 1), `${terrain} ${n}`));
}

function paintWaters(brush: Brush, scene: HexScene, place: HexLayout): void {
  for (const kind of ['river', 'stream', 'ditch']) {
    const sides = scene.edges.filter((edge) => edge.kind === kind).map((edge) => place.side(edge.one, edge.other));
    const width = kind === 'river' ? 13 : kind === 'stream' ? 4.5 : 3;
    for (const line of joined(sides)) paintStream(brush, line, width);
  }
}

/** Sides that meet, chained into lines. */
export function joined(sides: readonly [Point, Point][]): Point[][] {
  const left = [...sides];
  const near = (a: Point, b: Point): boolean => Math.hypot(a.x - b.x, a.y - b.y) < 2;
  const lines: Point[][] = [];
  while (left.length > 0) {
    const line: Point[] = [...left.pop()!];
    for (let grown = true; grown; ) {
      grown = false;
      for (let i = left.length - 1; i >= 0; i--) {
        const [a, b] = left[i]!;
        const [first, last] = [line[0]!, line[line.length - 1]!];
        if (near(a, last)) line.push(b);
        else if (near(b, last)) line.push(a);
        else if (near(a, first)) line.unshift(b);
        else if (near(b, first)) line.unshift(a);
        else continue;
        left.splice(i, 1);
        grown = true;
      }
    }
    lines.push(line);
  }
  return lines;
}

/** Corners left out: a line through the middles of every other side, as country runs, not as hexes do. */
function eased(loop: readonly Point[]): Point[] {
  const middles = loop.map((p, i) => {
    const q = loop[(i + 1) % loop.length]!;
    return { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
  });
  return loop.length > 8 ? middles.filter((_, i) => i % 2 === 0) : middles;
}

/** Roads given hex by hex, chained into lanes: from end to end, through hexes where nothing of the kind branches off. */
export function lanes(roads: readonly Line[]): Line[] {
  const found: Line[] = [];
  for (const kind of new Set(roads.map((road) => road.kind))) {
    const left = roads.filter((road) => road.kind === kind).map((road) => ({ ...road, cells: [...road.cells] }));
    const branches = new Map<number, number>();
    for (const road of left) for (const cell of [road.cells[0]!, road.cells[road.cells.length - 1]!]) branches.set(cell, (branches.get(cell) ?? 0) + 1);
    while (left.length > 0) {
      const lane = left.pop()!;
      for (let grown = true; grown; ) {
        grown = false;
        for (let i = left.length - 1; i >= 0; i--) {
          const cells = left[i]!.cells;
          const [first, last] = [lane.cells[0]!, lane.cells[lane.cells.length - 1]!];
          const [a, b] = [cells[0]!, cells[cells.length - 1]!];
          if (a === last && branches.get(last) === 2) lane.cells.push(...cells.slice(1));
          else if (b === last && branches.get(last) === 2) lane.cells.push(...cells.slice(0, -1).reverse());
          else if (b === first && branches.get(first) === 2) lane.cells.unshift(...cells.slice(0, -1));
          else if (a === first && branches.get(first) === 2) lane.cells.unshift(...cells.slice(1).reverse());
          else continue;
          left.splice(i, 1);
          grown = true;
        }
      }
      found.push(lane);
    }
  }
  return found;
}

/** A road through the middles of the sides, so that it bends instead of zigzagging; to the edge at the map's edge. */
function smooth(cells: readonly number[], place: HexLayout, scene: HexScene): Point[] {
  const centres = cells.map((cell) => place.at(cell));
  const middles = centres.slice(1).map((p, i) => ({ x: (p.x + centres[i]!.x) / 2, y: (p.y + centres[i]!.y) / 2 }));
  const end = (n: number, other: number): Point => {
    const [cell, at, next] = [cells[n]!, centres[n]!, centres[other] ?? centres[n]!];
    const found = scene.cells.find((each) => each.id === cell)!;
    const border = found.column === 1 || found.row === 1 || found.column === scene.columns || found.row === scene.rows;
    return border ? { x: at.x * 2.4 - next.x * 1.4, y: at.y * 2.4 - next.y * 1.4 } : at;
  };
  return [end(0, 1), ...middles, end(cells.length - 1, cells.length - 2)];
}

/** Houses around the middle of a hex, clear of the road. */
function paintVillage(brush: Brush, place: HexLayout, cell: Cell, roads: readonly Point[][]): void {
  const { ctx, colour } = brush;
  const roll = chance('village', cell.id);
  const corners = place.corners(cell.id);
  const dense = cell.terrain !== 'buildings';
  if (dense) {
    const edge = rough(corners.map((p) => shrink(p, place.at(cell.id), 0.86)), 3, 12, roll, brush.board);
    trace(ctx, edge);
    wash(ctx, colour('yard'), 0.75);
    ink(ctx, colour('road-case'), 1, 0.4);
    paintRoads(brush, roads.filter((path) => near(path, place.at(cell.id), HEX)).map((path) => ({ kind: 'road', path: clip(path, place.at(cell.id)), width: 7 })));
  }
  const close = segmentsNear(roads, place.at(cell.id), HEX + 12);
  const spots = scatter(corners, dense ? 17 : 21, roll, 9).filter((at) => close.every((each) => !near(each, at, 12)));
  const kept = dense ? spots : spots.slice(0, 4);
  for (const at of kept) {
    if (roll() < 0.18) continue;
    house(brush, at, 13 + roll() * 4, 9 + roll() * 2, (roll() - 0.5) * 0.7 + (roll() < 0.5 ? Math.PI / 2 : 0), roll);
  }
}

function shrink(p: Point, centre: Point, by: number): Point {
  return { x: centre.x + (p.x - centre.x) * by, y: centre.y + (p.y - centre.y) * by };
}

function near(path: readonly Point[], at: Point, far: number): boolean {
  for (let i = 1; i < path.length; i++) if (toSegment(at, path[i - 1]!, path[i]!) < far) return true;
  return false;
}

/** Of several paths the segments that come this near to a point. */
function segmentsNear(paths: readonly Point[][], at: Point, far: number): Point[][] {
  const segments = paths.flatMap((path) => path.slice(1).map((point, i) => [path[i]!, point]));
  return segments.filter((each) => near(each, at, far));
}

function clip(path: readonly Point[], centre: Point): Point[] {
  return path.filter((p) => Math.hypot(p.x - centre.x, p.y - centre.y) < HEX);
}

function plant(brush: Brush, place: HexLayout, cell: Cell, roads: readonly Point[][]): void {
  const roll = chance('trees', cell.id);
  const corners = place.corners(cell.id).map((p) => shrink(p, place.at(cell.id), 1.02));
  const close = segmentsNear(roads, place.at(cell.id), HEX * 1.02 + 8);
  for (const at of scatter(corners, 14.5, roll)) {
    if (close.some((each) => near(each, at, 8))) continue;
    if (fromEdge(corners, at) < 1.5 && roll() < 0.5) continue;
    tree(brush, at, 3.6 + roll() * 2.2, roll);
  }
}

function paintHedges(brush: Brush, scene: HexScene, place: HexLayout): void {
  const { ctx, colour } = brush;
  for (const edge of scene.edges) {
    const side = place.side(edge.one, edge.other);
    if (edge.kind === 'hedge') {
      const roll = chance('hedge', edge.one, edge.other);
      for (const { at } of along(side, false, 5)) tree(brush, { x: at.x + roll() - 0.5, y: at.y + roll() - 0.5 }, 2.7 + roll(), roll);
    } else if (edge.kind === 'wall') {
      trace(ctx, side, false);
      ink(ctx, colour('stone-dark'), 5);
      trace(ctx, side, false);
      ink(ctx, colour('stone-light'), 3, 1, [5, 1.2]);
    } else if (edge.kind === 'cliff' || edge.kind === 'slope') {
      trace(ctx, side, false);
      ink(ctx, colour('slope'), 2.4);
      trace(ctx, side, false);
      ink(ctx, colour('slope'), 8, 0.6, [1.5, 4]);
    } else if (edge.kind === 'bridge') {
      trace(ctx, [place.at(edge.one), place.at(edge.other)].map((p, _, both) => shrink(p, { x: (both[0]!.x + both[1]!.x) / 2, y: (both[0]!.y + both[1]!.y) / 2 }, 0.34)), false);
      ink(ctx, colour('earth-dark'), 13);
      ink(ctx, colour('earth'), 9);
    }
  }
}

/** Crests: a ridge line with hachures falling off on both sides. */
function paintCrests({ ctx, colour }: Brush, scene: HexScene, place: HexLayout): void {
  for (const line of joined(scene.edges.filter((edge) => edge.kind === 'crest').map((edge) => place.side(edge.one, edge.other)))) {
    trace(ctx, line, false);
    ink(ctx, colour('slope'), 13, 0.55, [1.6, 5.4]);
    trace(ctx, line, false);
    ink(ctx, colour('slope'), 4.2, 0.9);
    trace(ctx, line, false);
    ink(ctx, colour('height-1'), 1.8);
  }
}

function paintGrid({ ctx, colour }: Brush, scene: HexScene, place: HexLayout): void {
  const clear = strength(colour, 'hex-line-strength');
  ctx.lineJoin = 'round';
  for (const cell of scene.cells) {
    trace(ctx, place.corners(cell.id));
    ink(ctx, colour('hex-line'), 0.7, clear);
  }
}
