/** What soldiers and farmers build: walls, ditches, trenches, wire, mines, obstacles, strongpoints, airfields. */
import type { Point } from '../layout';
import { type Brush, ink, innerShade, trace, wash, within } from './brush';
import { chance } from './chance';
import { rows } from './growth';
import { along, area, frame, rough, scatter, turned } from './shapes';

/** A stone wall: blocks along its length, a shadow beside it. */
export function paintWall({ ctx, colour }: Brush, polygon: Point[], seed: string): void {
  const roll = chance(seed, 'wall');
  const { centre, angle, length, width } = frame(polygon);
  const thick = Math.max(6, Math.min(width, 13));
  ctx.save();
  ctx.translate(centre.x, centre.y);
  ctx.rotate(angle);
  const shade = turned({ x: 3, y: 4.5 }, -angle);
  ctx.globalAlpha = 0.32;
  ctx.fillStyle = colour('shadow');
  ctx.fillRect(-length / 2 + shade.x, -thick / 2 + shade.y, length, thick);
  ctx.globalAlpha = 1;
  ctx.fillStyle = colour('stone-dark');
  ctx.fillRect(-length / 2, -thick / 2, length, thick);
  for (const [y, high] of [[-thick / 2 + 0.8, thick / 2 - 1.1], [0.3, thick / 2 - 1.1]] as const) {
    let x = -length / 2 + 0.8 + (y > 0 ? -4 : 0);
    while (x < length / 2 - 1) {
      const long = 6 + roll() * 7;
      const left = Math.max(x, -length / 2 + 0.8);
      const right = Math.min(x + long, length / 2 - 0.8);
      if (right - left > 1) {
        ctx.fillStyle = colour(roll() < 0.5 ? 'stone' : 'stone-light');
        ctx.fillRect(left, y, right - left - 0.9, high);
      }
      x += long;
    }
  }
  ctx.restore();
}

/** A ditch: lower ground with an edge that falls inwards. */
export function paintDitch(brush: Brush, polygon: Point[], seed: string): void {
  const { ctx, colour, board } = brush;
  const edge = rough(polygon, 2.5, 22, chance(seed, 'ditch'), board);
  trace(ctx, edge);
  wash(ctx, colour('earth'), 0.62);
  innerShade(brush, edge, colour('earth-dark'), 10, 0.34);
  within(ctx, edge, () => {
    ctx.translate(3, 4);
    trace(ctx, edge);
    ink(ctx, colour('shadow'), 5, 0.22);
  });
  hachures(brush, edge, 7, 7);
  trace(ctx, edge);
  ctx.lineJoin = 'round';
  ink(ctx, colour('earth-dark'), 1.5, 0.9);
}

/** Short strokes from an edge inwards, for ground that falls. */
function hachures({ ctx, colour }: Brush, edge: readonly Point[], spacing: number, long: number): void {
  const turn = clockwise(edge) ? 1 : -1;
  ctx.beginPath();
  let gone = 0;
  for (const { at, angle } of along(edge, true, 2)) {
    gone += 2;
    if (gone < spacing) continue;
    gone = 0;
    ctx.moveTo(at.x, at.y);
    ctx.lineTo(at.x - Math.sin(angle) * long * turn, at.y + Math.cos(angle) * long * turn);
  }
  ink(ctx, colour('earth-dark'), 1, 0.65);
}

function clockwise(polygon: readonly Point[]): boolean {
  let twice = 0;
  polygon.forEach((p, i) => {
    const q = polygon[(i + 1) % polygon.length]!;
    twice += p.x * q.y - q.x * p.y;
  });
  return twice > 0;
}

/** A trench: a dark zigzag between banks of spoil. */
export function paintTrench({ ctx, colour }: Brush, polygon: Point[]): void {
  const { centre, angle, length, width } = frame(polygon);
  trace(ctx, polygon);
  wash(ctx, colour('earth'), 0.45);
  trace(ctx, polygon);
  ink(ctx, colour('earth-dark'), 1, 0.5, [3, 4]);
  const swing = Math.min(width * 0.22, 8);
  const points: Point[] = [];
  const count = Math.max(2, Math.round(length / 22));
  for (let n = 0; n <= count; n++) {
    const x = -length / 2 + 4 + ((length - 8) * n) / count;
    for (const side of n % 2 === 0 ? [-1, 1] : [1, -1]) {
      const p = turned({ x, y: side * swing }, angle);
      points.push({ x: centre.x + p.x, y: centre.y + p.y });
    }
  }
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  trace(ctx, points, false);
  ink(ctx, colour('stone-light'), 8.5, 0.85);
  trace(ctx, points, false);
  ink(ctx, colour('earth-dark'), 6);
  trace(ctx, points.map((p) => ({ x: p.x + 0.6, y: p.y + 0.9 })), false);
  ink(ctx, colour('shadow'), 3.2, 0.75);
}

/** Barbed wire: coils between pickets. */
export function paintWire({ ctx, colour }: Brush, polygon: Point[]): void {
  const { centre, angle, length, width } = frame(polygon);
  trace(ctx, polygon);
  wash(ctx, colour('stone'), 0.16);
  const lines = Math.max(1, Math.round(width / 16));
  ctx.save();
  ctx.translate(centre.x, centre.y);
  ctx.rotate(angle);
  for (let line = 0; line < lines; line++) {
    const y = ((line + 0.5) / lines - 0.5) * width;
    ctx.beginPath();
    for (let x = -length / 2 + 5; x < length / 2 - 4; x += 6.5) {
      ctx.moveTo(x + 4.6, y);
      ctx.arc(x, y, 4.6, 0, Math.PI * 2);
    }
    ink(ctx, colour('wire'), 0.9, 0.75);
    ctx.beginPath();
    for (let x = -length / 2 + 2; x <= length / 2; x += 26) {
      ctx.moveTo(x - 2.6, y - 6.5);
      ctx.lineTo(x + 2.6, y + 6.5);
      ctx.moveTo(x + 2.6, y - 6.5);
      ctx.lineTo(x - 2.6, y + 6.5);
    }
    ink(ctx, colour('wire'), 1.5, 0.9);
  }
  ctx.restore();
}

