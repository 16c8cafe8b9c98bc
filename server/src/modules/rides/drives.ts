import type { LatLng } from "@commonlane/contract/shapes";
import { drivenPoints, extraByLeg } from "@commonlane/matching/agreed-stops";
import { distanceM, nearestOnLeg } from "@commonlane/matching/geo";
import type { Context } from "#platform/context.ts";
import type { Drive, RideStop } from "#platform/db/ride-tables.ts";
import { encodePolyline } from "#platform/router/polyline.ts";
import { linesOf } from "./ride-line.ts";
import { matchSettings } from "./ride-way.ts";
import type { RideRow } from "./rides.store.ts";

type Asking = Pick<Context, "router" | "settings">;

/** What driving a planned way through these stops, in this order, adds to it. */
export async function driveThrough(
  ctx: Asking,
  planned: RideRow,
  stops: readonly Pick<RideStop, "at" | "leg">[],
): Promise<Drive> {
  const lines = linesOf(planned);
  if (lines) return driveOnRoads(ctx, planned, stops, lines);
  const settings = matchSettings(ctx.settings);
  const extra_m = extraByLeg(planned.points, stops, settings);
  return { extra_m, extra_s: extra_m.map((metres) => metres / settings.driveMps), roads: null };
}

/** A piece of the driven way between two places at which the host stops. */
interface Hop {
  readonly distanceM: number;
  readonly durationS: number;
  readonly line: readonly LatLng[];
}

async function driveOnRoads(
  ctx: Asking,
  { points: planned, leg_distance_m, leg_duration_s }: RideRow,
  stops: readonly Pick<RideStop, "at" | "leg">[],
  lines: readonly (readonly LatLng[])[],
): Promise<Drive> {
  const { points, legOf } = drivenPoints(planned, stops);
  const hops: Hop[] = [];
  for (const [n, leg] of legOf.entries()) {
    const road = { distanceM: leg_distance_m[leg] ?? 0, durationS: leg_duration_s[leg] ?? 0, line: lines[leg] ?? [] };
    hops.push(await hopBetween(ctx, road, points.slice(n, n + 2)));
  }
  const onLeg = (leg: number, of: (hop: Hop) => number) =>
    hops.reduce((sum, hop, n) => (legOf[n] === leg ? sum + of(hop) : sum), 0);
  // A way that a service calls shorter with a stop than without is no detour below 0.
  const extra = (whole: readonly number[], of: (hop: Hop) => number) =>
    whole.map((length, leg) => Math.max(0, onLeg(leg, of) - length));
  return {
    extra_m: extra(leg_distance_m, (hop) => hop.distanceM),
    extra_s: extra(leg_duration_s, (hop) => hop.durationS),
    roads: {
      leg_distance_m: hops.map((hop) => hop.distanceM),
      leg_duration_s: hops.map((hop) => hop.durationS),
      leg_points: hops.map(({ line }) => line.length),
      polyline: encodePolyline(hops.flatMap(({ line }, n) => (n === 0 ? line : line.slice(1)))),
    },
  };
}

/** Nearer than this to the planned road nobody leaves it. */
const ON_THE_ROAD_M = 5;

/** The part of the planned road between two places on it, otherwise what the router says. */
async function hopBetween({ router }: Asking, road: Hop, [from, to]: readonly LatLng[]): Promise<Hop> {
  if (!from || !to) throw new Error("A leg goes from one place to another.");
  const [begins, ends] = [placeOn(road.line, from), placeOn(road.line, to)];
  if (begins.offM < ON_THE_ROAD_M && ends.offM < ON_THE_ROAD_M && begins.share <= ends.share) {
    const share = ends.share - begins.share;
    const line = [from, ...road.line.slice(begins.next, ends.next), to];
    return { distanceM: share * road.distanceM, durationS: share * road.durationS, line };
  }
  const [leg] = (await router.route([from, to])).legs;
  if (!leg) throw new Error("A way between two places has one leg.");
  return { ...leg, line: [from, ...leg.line, to] };
}

/** How far along a line a place lies, 0 to 1, how far off it, and which point of it comes next. */
function placeOn(line: readonly LatLng[], place: LatLng) {
  let best = { offM: Infinity, alongM: 0, next: 1 };
  let lengthM = 0;
  for (const [n, to] of line.slice(1).entries()) {
    const from = line[n] ?? to;
    const pieceM = distanceM(from, to);
    const { fraction, distanceM: offM } = nearestOnLeg(from, to, place);
    if (offM < best.offM) best = { offM, alongM: lengthM + fraction * pieceM, next: n + 1 };
    lengthM += pieceM;
  }
  return { offM: best.offM, next: best.next, share: lengthM > 0 ? best.alongM / lengthM : 0 };
}
