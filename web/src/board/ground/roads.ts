/** Roads with a casing and rounded bends; tracks as two wheel ruts. */
import type { Point } from '../layout';
import { type Brush, ink, trace } from './brush';
import { bent } from './shapes';

const TRACKS = new Set(['track', 'trail', 'poor_road']);

export interface Way {
  kind: string;
  path: Point[];
  width: number;
}

/** A road ready to be drawn, its bends rounded. */
export function way(kind: string, points: readonly Point[], width: number): Way {
  return { kind, path: bent(points, 60), width: TRACKS.has(kind) ? width * 0.7 : width };
}

/** All roads together, so that crossings have no casing across them. */
export function paintRoads({ ctx, colour }: Brush, ways: readonly Way[]): void {
  ctx.lineCap = 'butt';
  ctx.lineJoin = 'round';
  const made = ways.filter((each) => !TRACKS.has(each.kind));
  const tracks = ways.filter((each) => TRACKS.has(each.kind));
  for (const { path, width } of tracks) {
    trace(ctx, path, false);
    ink(ctx, colour('track'), width, 0.85);
    trace(ctx, path, false);
    ink(ctx, colour('road-case'), width * 0.62, 0.55);
    trace(ctx, path, false);
    ink(ctx, colour('track'), width * 0.62 - 2.6, 1);
  }
  for (const { path, width } of made) {
    trace(ctx, path.map((p) => ({ x: p.x + 1.5, y: p.y + 2 })), false);
    ink(ctx, colour('shadow'), width + 4, 0.13);
  }
  for (const { path, width } of made) {
    trace(ctx, path, false);
    ink(ctx, colour('road-case'), width + 3.6);
  }
  for (const { path, width } of made) {
    trace(ctx, path, false);
    ink(ctx, colour('road'), width);
  }
  for (const { path, width } of made) {
    trace(ctx, path, false);
    ink(ctx, colour('road-wear'), width * 0.58, 0.4);
    trace(ctx, path, false);
    ink(ctx, colour('road'), width * 0.3, 0.9);
    trace(ctx, path, false);
    ink(ctx, colour('road-wear'), 1.5, 0.95, [11, 14]);
  }
}
