import type { OsmMember, OsmRelation, Tags } from "../osm/osm-element.ts";

/** A turn that a relation forbids to cars, or the only one that it allows. */
export interface TurnRestriction {
  readonly kind: "no" | "only";
  readonly from: readonly number[];
  /** Ids of ways, in the order in which they are driven; empty if the turn is at a node. */
  readonly viaWays: readonly number[];
  readonly viaNode: number | undefined;
  readonly to: readonly number[];
}

const CARS = new Set(["motorcar", "motor_vehicle", "vehicle"]);
const KEYS = ["restriction:motorcar", "restriction:motor_vehicle", "restriction"];
const TIMES = ["day_on", "day_off", "hour_on", "hour_off"];

/**
 * The restriction that a relation sets for cars; undefined if there is none, or if it holds only at some times, for which
 * a road network has no clock. A damaged one is undefined as well.
 */
export function turnRestrictionOf({ tags, members }: OsmRelation): TurnRestriction | undefined {
  const kind = kindOf(tags);
  if (kind === undefined || isExcepted(tags)) return undefined;

  const from = idsOf(members, "from", "way");
  const to = idsOf(members, "to", "way");
  const viaWays = idsOf(members, "via", "way");
  const viaNodes = idsOf(members, "via", "node");
  if (from.length === 0 || to.length === 0) return undefined;
  if (viaWays.length === 0 ? viaNodes.length !== 1 : viaNodes.length > 0) return undefined;
  // Only one way leads on, so there is one way from which and one to which.
  if (kind === "only" && from.length + to.length > 2) return undefined;
  return {
    kind,
    from,
    viaWays,
    viaNode: viaNodes[0],
    to,
  };
}

function kindOf(tags: Tags): TurnRestriction["kind"] | undefined {
  if (tags["type"] !== "restriction" || TIMES.some((key) => tags[key] !== undefined))
    return undefined;
  const value = KEYS.map((key) => tags[key]).find((found) => found !== undefined) ?? "";
  if (value.startsWith("no_")) return "no";
  return value.startsWith("only_") ? "only" : undefined;
}

const isExcepted = ({ except = "" }: Tags): boolean =>
  except.split(";").some((vehicle) => CARS.has(vehicle.trim()));

const idsOf = (members: readonly OsmMember[], role: string, type: OsmMember["type"]): number[] =>
  members.filter((member) => member.role === role && member.type === type).map(({ id }) => id);