/** A minefield: a marked edge and rows of mines. */
export function paintMines({ ctx, colour }: Brush, polygon: Point[]): void {
  trace(ctx, polygon);
  wash(ctx, colour('danger'), 0.08);
  trace(ctx, polygon);
  ink(ctx, colour('danger'), 1.4, 0.65, [9, 4, 2, 4]);
  rows(polygon, 30, 26, 8).forEach((at, n) => {
    const point = { x: at.x, y: at.y + (n % 2) * 4 };
    ctx.beginPath();
    ctx.arc(point.x, point.y, 3.2, 0, Math.PI * 2);
    wash(ctx, colour('wire'), 0.75);
    ctx.beginPath();
    for (const lean of [-0.6, 0, 0.6]) {
      ctx.moveTo(point.x, point.y);
      ctx.lineTo(point.x + Math.sin(lean) * 7, point.y - Math.cos(lean) * 7);
    }
    ink(ctx, colour('wire'), 1.1, 0.75);
  });
}

/** Beach obstacles: hedgehogs and stakes. */
export function paintObstacles(brush: Brush, polygon: Point[], seed: string): void {
  const { ctx, colour } = brush;
  const roll = chance(seed, 'obstacles');
  trace(ctx, polygon);
  ink(ctx, colour('stone-dark'), 1, 0.35, [3, 6]);
  for (const at of scatter(polygon, 30, roll, 6)) {
    const size = 4.6 + roll() * 1.4;
    const turn = roll() * Math.PI;
    for (const [dx, dy, tone, strong] of [[1.8, 2.4, 'shadow', 0.3], [0, 0, 'wire', 0.9]] as const) {
      ctx.beginPath();
      for (const arm of [0, Math.PI / 3, (Math.PI * 2) / 3]) {
        const [x, y] = [Math.cos(turn + arm) * size, Math.sin(turn + arm) * size];
        ctx.moveTo(at.x - x + dx, at.y - y + dy);
        ctx.lineTo(at.x + x + dx, at.y + y + dy);
      }
      ctx.lineCap = 'round';
      ink(ctx, colour(tone), 1.7, strong);
    }
  }
}

/** A prepared position: an earthwork edged with sandbags. */
export function paintPosition(brush: Brush, polygon: Point[], seed: string): void {
  const { ctx, colour } = brush;
  const roll = chance(seed, 'bags');
  trace(ctx, polygon.map((p) => ({ x: p.x + 3, y: p.y + 4 })));
  wash(ctx, colour('shadow'), 0.26);
  trace(ctx, polygon);
  wash(ctx, colour('earth'));
  innerShade(brush, polygon, colour('earth-dark'), 12, 0.32);
  for (const { at, angle } of along(polygon, true, 8)) {
    ctx.save();
    ctx.translate(at.x, at.y);
    ctx.rotate(angle + (roll() - 0.5) * 0.16);
    ctx.beginPath();
    ctx.roundRect(-4.4, -3, 8.8, 6, 2.8);
    wash(ctx, colour(roll() < 0.5 ? 'sand' : 'shingle'));
    ink(ctx, colour('earth-dark'), 0.8, 0.85);
    ctx.restore();
  }
}

/** A bunker: a concrete slab with a bevelled edge. */
export function paintBunker({ ctx, colour }: Brush, polygon: Point[]): void {
  const { centre } = frame(polygon);
  trace(ctx, polygon.map((p) => ({ x: p.x + 5, y: p.y + 6 })));
  wash(ctx, colour('shadow'), 0.36);
  trace(ctx, polygon);
  wash(ctx, colour('stone-dark'));
  const inner = polygon.map((p) => ({ x: centre.x + (p.x - centre.x) * 0.8, y: centre.y + (p.y - centre.y) * 0.8 }));
  trace(ctx, inner.map((p) => ({ x: p.x - 0.8, y: p.y - 1 })));
  wash(ctx, colour('stone-light'));
  trace(ctx, inner);
  ink(ctx, colour('stone'), 1.2);
  trace(ctx, polygon);
  ink(ctx, colour('wire'), 1.3);
  if (area(polygon) > 900) {
    ctx.beginPath();
    ctx.arc(centre.x, centre.y, 3.4, 0, Math.PI * 2);
    wash(ctx, colour('stone-dark'), 0.8);
  }
}

/** An airfield: a rolled strip with edge lights. */
export function paintAirfield({ ctx, colour }: Brush, polygon: Point[]): void {
  const { centre, angle, length, width } = frame(polygon);
  trace(ctx, polygon);
  wash(ctx, colour('track'), 0.8);
  trace(ctx, polygon);
  ink(ctx, colour('road-case'), 1.5, 0.7);
  ctx.save();
  ctx.translate(centre.x, centre.y);
  ctx.rotate(angle);
  ctx.beginPath();
  ctx.moveTo(-length / 2 + 10, 0);
  ctx.lineTo(length / 2 - 10, 0);
  ink(ctx, colour('foam'), 2.4, 0.9, [20, 15]);
  for (const side of [-1, 1]) {
    for (let x = -length / 2 + 8; x < length / 2; x += 24) {
      ctx.beginPath();
      ctx.arc(x, side * (width / 2 - 5), 1.6, 0, Math.PI * 2);
      wash(ctx, colour('road-case'), 0.8);
    }
  }
  ctx.restore();
}
