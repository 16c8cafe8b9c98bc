import type { Tags } from "../osm/osm-element.ts";

/** `destination`: only to reach a place on the road itself, such as a private drive. */
export type Access = "open" | "destination" | "closed";
export type Direction = "forward" | "backward";

const OPEN = new Set([
  "yes",
  "permissive",
  "designated",
  "official",
  "public",
  "destination;yes",
  "discouraged",
  "hov",
]);
const DESTINATION = new Set([
  "private",
  "destination",
  "delivery",
  "customers",
  "customer",
  "residents",
  "resident",
  "permit",
  "employees",
  "staff",
  "students",
  "guests",
  "members",
  "visitors",
  "tenants",
  "unload",
]);
const CLOSED = new Set([
  "no",
  "agricultural",
  "forestry",
  "agricultural;forestry",
  "emergency",
  "military",
  "psv",
  "bus",
  "taxi",
  "hgv",
  "use_sidepath",
  "restricted",
  "dismount",
  "foot",
  "bicycle",
  "service",
  "tourist_bus",
  "tractor",
]);

/** From the most specific to the most general key; the first with a known value decides. */
const CAR_KEYS = ["motorcar", "motor_vehicle", "vehicle", "access"] as const;
type CarKey = (typeof CAR_KEYS)[number];
export const MOTOR_KEYS: readonly CarKey[] = ["motorcar", "motor_vehicle"];

/** What one value says; undefined if it says nothing that is known, such as "unknown". */
function readValue(value: string): Access | undefined {
  if (OPEN.has(value)) return "open";
  if (DESTINATION.has(value)) return "destination";
  if (CLOSED.has(value)) return "closed";
  if (!value.includes(";")) return undefined;

  // Of several values, that which lets most in.
  const parts = value.split(";").map((part) => readValue(part.trim()));
  if (parts.includes("open")) return "open";
  if (parts.includes("destination")) return "destination";
  return parts.includes("closed") ? "closed" : undefined;
}

/**
 * Access of cars in a direction, or without one that of a barrier; undefined if no tag says it. Conditions
 * (`…:conditional`) are left out, since a road network has no time of day.
 */
export function carAccessOf(
  tags: Tags,
  direction?: Direction,
  keys: readonly CarKey[] = CAR_KEYS,
): Access | undefined {
  for (const key of keys) {
    const directed = direction && readValue(tags[`${key}:${direction}`] ?? "");
    const access = directed ?? readValue(tags[key] ?? "");
    if (access) return access;
  }
  return undefined;
}

/** Access on foot; undefined if no tag says it. */
export function footAccessOf(tags: Tags): Access | undefined {
  return readValue(tags["foot"] ?? "") ?? readValue(tags["access"] ?? "");
}

const ONEWAY_KEYS = ["oneway:motorcar", "oneway:motor_vehicle", "oneway:vehicle", "oneway"];

/**
 * The directions that may be driven. A reversible road counts as closed, since the direction of the hour is not known.
 */
export function directionsOf(tags: Tags): readonly Direction[] {
  const isRoundabout = tags["junction"] === "roundabout" || tags["junction"] === "circular";
  const isOneWayByKind = isRoundabout || tags["highway"] === "motorway";

  for (const key of ONEWAY_KEYS) {
    const value = tags[key];
    if (value === "yes" || value === "true" || value === "1") return ["forward"];
    if (value === "-1" || value === "reverse") return ["backward"];
    if (value === "reversible") return [];
    if (value === "no" || value === "false" || value === "0" || value === "alternating")
      return ["forward", "backward"];
  }
  return isOneWayByKind ? ["forward"] : ["forward", "backward"];
}
