/** What grows: woods, orchards, vineyards, groves, marsh and rough ground. */
import type { Point } from '../layout';
import { type Brush, type Shape, halo, ink, innerShade, trace, wash, within } from './brush';
import { type Chance, chance } from './chance';
import { bounds, contains, frame, rough, scatter, turned } from './shapes';

/** One tree from above: shadow to the south-east, a crown of lobes, light from the north-west. */
export function tree({ ctx, colour }: Brush, at: Point, size: number, roll: Chance, shadow = true): void {
  const tone = colour(`tree-${1 + Math.floor(roll() * 3)}`);
  if (shadow) {
    ctx.beginPath();
    ctx.ellipse(at.x + size * 0.36, at.y + size * 0.5, size * 1.06, size * 0.74, 0.5, 0, Math.PI * 2);
    wash(ctx, colour('tree-shadow'), 0.3);
  }
  ctx.beginPath();
  ctx.arc(at.x, at.y, size * 0.9, 0, Math.PI * 2);
  const lobes = 5;
  const turn = roll() * Math.PI;
  for (let n = 0; n < lobes; n++) {
    const angle = turn + (n * Math.PI * 2) / lobes;
    const [x, y] = [at.x + Math.cos(angle) * size * 0.52, at.y + Math.sin(angle) * size * 0.52];
    ctx.moveTo(x + size * 0.52, y);
    ctx.arc(x, y, size * (0.44 + roll() * 0.14), 0, Math.PI * 2);
  }
  wash(ctx, tone);
  ctx.beginPath();
  ctx.arc(at.x + size * 0.2, at.y + size * 0.28, size * 0.66, 0.1, Math.PI * 0.95);
  ink(ctx, colour('tree-shadow'), size * 0.22, 0.16);
  ctx.beginPath();
  ctx.arc(at.x - size * 0.28, at.y - size * 0.36, size * 0.46, 0, Math.PI * 2);
  wash(ctx, colour('tree-light'), 0.62);
  ctx.beginPath();
  ctx.arc(at.x - size * 0.38, at.y - size * 0.48, size * 0.2, 0, Math.PI * 2);
  wash(ctx, colour('tree-light'), 0.75);
}

/** The floor of a wood with its dark edge. */
export function paintWood(brush: Brush, polygon: Point[], seed: string): void {
  paintWoodFloor(brush, rough(polygon, 7, 15, chance(seed, 'edge'), brush.board));
}

/** The same on an edge that is natural already. */
export function paintWoodFloor(brush: Brush, edge: Shape): void {
  const { ctx, colour } = brush;
  ctx.save();
  ctx.translate(3, 5);
  halo(brush, edge, colour('tree-shadow'), 7, 0.16);
  ctx.restore();
  trace(ctx, edge);
  ctx.fillStyle = colour('wood');
  ctx.fill('evenodd');
  innerShade(brush, edge, colour('wood-edge'), 16, 0.24);
  trace(ctx, edge);
  ctx.lineJoin = 'round';
  ink(ctx, colour('wood-edge'), 2);
}

/** The trees of a wood, thick enough to say "no sight", apart enough to see the ground. */
export function plantWood(brush: Brush, polygon: Point[], seed: string, spacing = 17): void {
  const roll = chance(seed, 'trees');
  for (const at of scatter(polygon, spacing, roll)) tree(brush, at, 5.4 + roll() * 3, roll);
}

/** An orchard: pale grass, a dashed edge, trees in rows. */
export function paintOrchard(brush: Brush, polygon: Point[]): void {
  const { ctx, colour } = brush;
  trace(ctx, polygon);
  wash(ctx, colour('orchard'), 0.92);
  trace(ctx, polygon);
  ink(ctx, colour('wood-edge'), 1.6, 0.85, [7, 5]);
}

/** The rows of an orchard. */
export function plantOrchard(brush: Brush, polygon: Point[], seed: string): void {
  const roll = chance(seed, 'orchard');
  for (const at of rows(polygon, 27, 25, 9)) {
    tree(brush, { x: at.x + roll() * 3 - 1.5, y: at.y + roll() * 3 - 1.5 }, 5.2 + roll() * 1.2, roll);
  }
}

/** Points of a turned grid inside a polygon. */
export function rows(polygon: readonly Point[], across: number, down: number, inset: number): Point[] {
  const { centre, angle, length, width } = frame(polygon);
  const found: Point[] = [];
  const [columns, lines] = [Math.max(1, Math.floor((length - inset * 2) / across)), Math.max(1, Math.floor((width - inset * 2) / down))];
  for (let line = 0; line <= lines; line++) {
    for (let column = 0; column <= columns; column++) {
      const local = { x: (column - columns / 2) * across, y: (line - lines / 2) * down };
      const point = turned(local, angle);
      const at = { x: centre.x + point.x, y: centre.y + point.y };
      if (contains(polygon, at)) found.push(at);
    }
  }
  return found.sort((a, b) => a.y - b.y);
}

