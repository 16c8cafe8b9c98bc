import type { LatLng } from "@commonlane/contract/shapes";
import { z } from "zod";
import { UpstreamRejected } from "../upstream/upstream-client.ts";
import { decodePolyline } from "@commonlane/contract/polyline";
import { type Road, type RoadTable, type RoadService, assembleRoute } from "./routing-engine.ts";
import { simplifyLine } from "./simplify-polyline.ts";
import { Nearby, toNearestRoad } from "./valhalla-locate.ts";

const DECIMALS = 6;
const COSTING = { car: "auto", foot: "pedestrian" } as const;
/** About the width of a road. */
const WALK_TOLERANCE_M = 3;

const NonNegative = z.number().gte(0);
const Leg = z.object({
  shape: z.string(),
  summary: z.object({ length: NonNegative, time: NonNegative }),
});
const Trip = z.object({
  trip: z.object({ status: z.literal(0), units: z.literal("kilometers"), legs: z.array(Leg) }),
});

const Cells = z.array(z.array(NonNegative.nullable()));
const Columns = z.object({ distances: Cells, durations: Cells });
/** The format of releases before 3.2, and of later ones with verbose output. */
const Rows = z.array(
  z.array(z.object({ distance: NonNegative.nullable(), time: NonNegative.nullable() })),
);
const Matrix = z.object({
  units: z.literal("kilometers"),
  sources_to_targets: z.union([Columns, Rows]),
});

/** Sends a request to Valhalla: over HTTP, or to the embedded engine. */
export interface ValhallaClient {
  request<T extends z.ZodType>(path: ValhallaPath, schema: T, body: object): Promise<z.output<T>>;
}
export type ValhallaPath = "/route" | "/sources_to_targets" | "/locate";

/** Valhalla's API: `POST /route`, `/sources_to_targets` and `/locate`. Its lengths are in kilometres. */
export function createValhallaService(client: ValhallaClient): RoadService {
  const requestTable = async (
    sources: readonly LatLng[],
    targets: readonly LatLng[],
    mode: keyof typeof COSTING,
  ) => {
    const places = { sources: sources.map(toLocation), targets: targets.map(toLocation) };
    const request = { costing: COSTING[mode], units: "kilometers", ...places, verbose: false };
    const reply = await client
      .request("/sources_to_targets", Matrix, request)
      .catch((error: unknown) => {
        if (hasNoPath(error)) return undefined;
        throw error;
      });
    if (!reply) return sources.map(() => targets.map(() => null));
    const { sources_to_targets: matrix } = reply;
    return sources.map((_, row) => targets.map((_, column) => roadAt(matrix, row, column)));
  };
  const requestTrip = (points: readonly LatLng[], mode: keyof typeof COSTING) => {
    const places = { locations: points.map(toLocation), directions_type: "none" };
    return client.request("/route", Trip, {
      costing: COSTING[mode],
      units: "kilometers",
      ...places,
    });
  };
  return {
    hasRoadData: true,
    async route(points) {
      const { trip } = await requestTrip(points, "car");
      const legs = trip.legs.map(({ shape, summary }) => ({
        distanceM: summary.length * 1000,
        durationS: summary.time,
        line: decodePolyline(shape, DECIMALS),
      }));
      return assembleRoute(points, legs);
    },
    async walk(from, to) {
      const reply = await requestTrip([from, to], "foot").catch((error: unknown) => {
        if (error instanceof UpstreamRejected) return undefined;
        throw error;
      });
      const path = reply?.trip.legs.flatMap(({ shape }) => decodePolyline(shape, DECIMALS));
      // It begins and ends on the nearest path.
      return path && simplifyLine([from, ...path, to], WALK_TOLERANCE_M);
    },
    table: (sources, targets) => requestTable(sources, targets, "car"),
    walkTable: (sources, targets) => requestTable(sources, targets, "foot"),
    async locate(points) {
      if (points.length === 0) return [];
      const request = { locations: points.map(toLocation), costing: COSTING.car, verbose: true };
      const nearby = await client.request("/locate", Nearby, request);
      return points.map((_, n) => toNearestRoad(nearby[n]));
    },
    // A remote engine does not tell where it has roads; without them the reply says so.
    isCovered: () => true,
  };
}

/** Valhalla rejects a table in which no pair has a road. */
const hasNoPath = (error: unknown): boolean =>
  error instanceof UpstreamRejected &&
  JSON.stringify(error.body).includes("No path could be found");

function roadAt(
  matrix: z.output<typeof Columns> | z.output<typeof Rows>,
  row: number,
  column: number,
): RoadTable[0][0] {
  if (Array.isArray(matrix)) {
    const pair = matrix[row]?.[column];
    return pair && toRoad(pair.distance, pair.time);
  }
  return toRoad(matrix.distances[row]?.[column], matrix.durations[row]?.[column]);
}

function toRoad(
  kilometres: number | null | undefined,
  durationS: number | null | undefined,
): Road | null | undefined {
  if (kilometres === undefined || durationS === undefined) return undefined;
  return kilometres === null || durationS === null
    ? null
    : { distanceM: kilometres * 1000, durationS };
}

const toLocation = ({ lat, lng }: LatLng) => ({ lat, lon: lng });
