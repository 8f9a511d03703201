/** The server's messages by short names. Those that go over HTTP are generated from its OpenAPI description. */
import type { components } from './schema';

type Schemas = components['schemas'];

export type GameInfo = Schemas['GameInfo'];
export type GameCard = Schemas['GameCard'];
export type GameMade = Schemas['GameMade'];
export type NewGame = Schemas['NewGame'];
export type SeatAsked = Schemas['SeatAsked'];
export type SeatInfo = Schemas['SeatInfo'];
export type ScenarioCard = Schemas['ScenarioCard'];
export type ScenarioPage = Schemas['ScenarioPage'];
export type OptionCard = Schemas['OptionCard'];
export type ViewMessage = Schemas['ViewMessage'];
export type ViewChange = Schemas['ViewChange'];
export type Choice = Schemas['Choice'];
export type PartOffered = Schemas['PartOffered'];
export type Offering = Schemas['Offering'];
export type LogLine = Schemas['LogLine'];
export type Roll = Schemas['RollTold'];
export type Part = Schemas['Part'];
export type VehiclesTold = Schemas['VehiclesTold'];
export type DataCard = Schemas['CardTold'];
export type Factor = Schemas['Factor'];
export type Preview = Schemas['Preview'];
export type Refused = Schemas['RefusalTold'];
export type UnitTold = Schemas['UnitTold'];
export type Way = Schemas['Way'];
export type ActionTold = Schemas['ActionTold'];
export type March = Schemas['MarchTold'];
export type Forecast = Schemas['Forecast'];
export type Chances = Schemas['Chances'];
export type ClockNow = Schemas['ClockNow'];
export type Me = Schemas['Me'];
export type Site = Schemas['Site'];
export type Notices = Schemas['Notices'];
// the description leaves open what these lists hold
export type Order = Omit<Schemas['Order'], 'kinds'> & { kinds?: string[] };
export type Orders = Omit<Schemas['Orders'], 'orders'> & { orders: Order[] };
export type Checked = Schemas['Checked'];
export type Value = number | string;
/** A target of several values is a list. */
export type Target = Value | (Value | Value[])[] | null;

/** Dice that must be thrown by hand before an action can go on. */
export interface Need {
  words: string;
  rule: string;
  pool: string;
  faces: number[];
  given: number;
}
export interface Presence {
  type: 'presence';
  seats: SeatInfo[];
}
export interface Notice {
  type: 'notice';
  words: string;
  side: number | null;
}
export interface ChatLine {
  type: 'chat';
  number: number;
  name: string;
  side: number | null;
  text: string;
  time: number;
}
export interface RefusedMessage {
  type: 'refused';
  key: string | null;
  status: number;
  detail: string;
  view: ViewMessage | null;
  need: Need | null;
}
export type Pushed = ViewMessage | Presence | Notice | ChatLine | RefusedMessage | { type: 'pong'; time: number };

export interface Act {
  side: number;
  sequence: number;
  key: string;
  verb: string;
  target: Target;
  dice?: number[];
}
