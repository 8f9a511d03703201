/** Ground that rises: hills with tints and contours, bluffs with hachures, draws. */
import type { Point } from '../layout';
import { type Brush, type Shape, halo, ink, innerShade, loops, trace, wash, within } from './brush';
import { chance } from './chance';
import { along, frame, rough, rounded, scatter, turned } from './shapes';

/** A hill: a tint by its level, a shaded south-east, a contour with a light upper edge. */
export function paintHill(brush: Brush, polygon: Point[], level: number, seed: string): void {
  const edge = rounded(rough(polygon, 5, 48, chance(seed, 'hill'), brush.board), true, 1);
  paintRise(brush, edge, brush.colour(`height-${Math.max(1, Math.min(4, level))}`));
  contour(brush, edge);
}

/** The tint and the shades of the ground above an edge that is natural already. */
export function paintRise(brush: Brush, edge: Shape, tint: string): void {
  const { ctx, colour } = brush;
  ctx.save();
  ctx.translate(5, 7);
  halo(brush, edge, colour('slope'), 15, 0.1);
  ctx.restore();
  trace(ctx, edge);
  ctx.fillStyle = tint;
  ctx.fill('evenodd');
  within(ctx, edge, () => {
    ctx.save();
    ctx.translate(7, 9);
    halo(brush, edge, colour('contour-light'), 26, 0.1);
    ctx.restore();
    ctx.translate(-6, -8);
    halo(brush, edge, colour('slope'), 20, 0.1);
  });
}

/** A contour line with a light upper edge. */
export function contour({ ctx, colour }: Brush, edge: Shape): void {
  ctx.lineJoin = 'round';
  trace(ctx, loops(edge).map((loop) => loop.map((p) => ({ x: p.x - 1.3, y: p.y - 1.7 }))));
  ink(ctx, colour('contour-light'), 2.2, 0.8);
  trace(ctx, edge);
  ink(ctx, colour('contour'), 1.5, 0.95);
}

/** A bluff: hachures down its short side, folds of dead ground. */
export function paintBluff(brush: Brush, polygon: Point[], seed: string, downhill: Point): void {
  const { ctx, colour, board } = brush;
  const roll = chance(seed, 'bluff');
  const edge = rough(polygon, 4, 26, roll, board);
  trace(ctx, edge);
  wash(ctx, colour('height-2'), 0.72);
  innerShade(brush, edge, colour('slope'), 16, 0.12);
  const towards = (from: Point): number => Math.atan2(downhill.y - from.y, downhill.x - from.x);
  const { angle, width, centre } = frame(polygon);
  const across = Math.abs(Math.sin(towards(centre) - angle)) > 0.2 ? angle + Math.PI / 2 : towards(centre);
  const fall = Math.cos(across) * (downhill.x - centre.x) + Math.sin(across) * (downhill.y - centre.y) >= 0 ? 1 : -1;
  within(ctx, edge, () => {
    for (const at of scatter(polygon, 13, roll)) {
      const long = Math.min(width * 0.22, 11 + roll() * 9);
      const lean = across + (roll() - 0.5) * 0.35;
      const tip = { x: at.x + Math.cos(lean) * long * fall, y: at.y + Math.sin(lean) * long * fall };
      const side = turned({ x: 1.3, y: 0 }, lean + Math.PI / 2);
      trace(ctx, [{ x: at.x + side.x, y: at.y + side.y }, { x: at.x - side.x, y: at.y - side.y }, tip]);
      wash(ctx, colour('slope'), 0.42);
    }
  });
  trace(ctx, edge);
  ink(ctx, colour('contour'), 1.4, 0.9);
}

/** A draw: a hollow between slopes. */
export function paintDraw(brush: Brush, polygon: Point[], seed: string): void {
  const { ctx, colour, board } = brush;
  const edge = rough(polygon, 5, 26, chance(seed, 'draw'), board);
  trace(ctx, edge);
  wash(ctx, colour('ground'), 0.95);
  innerShade(brush, edge, colour('slope'), 18, 0.16);
  for (const { at, angle } of along(edge, true, 11)) {
    ctx.beginPath();
    ctx.moveTo(at.x, at.y);
    ctx.lineTo(at.x - Math.sin(angle) * 6, at.y + Math.cos(angle) * 6);
    ink(ctx, colour('slope'), 1, 0.3);
  }
}
