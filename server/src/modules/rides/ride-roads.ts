import type { LatLng } from "@commonlane/contract/shapes";
import { matchOnRoads, type Road, type RoadBetween, type RoadRide } from "@commonlane/matching/road-rule";
import { type Match, matchRide, type MatchRide, type Search } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import { LastUsed } from "#platform/last-used.ts";
import { decodePolyline } from "#platform/router/polyline.ts";
import { simplified } from "#platform/router/simplified.ts";
import { asMatchRide } from "./ride-index.ts";
import { matchSettings } from "./ride-way.ts";
import type { RideRow } from "./rides.store.ts";

/** Points of a leg's line that stand for it where its roads are not asked for. */
const SHAPE_POINTS = 8;
const SHAPES_KEPT = 2_000;

/** The matches of these rides, by id, as exactly as can be known now: on roads where a router knows them. */
export async function measured(
  ctx: Context,
  rows: readonly RideRow[],
  search: Search,
): Promise<ReadonlyMap<string, Match>> {
  const settings = matchSettings(ctx.settings);
  const routed = ctx.router.knowsRoads ? rows.flatMap((row) => roadRideOf(row) ?? []) : [];
  const roads = await roadsFor(ctx, routed, search);
  const onRoads = new Map(routed.map((ride) => [ride.id, matchOnRoads(ride, search, roads, settings)]));
  const found = new Map<string, Match>();
  for (const row of rows) {
    const known = onRoads.get(row.id);
    const match = known && !known.unknown ? known.match : reckoned(ctx, row, search);
    if (match) found.set(row.id, match);
  }
  return found;
}

/** The same without asking anybody: great circles between points of the line, where there is one. */
export function reckoned(ctx: Pick<Context, "settings">, row: RideRow, search: Search): Match | undefined {
  const shape = shapeOf(row);
  const match = matchRide(shape?.ride ?? asMatchRide(row), search, matchSettings(ctx.settings));
  if (!match || !shape) return match;
  const { pickupLeg, dropoffLeg } = match;
  return {
    ...match,
    pickupLeg: shape.legOfPiece[pickupLeg] ?? pickupLeg,
    dropoffLeg: shape.legOfPiece[dropoffLeg] ?? dropoffLeg,
  };
}

/** Every road that the rule asks for begins or ends where the search does, so two tables hold them all. */
async function roadsFor(ctx: Context, rides: readonly RoadRide[], search: Search): Promise<RoadBetween> {
  const ends = [search.from, search.to];
  const [sources, targets] = [new Map<string, LatLng>(), new Map<string, LatLng>()];
  const note: RoadBetween = (from, to) => {
    if (ends.includes(to)) sources.set(keyOf(from), from);
    else targets.set(keyOf(to), to);
    return undefined;
  };
  for (const ride of rides) matchOnRoads(ride, search, note, matchSettings(ctx.settings));
  const known = new Map<string, Road | null>();
  const learn = async (from: readonly LatLng[], to: readonly LatLng[]) => {
    const table = await ctx.router.table(from, to);
    for (const [row, source] of from.entries()) {
      for (const [column, target] of to.entries()) {
        const road = table[row]?.[column];
        if (road !== undefined) known.set(`${keyOf(source)}>${keyOf(target)}`, road);
      }
    }
  };
  await Promise.all([
    sources.size > 0 && learn([...sources.values()], ends),
    targets.size > 0 && learn(ends, [...targets.values()]),
  ]);
  return (from, to) => known.get(`${keyOf(from)}>${keyOf(to)}`);
}

const keyOf = ({ lat, lng }: LatLng) => `${lat},${lng}`;

/** A ride as the rule on roads knows it; undefined where its way was reckoned. */
export function roadRideOf(row: RideRow): RoadRide | undefined {
  const lines = linesOf(row);
  return (
    lines && {
      ...asMatchRide(row),
      legs: lines.map((line, leg) => ({
        distanceM: row.leg_distance_m[leg] ?? 0,
        durationS: row.leg_duration_s[leg] ?? 0,
        line,
      })),
    }
  );
}

function linesOf({ leg_points, polyline }: RideRow): LatLng[][] | undefined {
  if (!leg_points) return undefined;
  const line = decodePolyline(polyline);
  let first = 0;
  return leg_points.map((count) => {
    const leg = line.slice(first, first + count);
    // Neighbours share a point.
    first += count - 1;
    return leg;
  });
}

interface Shape {
  readonly ride: MatchRide;
  readonly legOfPiece: readonly number[];
}
const shapes = new LastUsed<string, Omit<Shape, "ride"> & Pick<RoadRide, "points" | "legs">>(SHAPES_KEPT);

/** The ride with some points of its line as if they were stops, so that a straight piece is never far from the road. */
function shapeOf(row: RideRow): Shape | undefined {
  const key = `${row.polyline} ${String(row.leg_points)}`;
  const known = shapes.get(key) ?? pieces(row);
  if (!known) return undefined;
  shapes.set(key, known);
  const seatsLeft = known.legOfPiece.map((leg) => row.seats_left[leg] ?? 0);
  return { ride: { ...asMatchRide(row), points: known.points, legs: known.legs, seatsLeft }, legOfPiece: known.legOfPiece };
}
