/** The ground itself: tone, meadows and the grain of the paper. */
import { strength } from '../../theme/palette';
import { type Brush, ink, softly, trace, wash } from './brush';
import { chance, noise } from './chance';
import type { Box } from './shapes';

/** Open ground in slightly uneven tones. */
export function paintOpenGround(brush: Brush, seed: string): void {
  const { ctx, colour, board } = brush;
  ctx.fillStyle = colour('ground');
  ctx.fillRect(board.x, board.y, board.width, board.height);
  mottle(brush, seed, colour('ground-light'), 0.9, 150);
}

/** Cloudy tones over hills and open ground alike. */
export function paintTones(brush: Brush, seed: string): void {
  mottle(brush, `${seed} dark`, brush.colour('ground-dark'), 0.27, 95);
}

/** Cloudy patches of one colour. */
function mottle(brush: Brush, seed: string, colour: string, power: number, size: number): void {
  const { board } = brush;
  const step = 6;
  const tile = document.createElement('canvas');
  tile.width = Math.ceil(board.width / step);
  tile.height = Math.ceil(board.height / step);
  const small = tile.getContext('2d')!;
  small.fillStyle = colour;
  small.fillRect(0, 0, tile.width, tile.height);
  const image = small.getImageData(0, 0, tile.width, tile.height);
  const field = noise(seed);
  for (let y = 0; y < tile.height; y++) {
    for (let x = 0; x < tile.width; x++) {
      const value = field((x * step) / size, (y * step) / size);
      image.data[(y * tile.width + x) * 4 + 3] = Math.max(0, Math.min(1, (value - 0.42) * 2.4)) * 255 * power;
    }
  }
  small.putImageData(image, 0, 0);
  softly(brush, ({ ctx }) => {
    ctx.imageSmoothingEnabled = true;
    ctx.imageSmoothingQuality = 'high';
    ctx.drawImage(tile, board.x, board.y, board.width, board.height);
  });
}

const TONES = ['meadow-1', 'meadow-2', 'meadow-3', 'meadow-4'];

/** Fields on open ground: they only make it look farmed, and mean nothing. */
export function paintMeadows(brush: Brush, seed: string): void {
  const roll = chance(seed, 'meadows');
  for (const parcel of parcels(brush.board, roll)) {
    const tone = TONES[Math.floor(roll() * TONES.length)]!;
    const kept = roll() < 0.62;
    const tilt = roll() * 0.5 - 0.25 + (roll() < 0.5 ? Math.PI / 2 : 0);
    if (kept) meadow(brush, parcel, tone, tilt);
  }
}

function parcels(box: Box, roll: () => number, depth = 0): Box[] {
  const wide = box.width > box.height;
  const long = wide ? box.width : box.height;
  if (long < 260 || (depth > 2 && roll() < 0.35)) return [box];
  const cut = long * (0.36 + roll() * 0.28);
  const [one, other] = wide
    ? [{ ...box, width: cut }, { ...box, x: box.x + cut, width: box.width - cut }]
    : [{ ...box, height: cut }, { ...box, y: box.y + cut, height: box.height - cut }];
  return [...parcels(one, roll, depth + 1), ...parcels(other, roll, depth + 1)];
}

function meadow({ ctx, colour }: Brush, box: Box, tone: string, tilt: number): void {
  const gap = 5;
  const corners = [
    { x: box.x + gap, y: box.y + gap },
    { x: box.x + box.width - gap, y: box.y + gap },
    { x: box.x + box.width - gap, y: box.y + box.height - gap },
    { x: box.x + gap, y: box.y + box.height - gap },
  ];
  ctx.save();
  trace(ctx, corners);
  wash(ctx, colour(tone), 0.5);
  ctx.clip();
  ctx.translate(box.x + box.width / 2, box.y + box.height / 2);
  ctx.rotate(tilt);
  const far = box.width + box.height;
  ctx.beginPath();
  for (let y = -far; y < far; y += 6.5) {
    ctx.moveTo(-far, y);
    ctx.lineTo(far, y + 2);
  }
  ink(ctx, colour('furrow'), 0.8, 0.28);
  ctx.restore();
}

/** The fine grain of paper over everything, and a little shade towards the edges of the table. */
export function paintGrain(brush: Brush, seed: string): void {
  const { ctx, colour, board } = brush;
  const roll = chance(seed, 'grain');
  const size = 192;
  const tile = document.createElement('canvas');
  tile.width = tile.height = size;
  const small = tile.getContext('2d')!;
  small.fillStyle = colour('grain');
  small.fillRect(0, 0, size, size);
  const image = small.getImageData(0, 0, size, size);
  for (let i = 3; i < image.data.length; i += 4) image.data[i] = roll() * roll() * 255;
  small.putImageData(image, 0, 0);
  ctx.save();
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.globalAlpha = strength(colour, 'grain-strength') * 0.7;
  ctx.fillStyle = ctx.createPattern(tile, 'repeat')!;
  ctx.fillRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  ctx.restore();
  const [x, y] = [board.x + board.width / 2, board.y + board.height / 2];
  const far = Math.hypot(board.width, board.height) / 2;
  const shade = ctx.createRadialGradient(x, y, far * 0.62, x, y, far);
  shade.addColorStop(0, 'rgb(60 44 10 / 0)');
  shade.addColorStop(1, 'rgb(60 44 10 / 0.16)');
  ctx.fillStyle = shade;
  ctx.fillRect(board.x, board.y, board.width, board.height);
}
