import type { LatLng } from "@commonlane/contract/shapes";
import { z } from "zod";
import type { UpstreamClient } from "../upstream/upstream-client.ts";
import { decodePolyline } from "./polyline.ts";
import { type Road, type RoadTable, type RoadService, assembleRoute } from "./routing-engine.ts";

const DECIMALS = 6;
const CAR = { costing: "auto", units: "kilometers" } as const;

const NonNegative = z.number().gte(0);
const Leg = z.object({ shape: z.string(), summary: z.object({ length: NonNegative, time: NonNegative }) });
const Trip = z.object({ trip: z.object({ status: z.literal(0), units: z.literal("kilometers"), legs: z.array(Leg) }) });

const Cells = z.array(z.array(NonNegative.nullable()));
const Columns = z.object({ distances: Cells, durations: Cells });
/** The format of releases before 3.2, and of later ones with verbose output. */
const Rows = z.array(z.array(z.object({ distance: NonNegative.nullable(), time: NonNegative.nullable() })));
const Matrix = z.object({ units: z.literal("kilometers"), sources_to_targets: z.union([Columns, Rows]) });

/** Valhalla's HTTP API: `POST /route` and `/sources_to_targets`. Its lengths are in kilometres. */
export function createValhallaService(client: UpstreamClient): RoadService {
  return {
    hasRoadData: true,
    async route(points) {
      const request = { ...CAR, locations: points.map(toLocation), directions_type: "none" };
      const { trip } = await client.request("/route", Trip, request);
      const legs = trip.legs.map(({ shape, summary }) => ({
        distanceM: summary.length * 1000,
        durationS: summary.time,
        line: decodePolyline(shape, DECIMALS),
      }));
      return assembleRoute(points, legs);
    },
    async table(sources, targets) {
      const request = { ...CAR, sources: sources.map(toLocation), targets: targets.map(toLocation), verbose: false };
      const { sources_to_targets: matrix } = await client.request("/sources_to_targets", Matrix, request);
      return sources.map((_, row) => targets.map((_, column) => roadAt(matrix, row, column)));
    },
  };
}

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

function toRoad(kilometres: number | null | undefined, durationS: number | null | undefined): Road | null | undefined {
  if (kilometres === undefined || durationS === undefined) return undefined;
  return kilometres === null || durationS === null ? null : { distanceM: kilometres * 1000, durationS };
}

const toLocation = ({ lat, lng }: LatLng) => ({ lat, lon: lng });
