import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import type { Road, RoadRide } from "@commonlane/matching/road-rule";
import type { MatchRide } from "@commonlane/matching/rule";
import { LastUsed } from "#platform/last-used.ts";
import { decodePolyline } from "#platform/router/polyline.ts";
import { simplified } from "#platform/router/simplified.ts";
import { asDriven } from "./driven-way.ts";
import { asMatchRide } from "./match-ride.ts";
import type { RideRow } from "./rides.store.ts";

/** Points of a leg's line that stand for it where its roads are not asked for. */
const SHAPE_POINTS = 8;
const SHAPES_KEPT = 2_000;

/** A ride as the rule on roads knows it, as it is driven; undefined where its way was reckoned. */
export function roadRideOf(known: RideRow): RoadRide | undefined {
  const row = asDriven(known);
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

/** The line of each leg, from point to point. */
export function linesOf({ leg_points, polyline, points }: RideRow): LatLng[][] | undefined {
  if (!leg_points) return undefined;
  const line = decodePolyline(polyline);
  let first = 0;
  return leg_points.map((count, leg) => {
    const part = line.slice(first, first + count);
    // Neighbours share a point.
    first += count - 1;
    // The road begins beside the place that was chosen; people get in at that place.
    return [...points.slice(leg, leg + 1), ...part, ...points.slice(leg + 1, leg + 2)];
  });
}

interface Shape {
  readonly ride: MatchRide;
  readonly legOfPiece: readonly number[];
}
interface Pieces {
  readonly points: readonly LatLng[];
  readonly legs: readonly Road[];
  readonly legOfPiece: readonly number[];
}
const shapes = new LastUsed<string, Pieces>(SHAPES_KEPT);

/** The ride with some points of its line as if they were stops, so that a straight piece is never far from the road. */
export function shapeOf(planned: RideRow): Shape | undefined {
  const row = asDriven(planned);
  const key = `${row.polyline} ${String(row.leg_points)}`;
  const known = shapes.get(key) ?? pieces(row);
  if (!known) return undefined;
  shapes.set(key, known);
  const seatsLeft = known.legOfPiece.map((leg) => row.seats_left[leg] ?? 0);
  return {
    ride: { ...asMatchRide(row), points: known.points, legs: known.legs, seatsLeft },
    legOfPiece: known.legOfPiece,
  };
}

function pieces(row: RideRow): Pieces | undefined {
  const ride = roadRideOf(row);
  if (!ride) return undefined;
  const [points, legs, legOfPiece]: [LatLng[], Road[], number[]] = [ride.points.slice(0, 1), [], []];
  for (const [leg, { line, distanceM: roadM, durationS }] of ride.legs.entries()) {
    const inner = (simplified([line], SHAPE_POINTS)[0] ?? []).slice(1, -1);
    const way = [...inner, ...ride.points.slice(leg + 1, leg + 2)];
    const lengths = way.map((to, n) => distanceM(way[n - 1] ?? ride.points[leg] ?? to, to));
    const wholeM = lengths.reduce((sum, metres) => sum + metres, 0);
    for (const [n, to] of way.entries()) {
      const share = wholeM > 0 ? (lengths[n] ?? 0) / wholeM : 1 / way.length;
      points.push(to);
      legs.push({ distanceM: share * roadM, durationS: share * durationS });
      legOfPiece.push(leg);
    }
  }
  return { points, legs, legOfPiece };
}
