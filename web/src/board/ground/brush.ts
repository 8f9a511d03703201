/** What a painter holds: the canvas, the theme's colours and the size of the board. */
import type { Palette } from '../../theme/palette';
import type { Point } from '../layout';
import type { Box } from './shapes';

export interface Brush {
  ctx: CanvasRenderingContext2D;
  colour: Palette;
  board: Box;
}

/** A polygon, or several of which the inner ones are holes. */
export type Shape = readonly Point[] | readonly (readonly Point[])[];

/** The polygons of a shape. */
export function loops(shape: Shape): readonly (readonly Point[])[] {
  return Array.isArray(shape[0]) ? (shape as readonly (readonly Point[])[]) : [shape as readonly Point[]];
}

/** Sets the path to a shape, or to an open line. */
export function trace(ctx: CanvasRenderingContext2D, shape: Shape, closed = true): void {
  ctx.beginPath();
  for (const points of loops(shape)) {
    points.forEach((p, i) => (i === 0 ? ctx.moveTo(p.x, p.y) : ctx.lineTo(p.x, p.y)));
    if (closed) ctx.closePath();
  }
}

/** Draws inside a polygon only. */
export function within(ctx: CanvasRenderingContext2D, points: Shape, draw: () => void): void {
  ctx.save();
  trace(ctx, points);
  ctx.clip('evenodd');
  draw();
  ctx.restore();
}

/** Fills the path with a strength from 0 to 1. */
export function wash(ctx: CanvasRenderingContext2D, colour: string, strength = 1): void {
  ctx.globalAlpha = strength;
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.globalAlpha = 1;
}

/** Strokes the path. */
export function ink(
  ctx: CanvasRenderingContext2D,
  colour: string,
  width: number,
  strength = 1,
  dash: number[] = [],
): void {
  ctx.globalAlpha = strength;
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.setLineDash(dash);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
}

/** A soft halo of a polygon: strokes of growing width and fading strength. */
export function halo(brush: Brush, points: Shape, colour: string, width: number, strength: number): void {
  const { ctx } = brush;
  const rings = 14;
  trace(ctx, points);
  ctx.lineJoin = 'round';
  for (let ring = rings; ring >= 1; ring--) ink(ctx, colour, (width * 2 * ring) / rings, strength / 5);
}

/** A darker rim inside a polygon, as of ground that lies lower or falls away. */
export function innerShade(brush: Brush, points: Shape, colour: string, width: number, strength: number): void {
  within(brush.ctx, points, () => halo(brush, points, colour, width, strength));
}
