/** Paints the ground of any scene to a canvas, once. */
import type { Palette } from '../../theme/palette';
import { HexLayout, type Layout, TableLayout } from '../layout';
import type { Scene } from '../scene';
import { paintHexes } from './hexes';
import { paintTable } from './table';

const MOST = 12_000_000; // canvas pixels: 48 MB
const MOST_SMALL = 6_000_000; // on a telephone

/** How many canvas pixels stand for one of the board's. */
export function density(place: Layout, small: boolean): number {
  const most = small ? MOST_SMALL : MOST;
  return Math.min(3, Math.sqrt(most / (place.width * place.height)));
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
