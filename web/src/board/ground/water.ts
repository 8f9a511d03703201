/** Water and its edges: sea, river, stream, ford, shingle, gravel, bridges. */
import type { Point } from '../layout';
import { type Brush, halo, ink, innerShade, trace, wash, within } from './brush';
import { chance } from './chance';
import { bounds, frame, rough, rounded, scatter } from './shapes';

/** Sand around the sea, as far inland as `reach`. */
export function paintBeach(brush: Brush, polygon: Point[], reach: number): void {
  const { ctx, colour, board } = brush;
  const edge = rough(polygon, 4, 40, chance('beach', reach), board);
  ctx.save();
  halo(brush, edge, colour('sand'), reach, 1);
  ctx.restore();
}

/** The sea: deeper away from the shore, foam along it. A strip that the tide covers only later is wet sand. */
export function paintSea(brush: Brush, polygon: Point[], seed: string, tidal = false): void {
  const { ctx, colour, board } = brush;
  const roll = chance(seed, 'sea');
  if (tidal) {
    paintTide(brush, rounded(rough(polygon, 5, 34, roll, board), true, 1), polygon, seed);
    return;
  }
  const edge = rounded(rough(polygon, 7, 34, roll, board), true, 1);
  trace(ctx, edge);
  wash(ctx, colour('sea-deep'));
  innerShade(brush, edge, colour('sea'), 60, 0.9);
  innerShade(brush, edge, colour('water-light'), 18, 0.3);
  within(ctx, edge, () => {
    for (const at of scatter(polygon, 34, roll)) {
      const long = 8 + roll() * 16;
      ctx.beginPath();
      ctx.moveTo(at.x - long / 2, at.y);
      ctx.quadraticCurveTo(at.x, at.y - 3 - roll() * 2, at.x + long / 2, at.y);
      ctx.lineCap = 'round';
      ink(ctx, colour('foam'), 1.1, 0.32);
    }
  });
  ctx.lineJoin = 'round';
  trace(ctx, edge);
  ink(ctx, colour('foam'), 4.5, 0.5);
  trace(ctx, edge);
  ink(ctx, colour('foam'), 1.6, 0.95);
}

/** Ground that the tide will cover: shallow water over sand, its reach dotted. */
function paintTide(brush: Brush, edge: Point[], polygon: Point[], seed: string): void {
  const { ctx, colour } = brush;
  const roll = chance(seed, 'tide');
  trace(ctx, edge);
  wash(ctx, colour('sea'), 0.42);
  within(ctx, edge, () => {
    for (const at of scatter(polygon, 26, roll)) {
      const long = 10 + roll() * 22;
      ctx.beginPath();
      ctx.moveTo(at.x - long / 2, at.y);
      ctx.quadraticCurveTo(at.x, at.y - 2.5, at.x + long / 2, at.y);
      ctx.lineCap = 'round';
      ink(ctx, colour('foam'), 1.4, 0.4);
    }
  });
  trace(ctx, edge);
  ink(ctx, colour('foam'), 2, 0.8, [2, 7]);
}

/** A river as a band of water. */
export function paintRiver(brush: Brush, polygon: Point[], seed: string): void {
  const { ctx, colour, board } = brush;
  const roll = chance(seed, 'river');
  const edge = rounded(rough(polygon, 3, 30, roll, board), true, 1);
  halo(brush, edge, colour('wood-edge'), 7, 0.16);
  trace(ctx, edge);
  wash(ctx, colour('water'));
  innerShade(brush, edge, colour('water-edge'), 8, 0.35);
  const { angle } = frame(polygon);
  within(ctx, edge, () => {
    for (const at of scatter(polygon, 22, roll, 6)) {
      const long = 10 + roll() * 20;
      const [x, y] = [Math.cos(angle) * long, Math.sin(angle) * long];
      ctx.beginPath();
      ctx.moveTo(at.x - x / 2, at.y - y / 2);
      ctx.lineTo(at.x + x / 2, at.y + y / 2);
      ctx.lineCap = 'round';
      ink(ctx, colour('water-light'), 1.2, 0.7);
    }
  });
  trace(ctx, edge);
  ink(ctx, colour('water-edge'), 1.6);
}

/** A stream along a line. */
export function paintStream({ ctx, colour }: Brush, line: Point[], width: number): void {
  const path = rounded(line, false, 3);
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  trace(ctx, path, false);
  ink(ctx, colour('wood-edge'), width + 6, 0.22);
  trace(ctx, path, false);
  ink(ctx, colour('water-edge'), width + 2);
  trace(ctx, path, false);
  ink(ctx, colour('water'), width);
  trace(ctx, path, false);
  ink(ctx, colour('water-light'), Math.max(1, width * 0.3), 0.8, [12, 9]);
}

