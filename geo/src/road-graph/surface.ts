import type { Tags } from "../osm/osm-element.ts";

const UNLIMITED = 255;

/** The most that people drive on a road of this surface, in km/h. */
const SURFACES: Readonly<Record<string, number>> = {
  compacted: 60,
  fine_gravel: 50,
  gravel: 45,
  unpaved: 45,
  dirt: 30,
  earth: 30,
  ground: 30,
  grass: 15,
  grass_paver: 20,
  pebblestone: 35,
  sett: 45,
  cobblestone: 30,
  "cobblestone:flattened": 40,
  unhewn_cobblestone: 20,
  paving_stones: 60,
  concrete: 110,
  "concrete:lanes": 40,
  "concrete:plates": 60,
  wood: 30,
  metal: 50,
  sand: 20,
  mud: 10,
  rock: 10,
  snow: 30,
  ice: 20,
};
const SMOOTHNESS: Readonly<Record<string, number>> = {
  intermediate: 90,
  bad: 40,
  very_bad: 20,
  horrible: 10,
  very_horrible: 6,
};
const TRACK_TYPES: Readonly<Record<string, number>> = {
  grade1: 35,
  grade2: 25,
  grade3: 18,
  grade4: 12,
  grade5: 8,
};
/** Two cars cannot pass. */
const NARROW_M = 3.2;
const NARROW_KMH = 45;
const SINGLE_LANE_KMH = 50;

/** The speed that surface, smoothness, kind of track and width allow, in km/h; 255 if they do not matter. */
export function surfaceCapOf(tags: Tags): number {
  const { highway, oneway } = tags;
  const surface = SURFACES[tags["surface"] ?? ""] ?? UNLIMITED;
  const smoothness = SMOOTHNESS[tags["smoothness"] ?? ""] ?? UNLIMITED;
  const isTrack = highway === "track" || tags["tracktype"] !== undefined;
  const track = isTrack ? (TRACK_TYPES[tags["tracktype"] ?? "grade3"] ?? UNLIMITED) : UNLIMITED;

  const isTwoWay = oneway === undefined || oneway === "no";
  const widthM = Number.parseFloat(tags["width"] ?? "");
  const narrow = isTwoWay && widthM < NARROW_M ? NARROW_KMH : UNLIMITED;
  const single = isTwoWay && tags["lanes"] === "1" ? SINGLE_LANE_KMH : UNLIMITED;
  return Math.min(surface, smoothness, track, narrow, single);
}
