import type { Tags } from "../osm/osm-element.ts";
import type { SegmentClass } from "../road-network/road-graph.ts";
import {
  type Access,
  carAccessOf,
  type Direction,
  directionsOf,
  footAccessOf,
  MOTOR_KEYS,
} from "./access.ts";
import { speedLimitOf, taggedBuiltUp } from "./speed-limit.ts";
import { surfaceCapOf } from "./surface.ts";

/** How long a ferry takes by its tag `duration` ("00:20", "1:30", "20" or "PT1H30M"), in minutes. */
export function ferryMinutesOf({ duration = "" }: Tags): number | undefined {
  const text = duration.trim();
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text);
  if (clock)
    return atLeastOne(60 * Number(clock[1]) + Number(clock[2]) + Number(clock[3] ?? 0) / 60);

  const plain = /^(\d{1,4})(?: ?min)?$/.exec(text);
  if (plain) return atLeastOne(Number(plain[1]));

  const iso = /^PT(?:(\d{1,2})H)?(?:(\d{1,3})M)?(?:\d{1,2}S)?$/.exec(text);
  return iso ? atLeastOne(60 * Number(iso[1] ?? 0) + Number(iso[2] ?? 0)) : undefined;
}

const atLeastOne = (minutes: number): number | undefined => (minutes > 0 ? minutes : undefined);

const FERRY_MPS = 15 / 3.6;

/** The time on a ferry way: that of its tags, or by its length. */
export const ferrySecondsOf = (minutes: number | undefined, metres: number): number =>
  minutes === undefined ? metres / FERRY_MPS : 60 * minutes;

/** Everything about a way that its tags decide; equal tags give equal styles, of which there are few. */
export interface WayStyle {
  /** Undefined if no car may drive here. */
  readonly car: CarStyle | undefined;
  readonly isWalkable: boolean;
}

export interface CarStyle {
  readonly kind: RoadKind;
  readonly forward: DirectionStyle;
  readonly backward: DirectionStyle;
  /** The most that surface and width allow. */
  readonly capKmh: number;
  /** What tags say; undefined: the roads around decide. */
  readonly isBuiltUp: boolean | undefined;
  readonly isRoundabout: boolean;
  readonly isTunnel: boolean;
  /** Reserved for motor traffic. */
  readonly isMotorroad: boolean;
  /** A road that people avoid. */
  readonly isBad: boolean;
  /** Of a ferry whose tags say how long it takes. */
  readonly ferryMinutes: number | undefined;
}

export interface DirectionStyle {
  readonly access: Access;
  readonly limitKmh: number | undefined;
}

/** Kinds of road with the class that a search knows them by. */
export const ROAD_KINDS = {
  motorway: "motorway",
  motorway_link: "motorway",
  trunk: "trunk",
  trunk_link: "trunk",
  primary: "primary",
  primary_link: "primary",
  secondary: "secondary",
  secondary_link: "secondary",
  tertiary: "tertiary",
  tertiary_link: "tertiary",
  unclassified: "unclassified",
  road: "unclassified",
  residential: "residential",
  living_street: "residential",
  service: "service",
  parking_aisle: "service",
  pedestrian: "service",
  track: "service",
  path: "service",
  ferry: "primary",
} as const satisfies Readonly<Record<string, SegmentClass>>;
export type RoadKind = keyof typeof ROAD_KINDS;

/** Roads on which cars drive only if their tags say so. */
const PATHS = new Set(["footway", "path", "cycleway", "bridleway"]);
const AISLES = new Set(["parking_aisle", "drive-through"]);
/** Roads that cars use although farmers and foresters built them: only to reach what lies on them. */
const OFF_ROAD_SMOOTHNESS = new Set(["horrible", "very_horrible"]);

const WALKABLE = new Set([
  "trunk",
  "primary",
  "primary_link",
  "secondary",
  "secondary_link",
  "tertiary",
  "tertiary_link",
  "unclassified",
  "road",
  "residential",
  "living_street",
  "service",
  "pedestrian",
  "track",
  "footway",
  "path",
  "cycleway",
  "bridleway",
  "steps",
  "corridor",
  "platform",
]);

export function wayStyleOf(tags: Tags): WayStyle {
  return {
    car: carStyleOf(tags),
    isWalkable: isWalkable(tags),
  };
}

