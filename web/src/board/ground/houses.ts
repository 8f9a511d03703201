/** Buildings: roofs with ridges, tiles and shadows, alone or as a village with yards. */
import type { Point } from '../layout';
import { type Brush, ink, trace, wash } from './brush';
import { type Chance, chance } from './chance';
import { tree } from './growth';
import { area, contains, frame, fromEdge, turned } from './shapes';

/** Built-up ground: one farmhouse if it is small, yards and houses if it is large. */
export function paintBuildings(brush: Brush, polygon: Point[], seed: string): void {
  const roll = chance(seed, 'houses');
  const box = frame(polygon);
  const filled = area(polygon) / (box.length * box.width) > 0.9;
  if (filled && box.width <= 84 && box.length <= 150) {
    yard(brush, polygon, 0.9);
    house(brush, box.centre, box.length - 3, box.width - 3, box.angle, roll);
    return;
  }
  yard(brush, polygon, 1);
  const spots = plots(polygon, roll);
  for (const { at, angle, length, width } of spots) house(brush, at, length, width, angle, roll);
}

function yard({ ctx, colour }: Brush, polygon: Point[], strength: number): void {
  trace(ctx, polygon);
  wash(ctx, colour('yard'), strength);
  ctx.lineJoin = 'round';
  trace(ctx, polygon);
  ink(ctx, colour('road-case'), 1.6, 0.7);
  trace(ctx, polygon.map((p) => ({ x: p.x, y: p.y - 1 })));
  ink(ctx, colour('contour-light'), 0.8, 0.5);
}

interface Plot {
  at: Point;
  angle: number;
  length: number;
  width: number;
}

/** Places for houses on a turned grid of plots, with lanes between. */
function plots(polygon: readonly Point[], roll: Chance): Plot[] {
  const { centre, angle, length, width } = frame(polygon);
  const pitch = 38;
  const [columns, rows] = [Math.max(1, Math.round(length / pitch)), Math.max(1, Math.round(width / pitch))];
  const found: Plot[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const local = {
        x: ((column + 0.5) / columns - 0.5) * length + (roll() - 0.5) * 7,
        y: ((row + 0.5) / rows - 0.5) * width + (roll() - 0.5) * 7,
      };
      const turn = turned(local, angle);
      const at = { x: centre.x + turn.x, y: centre.y + turn.y };
      const long = 23 + roll() * 9;
      if (!contains(polygon, at) || fromEdge(polygon, at) < 14) continue;
      const lean = angle + (roll() < 0.4 ? Math.PI / 2 : 0) + (roll() - 0.5) * 0.16;
      found.push({ at, angle: lean, length: long, width: 15 + roll() * 5 });
    }
  }
  return found.sort((a, b) => a.at.y - b.at.y);
}

/** One house from above. */
export function house({ ctx, colour }: Brush, at: Point, length: number, width: number, angle: number, roll: Chance): void {
  const box = (grow = 0): Point[] =>
    [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => {
      const p = turned({ x: x! * (length / 2 + grow), y: y! * (width / 2 + grow) }, angle);
      return { x: at.x + p.x, y: at.y + p.y };
    });
  const high = Math.min(width * 0.2, 8) + 2;
  trace(ctx, box().map((p) => ({ x: p.x + high * 0.75, y: p.y + high })));
  wash(ctx, colour('shadow'), 0.34);
  ctx.save();
  ctx.translate(at.x, at.y);
  ctx.rotate(angle);
  // the half of the roof that faces north-west is lit
  const lit = Math.sin(angle + Math.PI / 2) * 0.8 + Math.cos(angle + Math.PI / 2) * 0.6 > 0;
  ctx.fillStyle = colour(lit ? 'roof-light' : 'roof-dark');
  ctx.fillRect(-length / 2, -width / 2, length, width / 2);
  ctx.fillStyle = colour(lit ? 'roof-dark' : 'roof-light');
  ctx.fillRect(-length / 2, 0, length, width / 2);
  ctx.globalAlpha = 0.55;
  ctx.fillStyle = colour('roof');
  ctx.fillRect(-length / 2, -width / 2, length, width);
  ctx.globalAlpha = 1;
  ctx.beginPath();
  const pitch = Math.max(2.6, width / 14);
  for (let x = -length / 2 + pitch; x < length / 2; x += pitch) {
    ctx.moveTo(x, -width / 2);
    ctx.lineTo(x, width / 2);
  }
  ink(ctx, colour('roof-line'), 0.55, 0.35);
  ctx.beginPath();
  for (const y of [-0.34, -0.18, 0.18, 0.34]) {
    ctx.moveTo(-length / 2, y * width);
    ctx.lineTo(length / 2, y * width);
  }
  ink(ctx, colour('roof-line'), 0.5, 0.22);
  ctx.beginPath();
  ctx.rect(-length / 2, -width / 2, length, width);
  ink(ctx, colour('roof-line'), 1.5);
  ctx.beginPath();
  ctx.moveTo(-length / 2, 0);
  ctx.lineTo(length / 2, 0);
  ink(ctx, colour('roof-line'), Math.min(2.4, width / 11), 0.9);
  ctx.beginPath();
  ctx.moveTo(-length / 2 + 1, -0.9);
  ctx.lineTo(length / 2 - 1, -0.9);
  ink(ctx, colour('contour-light'), 0.8, 0.45);
  const chimney = (roll() < 0.5 ? -1 : 1) * length * 0.28;
  const size = Math.max(2.6, Math.min(6, width * 0.13));
  ctx.fillStyle = colour('stone-dark');
  ctx.fillRect(chimney - size / 2, width * 0.1, size, size);
  ctx.fillStyle = colour('stone-light');
  ctx.fillRect(chimney - size / 2 + 0.7, width * 0.1 + 0.7, size - 2, size - 2);
  ctx.restore();
}

/** A few trees in the yards of a village. */
export function plantYards(brush: Brush, polygon: Point[], seed: string): void {
  const box = frame(polygon);
  if (box.width <= 84 && box.length <= 150) return;
  const roll = chance(seed, 'yards');
  const count = Math.round((box.length * box.width) / 4200);
  for (let n = 0; n < count; n++) {
    const local = turned({ x: (roll() - 0.5) * box.length, y: (roll() - 0.5) * box.width }, box.angle);
    const at = { x: box.centre.x + local.x, y: box.centre.y + local.y };
    if (contains(polygon, at) && fromEdge(polygon, at) < 14) tree(brush, at, 4 + roll() * 1.6, roll);
  }
}
