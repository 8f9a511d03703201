/** Paints the ground of any scene to a canvas, once. */
import type { Palette } from '../../theme/palette';
import { HexLayout, type Layout, TableLayout } from '../layout';
import type { Scene } from '../scene';
import { paintHexes } from './hexes';
import { paintTable } from './table';

const MOST = 12_000_000; // canvas pixels: 48 MB
const MOST_SMALL = 6_000_000; // on a telephone
const FINEST = 3; // canvas pixels for one of the board
const SPARE = 1.2; // the zoom may grow by so much before the ground is painted again

/** How many canvas pixels can stand for one of the board's. */
export function mostPixels(place: Layout): number {
  const most = matchMedia('(max-width: 760px)').matches ? MOST_SMALL : MOST;
  return Math.min(FINEST, Math.sqrt(most / (place.width * place.height)));
}

/**
 * How fine the ground is to be painted, in canvas pixels for one of the board: at first a little finer than the screen
 * shows it, and as fine as can be when it is looked at from nearer.
 */
export function finer(painted: number, shown: number, most: number): number {
  if (shown <= painted || painted >= most) return painted;
  return painted === 0 ? Math.min(most, shown * SPARE) : most;
}

/** Paints a scene; `scale` is canvas pixels per pixel of the board. */
export function paintGround(canvas: HTMLCanvasElement, scene: Scene, place: Layout, colour: Palette, scale: number): void {
  canvas.width = Math.round(place.width * scale);
  canvas.height = Math.round(place.height * scale);
  const ctx = canvas.getContext('2d');
  if (ctx === null) return;
  ctx.setTransform(scale, 0, 0, scale, 0, 0);
  const brush = { ctx, colour, board: { x: 0, y: 0, width: place.width, height: place.height } };
  if (scene.type === 'table' && place instanceof TableLayout) paintTable(brush, scene, place);
  if (scene.type === 'hexes' && place instanceof HexLayout) paintHexes(brush, scene, place);
}