/** A vineyard: rows of vines on posts. */
export function paintVineyard(brush: Brush, polygon: Point[], seed: string): void {
  const { ctx, colour } = brush;
  const roll = chance(seed, 'vines');
  trace(ctx, polygon);
  wash(ctx, colour('meadow-2'), 0.9);
  const { centre, angle, length, width } = frame(polygon);
  within(ctx, polygon, () => {
    ctx.translate(centre.x, centre.y);
    ctx.rotate(angle);
    for (let y = -width / 2 + 5; y < width / 2; y += 10) {
      ctx.beginPath();
      ctx.moveTo(-length / 2 + 4, y + 2.4);
      ctx.lineTo(length / 2 - 4, y + 2.4);
      ink(ctx, colour('tree-shadow'), 3, 0.2);
      for (let x = -length / 2 + 5; x < length / 2 - 3; x += 5.5) {
        ctx.beginPath();
        ctx.arc(x + roll(), y + roll() * 1.4 - 0.7, 2 + roll() * 0.9, 0, Math.PI * 2);
        wash(ctx, colour(`tree-${1 + Math.floor(roll() * 3)}`));
      }
    }
  });
  trace(ctx, polygon);
  ink(ctx, colour('wood-edge'), 1.4, 0.8, [7, 5]);
}

/** Rough ground: stones, scrub and broken tones. */
export function paintRough(brush: Brush, polygon: Point[], seed: string): void {
  const { ctx, colour, board } = brush;
  const roll = chance(seed, 'rough');
  const edge = rough(polygon, 5, 18, roll, board);
  trace(ctx, edge);
  wash(ctx, colour('earth'), 0.34);
  innerShade(brush, edge, colour('earth-dark'), 12, 0.07);
  trace(ctx, edge);
  ink(ctx, colour('earth-dark'), 1.3, 0.5, [2, 5]);
  for (const at of scatter(edge, 17, roll, 3)) {
    if (roll() < 0.45) stone(brush, at, 2 + roll() * 3.4, roll);
    else if (roll() < 0.8) scrub(brush, at, 2.4 + roll() * 2, roll);
  }
}

/** A stone with a lit top. */
export function stone({ ctx, colour }: Brush, at: Point, size: number, roll: Chance): void {
  const corners = Array.from({ length: 6 }, (_, n) => {
    const angle = (n * Math.PI) / 3 + roll() * 0.5;
    const far = size * (0.75 + roll() * 0.4);
    return { x: at.x + Math.cos(angle) * far, y: at.y + Math.sin(angle) * far * 0.8 };
  });
  trace(ctx, corners.map((p) => ({ x: p.x + size * 0.45, y: p.y + size * 0.5 })));
  wash(ctx, colour('shadow'), 0.25);
  trace(ctx, corners);
  wash(ctx, colour('rock'));
  ink(ctx, colour('stone-dark'), 0.6, 0.7);
  ctx.beginPath();
  ctx.arc(at.x - size * 0.25, at.y - size * 0.3, size * 0.4, 0, Math.PI * 2);
  wash(ctx, colour('stone-light'), 0.7);
}

/** A low bush. */
export function scrub({ ctx, colour }: Brush, at: Point, size: number, roll: Chance): void {
  ctx.beginPath();
  ctx.ellipse(at.x + 1.4, at.y + 1.8, size, size * 0.65, 0, 0, Math.PI * 2);
  wash(ctx, colour('tree-shadow'), 0.24);
  ctx.beginPath();
  ctx.arc(at.x, at.y, size * 0.8, 0, Math.PI * 2);
  ctx.arc(at.x + size * 0.6, at.y + 0.6, size * 0.6, 0, Math.PI * 2);
  wash(ctx, colour(`tree-${2 + Math.floor(roll() * 2)}`), 0.85);
}

/** Marsh: wet ground with reeds and open water in streaks. */
export function paintMarsh(brush: Brush, polygon: Point[], seed: string): void {
  const { ctx, colour, board } = brush;
  const roll = chance(seed, 'marsh');
  const edge = rough(polygon, 6, 20, roll, board);
  trace(ctx, edge);
  wash(ctx, colour('marsh'), 0.95);
  innerShade(brush, edge, colour('water'), 14, 0.16);
  for (const at of scatter(edge, 21, roll, 5)) {
    const long = 6 + roll() * 9;
    ctx.beginPath();
    ctx.moveTo(at.x - long / 2, at.y);
    ctx.lineTo(at.x + long / 2, at.y);
    ctx.lineCap = 'round';
    ink(ctx, colour('water'), 1.8, 0.9);
    if (roll() < 0.7) reeds(brush, { x: at.x, y: at.y - 1 }, 5 + roll() * 3);
  }
}

function reeds({ ctx, colour }: Brush, at: Point, size: number): void {
  ctx.beginPath();
  for (const lean of [-0.55, -0.2, 0.15, 0.5]) {
    ctx.moveTo(at.x, at.y);
    ctx.lineTo(at.x + lean * size, at.y - size * (1 - Math.abs(lean) * 0.5));
  }
  ink(ctx, colour('reed'), 1.1, 0.95);
}

/** Whether a polygon is wider than a strip. */
export function broad(polygon: readonly Point[]): boolean {
  const box = bounds(polygon);
  return Math.min(box.width, box.height) > 90;
}
