import type { LatLng } from "@commonlane/contract/shapes";
import { matchOnRoads, type Road, type RoadBetween, type RoadRide } from "@commonlane/matching/road-rule";
import { type Match, matchRide, type NearMiss, nearMiss, type Search } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import { asMatchRide } from "./match-ride.ts";
import { roadRideOf, shapeOf } from "./ride-line.ts";
import { matchSettings } from "./ride-way.ts";
import type { RideRow } from "./rides.store.ts";

/** A match, and whether its figures follow roads. */
export type MeasuredMatch = Match & { readonly routed: boolean };

/**
 * The matches of these rides, by id, as exactly as can be known now: on roads where a router knows them, otherwise reckoned
 * from great circles.
 */
export async function measured(
  ctx: Context,
  rows: readonly RideRow[],
  search: Search,
): Promise<ReadonlyMap<string, MeasuredMatch>> {
  const settings = matchSettings(ctx.settings);
  const routed = ctx.router.knowsRoads ? rows.flatMap((row) => roadRideOf(row) ?? []) : [];
  const roads = await roadsFor(ctx, routed, search);
  const onRoads = new Map(routed.map((ride) => [ride.id, matchOnRoads(ride, search, roads, settings)]));
  const found = new Map<string, MeasuredMatch>();
  for (const row of rows) {
    const known = onRoads.get(row.id);
    const routed = known !== undefined && !known.unknown;
    const match = routed ? known.match : reckoned(ctx, row, search);
    if (match) found.set(row.id, { ...match, routed });
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

/** What a ride misses by little; no router is asked for what does not fit, but where one is known, the line is what is driven. */
export const missed = ({ settings, router }: Context, row: RideRow, search: Search): NearMiss | undefined =>
  nearMiss((router.knowsRoads && shapeOf(row)?.ride) || asMatchRide(row), search, matchSettings(settings));

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