/** A ford: shallow water over stones. */
export function paintFord(brush: Brush, polygon: Point[], seed: string): void {
  const { ctx, colour, board } = brush;
  const roll = chance(seed, 'ford');
  const edge = rough(polygon, 3, 20, roll, board);
  trace(ctx, edge);
  wash(ctx, colour('water-light'), 0.95);
  pebbles(brush, edge, seed, 9);
  trace(ctx, edge);
  ink(ctx, colour('water-edge'), 1.2, 0.8, [4, 4]);
}

/** Pebbles over a polygon. */
export function pebbles({ ctx, colour }: Brush, polygon: Point[], seed: string, spacing: number): void {
  const roll = chance(seed, 'pebbles');
  for (const at of scatter(polygon, spacing, roll)) {
    const size = 1.1 + roll() * 1.7;
    ctx.beginPath();
    ctx.ellipse(at.x + 0.8, at.y + 0.9, size, size * 0.75, 0, 0, Math.PI * 2);
    wash(ctx, colour('shadow'), 0.28);
    ctx.beginPath();
    ctx.ellipse(at.x, at.y, size, size * 0.75, roll(), 0, Math.PI * 2);
    wash(ctx, colour(roll() < 0.5 ? 'stone-light' : 'stone'));
  }
}

/** A dry river bed, or shingle without a wall. */
export function paintGravel(brush: Brush, polygon: Point[], seed: string): void {
  const { ctx, colour, board } = brush;
  const edge = rough(polygon, 4, 24, chance(seed, 'gravel'), board);
  trace(ctx, edge);
  wash(ctx, colour('shingle'), 0.8);
  pebbles(brush, edge, seed, 10);
  trace(ctx, edge);
  ink(ctx, colour('stone-dark'), 1, 0.45, [3, 4]);
}

/** Shingle with a sea wall along its inland side. */
export function paintShingle(brush: Brush, polygon: Point[], seed: string, sea: Point | null): void {
  const { ctx, colour } = brush;
  paintGravel(brush, polygon, seed);
  if (sea === null) return;
  const box = bounds(polygon);
  const top = Math.abs(box.y - sea.y) > Math.abs(box.y + box.height - sea.y) ? box.y + 3 : box.y + box.height - 3;
  ctx.beginPath();
  ctx.moveTo(box.x, top + 3);
  ctx.lineTo(box.x + box.width, top + 3);
  ink(ctx, colour('shadow'), 6, 0.28);
  ctx.beginPath();
  ctx.moveTo(box.x, top);
  ctx.lineTo(box.x + box.width, top);
  ink(ctx, colour('stone-dark'), 7);
  ctx.beginPath();
  ctx.moveTo(box.x, top - 0.6);
  ctx.lineTo(box.x + box.width, top - 0.6);
  ink(ctx, colour('stone-light'), 4.4);
  ctx.beginPath();
  ctx.moveTo(box.x, top - 0.6);
  ctx.lineTo(box.x + box.width, top - 0.6);
  ink(ctx, colour('stone-dark'), 4.4, 0.5, [1, 11]);
}

/** A bridge: planks between railings, across the long side of its polygon. */
export function paintBridge({ ctx, colour }: Brush, polygon: Point[]): void {
  const { centre, angle, length, width } = frame(polygon);
  ctx.save();
  ctx.translate(centre.x, centre.y);
  ctx.rotate(angle);
  ctx.fillStyle = colour('shadow');
  ctx.globalAlpha = 0.3;
  ctx.fillRect(-length / 2 + 3, -width / 2 + 4, length, width);
  ctx.globalAlpha = 1;
  ctx.fillStyle = colour('earth');
  ctx.fillRect(-length / 2, -width / 2, length, width);
  ctx.beginPath();
  for (let x = -length / 2; x <= length / 2; x += 5) {
    ctx.moveTo(x, -width / 2);
    ctx.lineTo(x, width / 2);
  }
  ink(ctx, colour('earth-dark'), 0.8, 0.7);
  ctx.fillStyle = colour('earth-dark');
  ctx.fillRect(-length / 2 - 2, -width / 2 - 1.5, length + 4, 3);
  ctx.fillRect(-length / 2 - 2, width / 2 - 1.5, length + 4, 3);
  ctx.restore();
}
