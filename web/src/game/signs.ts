/** The signs of what a plan is made of, 26 by 18, for rows and tools: an SVG path each, by the kind of the shape. */
export interface Sign {
  path: string;
  dashed?: boolean;
  /** Drawn in red: fire. */
  red?: boolean;
}

const ARROW = 'M2,6H15V2L24,9L15,16V12H2';
const OVAL = 'M2,9a11,7 0 1 0 22,0a11,7 0 1 0 -22,0';
const SIGNS: Readonly<Record<string, Sign>> = {
  objective: { path: OVAL },
  axis: { path: ARROW },
  direction: { path: 'M2,9H22M16,3L23,9L16,15' },
  boundary: { path: 'M1,9H9M17,9H25M13,3V15' },
  line: { path: 'M1,12C8,4 17,15 25,7' },
  reserve: { path: OVAL, dashed: true },
  alternate: { path: ARROW, dashed: true },
  assembly: { path: 'M3,3H23V15H3Z', dashed: true },
  rally: { path: 'M22,4V9H6M10,4L5,9L10,14' },
  fires: { path: 'M13,2L16,7L22,8L18,12L19,17L13,14L7,17L8,12L4,8L10,7Z', red: true },
};

/** The sign of a kind; null if it has none. */
export function signOf(kind: string): Sign | null {
  return SIGNS[kind] ?? null;
}