function carStyleOf(tags: Tags): CarStyle | undefined {
  const kind = kindOf(tags);
  if (kind === undefined || isImpassable(tags)) return undefined;

  const directions = directionsOf(tags);
  const forward = directionStyleOf(tags, kind, "forward", directions);
  const backward = directionStyleOf(tags, kind, "backward", directions);
  if (forward.access === "closed" && backward.access === "closed") return undefined;

  return {
    kind,
    forward,
    backward,
    capKmh: surfaceCapOf(tags),
    isBuiltUp: taggedBuiltUp(tags),
    isRoundabout: tags["junction"] === "roundabout" || tags["junction"] === "circular",
    isTunnel: isSet(tags["tunnel"]) || isSet(tags["covered"]),
    isMotorroad: tags["motorroad"] === "yes",
    isBad: isBad(tags, kind),
    ferryMinutes: kind === "ferry" ? ferryMinutesOf(tags) : undefined,
  };
}

function kindOf(tags: Tags): RoadKind | undefined {
  const { highway = "", route, service = "", area } = tags;
  if (highway === "" && (route === "ferry" || route === "shuttle_train")) return "ferry";
  if (area === "yes") return undefined;
  if (PATHS.has(highway)) return "path";
  if (highway === "service" && AISLES.has(service)) return "parking_aisle";
  return isKind(highway) ? highway : undefined;
}

const isKind = (highway: string): highway is RoadKind =>
  Object.hasOwn(ROAD_KINDS, highway) && highway !== "ferry" && highway !== "parking_aisle";

/** Roads that exist in summer or winter only, or on which nothing drives. */
const isImpassable = (tags: Tags): boolean =>
  tags["impassable"] === "yes" ||
  tags["smoothness"] === "impassable" ||
  tags["ice_road"] === "yes" ||
  tags["winter_road"] === "yes";

function directionStyleOf(
  tags: Tags,
  kind: RoadKind,
  direction: Direction,
  directions: readonly Direction[],
): DirectionStyle {
  const access = directions.includes(direction) ? accessOf(tags, kind, direction) : "closed";
  return {
    access,
    limitKmh: speedLimitOf(tags, direction),
  };
}

function accessOf(tags: Tags, kind: RoadKind, direction: Direction): Access {
  const byMotor = carAccessOf(tags, direction, MOTOR_KEYS);
  // Ferries carry people on foot unless their tags say that they carry cars.
  if (kind === "ferry") return byMotor ?? readVehicle(tags, direction) ?? "closed";
  if (kind === "path") return byMotor ?? "closed";
  if (kind === "pedestrian") return byMotor ?? readVehicle(tags, direction) ?? "closed";

  const access = carAccessOf(tags, direction);
  if (access === "closed") return "closed";
  if (tags["service"] === "emergency_access") return byMotor ?? "closed";
  if (isOffRoad(tags)) return "destination";
  if (kind === "track") return byMotor ?? "destination";
  return access ?? "open";
}

const readVehicle = (tags: Tags, direction: Direction): Access | undefined =>
  tags["vehicle"] === undefined ? undefined : carAccessOf(tags, direction);

/** Passable, but not for the car of a host who only passes. */
const isOffRoad = (tags: Tags): boolean =>
  tags["4wd_only"] === "yes" || OFF_ROAD_SMOOTHNESS.has(tags["smoothness"] ?? "");

const isBad = (tags: Tags, kind: RoadKind): boolean =>
  kind === "track" || kind === "path" || isOffRoad(tags);

function isWalkable(tags: Tags): boolean {
  const { highway = "", railway, indoor } = tags;
  const isPlatform = highway === "" && railway === "platform";
  if (!WALKABLE.has(highway) && !isPlatform) return false;

  const access = footAccessOf(tags);
  if (access !== undefined) return access === "open" || tags["foot"] === "destination";
  if (tags["motorroad"] === "yes" || indoor === "yes") return false;
  const isFastTunnel = isSet(tags["tunnel"]) && (highway === "trunk" || highway === "primary");
  return !isFastTunnel || hasSidewalk(tags);
}

const hasSidewalk = ({ sidewalk = "no" }: Tags): boolean =>
  sidewalk === "both" || sidewalk === "left" || sidewalk === "right" || sidewalk === "yes";

const isSet = (value: string | undefined): boolean => value !== undefined && value !== "no";
