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

const COARSE = 0.6; // pixels of a canvas for one of the board that show tones and shades as well as any more would

/** Pixels of the canvas for one of the board. */
const fineness = (ctx: CanvasRenderingContext2D): number => ctx.getTransform().a;

/** Draws what has no sharp edges: on a coarser canvas, which is then laid over the board. A large map has a ninth of the pixels so. */
export function softly(brush: Brush, draw: (soft: Brush) => void): void {
  const { ctx, board } = brush;
  if (fineness(ctx) <= COARSE) {
    draw(brush);
    return;
  }
  const layer = document.createElement('canvas');
  layer.width = Math.ceil(board.width * COARSE);
  layer.height = Math.ceil(board.height * COARSE);
  const soft = layer.getContext('2d')!;
  soft.setTransform(COARSE, 0, 0, COARSE, -board.x * COARSE, -board.y * COARSE);
  draw({ ...brush, ctx: soft });
  ctx.imageSmoothingEnabled = true;
  ctx.imageSmoothingQuality = 'low';
  ctx.drawImage(layer, board.x, board.y, layer.width / COARSE, layer.height / COARSE);
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

const RINGS = 14;

/** A soft halo of a polygon: strokes of growing width and fading strength, at most one for each pixel of the canvas. */
export function halo(brush: Brush, points: Shape, colour: string, width: number, strength: number): void {
  const { ctx } = brush;
  const rings = Math.max(3, Math.min(RINGS, Math.round(width * fineness(ctx))));
  trace(ctx, points);
  ctx.lineJoin = 'round';
  for (let ring = rings; ring >= 1; ring--) ink(ctx, colour, (width * 2 * ring) / rings, (strength / 5) * (RINGS / rings));
}

/** A darker rim inside a polygon, as of ground that lies lower or falls away. */
export function innerShade(brush: Brush, points: Shape, colour: string, width: number, strength: number): void {
  within(brush.ctx, points, () => halo(brush, points, colour, width, strength));
}
