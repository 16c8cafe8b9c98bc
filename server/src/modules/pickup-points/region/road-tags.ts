import type { Tags } from "@commonlane/geo/osm/read-extract";

/** What a road is to a car that picks someone up. */
export interface RoadUse {
  /** `stop`: a car may stop. `pass`: it may not here. `never`: nowhere along roads of this kind, nor beside them. */
  readonly stopping: "stop" | "pass" | "never";
  readonly direction: "both" | "forward" | "backward";
  /** Slow enough to get in beside a crossing. */
  readonly isCalm: boolean;
  /** Not just a way of a car park or yard. */
  readonly isStreet: boolean;
  readonly name: string | undefined;
}

const NEVER = new Set(["motorway", "motorway_link", "trunk", "trunk_link"]);
const LINKS = new Set(["primary_link", "secondary_link", "tertiary_link"]);
const ORDINARY = new Set([
  "primary",
  "secondary",
  "tertiary",
  "unclassified",
  "residential",
  "living_street",
  "service",
  "road",
]);
const PRIVATE = new Set(["private", "no", "agricultural", "forestry", "military", "permit"]);
const SERVICE_WITHOUT_STOPPING = new Set(["driveway", "drive-through", "emergency_access"]);
const CALM_KMH = 60;

/** Undefined if cars of the public do not drive there. */
export function roadUseOf(tags: Tags): RoadUse | undefined {
  const { highway = "" } = tags;
  const isNever = NEVER.has(highway);
  if (!isNever && !LINKS.has(highway) && !ORDINARY.has(highway)) return undefined;
  if (isClosedToCars(tags) || SERVICE_WITHOUT_STOPPING.has(tags["service"] ?? "")) return undefined;
  return {
    stopping: stoppingOf(tags, highway),
    direction: directionOf(tags, isNever),
    isCalm: isCalm(tags),
    isStreet: highway !== "service",
    name: tags["name"],
  };
}

function stoppingOf(tags: Tags, highway: string): RoadUse["stopping"] {
  if (NEVER.has(highway) || tags["motorroad"] === "yes") return "never";
  if (LINKS.has(highway) || isRoundabout(tags)) return "pass";
  return ["tunnel", "covered", "bridge"].some((key) => isSet(tags[key])) ? "pass" : "stop";
}

function isClosedToCars(tags: Tags): boolean {
  const access = tags["motorcar"] ?? tags["motor_vehicle"] ?? tags["vehicle"] ?? tags["access"];
  return access !== undefined && PRIVATE.has(access);
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "no";
}

const isRoundabout = ({ junction }: Tags): boolean =>
  junction === "roundabout" || junction === "circular";

function directionOf(tags: Tags, isMotorway: boolean): RoadUse["direction"] {
  const {
    oneway = isRoundabout(tags) || (isMotorway && tags["highway"] !== "trunk") ? "yes" : "no",
  } = tags;
  if (oneway === "-1" || oneway === "reverse") return "backward";
  return oneway === "yes" || oneway === "true" || oneway === "1" ? "forward" : "both";
}

function isCalm({ highway, maxspeed }: Tags): boolean {
  const kmh = Number.parseInt(maxspeed ?? "", 10) * (maxspeed?.endsWith("mph") ? 1.609 : 1);
  return Number.isNaN(kmh) ? highway !== "primary" && highway !== "unclassified" : kmh <= CALM_KMH;
}
