/** Places in words: by the name of what is there, or by distance and bearing from the nearest thing that has a name. */
import { centroid } from './ground/shapes';
import { bearing, HexLayout, TableLayout, type Layout, type Point } from './layout';
import { placeNames } from './names';
import type { Scene } from './scene';

const WINDS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'] as const;
const FAR = 8; // hexes, or twice as many inches: farther away a name says nothing

/** A bearing in words. */
export const wind = (degrees: number): string => WINDS[Math.round((degrees + 360) / 45) % 8]!;

/** Whether a name is nothing but a number. */
const numbered = (name: string): boolean => name.trim() !== '' && !Number.isNaN(Number(name));

interface Named {
  name: string;
  at: Point;
  /** Whether a place is within it. */
  holds: (where: number, at: Point) => boolean;
}

/** What has a name on a map. */
function named(scene: Scene, place: Layout): Named[] {
  const spots = scene.spots.filter((spot) => !numbered(spot.name)).map((spot) => ({ name: spot.name, at: place.at(spot.at), holds: (where: number) => where === spot.at }));
  if (scene.type === 'hexes' && place instanceof HexLayout) {
    return [...spots, ...placeNames(scene, place).map((each) => ({ name: each.name, at: each.at, holds: (where: number) => each.cells.has(where) }))];
  }
  if (scene.type !== 'table' || !(place instanceof TableLayout)) return spots;
  const features = scene.features.filter((feature) => feature.name && !numbered(feature.name.slice(-1))).map((feature) => {
    const polygon = feature.polygon.map((corner) => place.corner(corner));
    return { name: feature.name, at: centroid(polygon), holds: (_: number, at: Point) => inside(at, polygon) };
  });
  return [...spots, ...features];
}

const inside = ({ x, y }: Point, polygon: readonly Point[]): boolean =>
  polygon.reduce((odd, a, n) => {
    const b = polygon[(n + 1) % polygon.length]!;
    return a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x ? !odd : odd;
  }, false);

/** Finds words for places of a map. */
export function whereabouts(scene: Scene, place: Layout): (where: number) => string {
  const known = named(scene, place);
  return (where) => {
    const at = place.at(where);
    const within = known.find((each) => each.holds(where, at));
    if (within) return article(within.name);
    let [best, least] = [null as Named | null, Infinity];
    for (const each of known) {
      const far = Math.hypot(each.at.x - at.x, each.at.y - at.y);
      if (far < least) [best, least] = [each, far];
    }
    if (best === null) return '';
    return away(place, best.at, at, article(best.name));
  };
}

/** Names of our own and of features are common nouns, unless they begin with a capital. */
const article = (name: string): string => (name.startsWith('the ') || name[0] !== name[0]?.toLowerCase() ? name : `the ${name}`);

function away(place: Layout, from: Point, to: Point, name: string): string {
  if (place instanceof HexLayout) {
    const [one, other] = [place.nearest(from), place.nearest(to)];
    if (one === null || other === null) return '';
    const steps = place.steps(one, other);
    if (steps === 0) return name;
    return steps > FAR ? '' : `${steps} ${steps === 1 ? 'hex' : 'hexes'} ${wind(bearing(from, to))} of ${name}`;
  }
  const inches = Math.round(Math.hypot(to.x - from.x, to.y - from.y) / 24);
  if (inches === 0) return `at ${name}`;
  return inches > FAR * 2 ? '' : `${inches}" ${wind(bearing(from, to) - place.north)} of ${name}`;
}

/** How far and in which direction one place lies from another, in words: for those who do not see the map. */
export function fromTo(place: Layout, from: Point, to: Point): string {
  return Math.hypot(from.x - to.x, from.y - to.y) < 1 ? 'here' : `${place.distance(from, to)} ${wind(bearing(from, to) - place.north)}`;
}
