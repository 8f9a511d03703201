/** What the server says of a game's table or map; the same names as in `kernel/picture.py`. */
export type Corner = [number, number];

export interface Piece {
  id: number;
  name: string;
  side: number;
  symbol: string;
  kind: string;
  formation: string;
  faces: boolean;
  leader: boolean;
  facts: [string, string][];
}
export interface Outline {
  kind: string;
  name: string;
  polygon: Corner[];
  level: number | null;
  words: string;
}
export interface Line {
  kind: string;
  name: string;
  points: Corner[];
  cells: number[];
  width: number;
}
export interface Spot {
  name: string;
  at: number;
}
export interface TableScene {
  type: 'table';
  width: number;
  height: number;
  step: number;
  columns: number;
  rows: number;
  base: number;
  pieces: Piece[];
  features: Outline[];
  roads: Line[];
  spots: Spot[];
  zones: Outline[];
}
export interface Cell {
  id: number;
  label: string;
  column: number;
  row: number;
  terrain: string;
  elevation: number;
}
export interface Edge {
  kind: string;
  one: number;
  other: number;
}
export interface HexScene {
  type: 'hexes';
  columns: number;
  rows: number;
  cells: Cell[];
  pieces: Piece[];
  edges: Edge[];
  roads: Line[];
  spots: Spot[];
  metres: number;
}
export type Scene = TableScene | HexScene;

export interface Mark {
  kind: string;
  words: string;
}
export interface Standing {
  id: number;
  at: number | null;
  heading: number;
  strength: number;
  full: number;
  marks: Mark[];
  carrier: number | null;
  gone: boolean;
}
export interface Patch {
  kind: string;
  at: number;
  radius: number;
  words: string;
}
export interface Goal {
  name: string;
  at: number;
  points: number;
  holder: number | null;
}
export interface Picture {
  turn: number;
  turns: number;
  pieces: Standing[];
  patches: Patch[];
  goals: Goal[];
  score: number[];
  notes: string[];
}
