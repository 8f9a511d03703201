/** What the server says of a game's table or map, by the names that the board's code uses. */
import type { components } from '../api/schema';

type Schemas = components['schemas'];

export type Corner = [number, number];
export type Piece = Schemas['Piece'];
export type Outline = Schemas['Outline'];
export type Line = Schemas['Line'];
export type Spot = Schemas['Spot'];
export type TableScene = Schemas['TableScene'];
export type Cell = Schemas['Cell'];
export type Edge = Schemas['Edge'];
export type HexScene = Schemas['HexScene'];
export type Scene = TableScene | HexScene;
export type Mark = Schemas['Mark'];
export type Standing = Schemas['Standing'];
export type Patch = Schemas['Patch'];
export type Goal = Schemas['Goal'];
export type Picture = Schemas['Picture'];
export type Plan = Schemas['Plan'];
export type PlanLine = Schemas['PlanLine'];
export type Reach = Schemas['Reach'];
export type Shape = Schemas['Shape'];
export type Member = Schemas['Member'];
export type Curve = Plan['curve'][number];
export type Battery = Schemas['Battery'];
export type Shoot = NonNullable<Picture['shoot']>;
export type Sky = NonNullable<Picture['sky']>;
