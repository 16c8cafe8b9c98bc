import type { LatLng } from "@commonlane/contract/shapes";
import { z } from "zod";
import type { UpstreamClient } from "../upstream/upstream-client.ts";
import { decodePolyline } from "@commonlane/contract/polyline";
import { type Road, type RouteLeg, type RoadService, assembleRoute } from "./routing-engine.ts";

const DECIMALS = 6;

const NonNegative = z.number().gte(0);
const Routes = z.object({
  code: z.literal("Ok"),
  routes: z
    .array(
      z.object({
        legs: z.array(
          z.object({
            distance: NonNegative,
            duration: NonNegative,
            steps: z.array(z.object({ geometry: z.string() })),
          }),
        ),
      }),
    )
    .min(1),
});
const Cells = z.array(z.array(NonNegative.nullable()));
const Tables = z.object({ code: z.literal("Ok"), durations: Cells, distances: Cells });

/**
 * OSRM's HTTP API, version 1: `GET /route/v1/driving/…` and `/table/v1/driving/…`. An OSRM server ignores the profile
 * name; a gateway in front may need it in the configured address.
 */
export function createOsrmService(client: UpstreamClient): RoadService {
  return {
    hasRoadData: true,
    async route(points) {
      const query = "overview=false&steps=true&geometries=polyline6";
      const { routes } = await client.request(
        `/route/v1/driving/${formatCoordinates(points)}?${query}`,
        Routes,
      );
      return assembleRoute(points, (routes[0]?.legs ?? []).map(toRouteLeg));
    },
    async table(sources, targets) {
      const indexes = [...sources, ...targets].map((_, n) => n);
      const from = indexes.slice(0, sources.length).join(";");
      const to = indexes.slice(sources.length).join(";");
      const query = `sources=${from}&destinations=${to}&annotations=duration,distance`;
      const tables = await client.request(
        `/table/v1/driving/${formatCoordinates([...sources, ...targets])}?${query}`,
        Tables,
      );
      return sources.map((_, row) => targets.map((_, column) => roadAt(tables, row, column)));
    },
    // An OSRM server knows one way of travelling, and its nearest road comes without a class.
    walkTable: async (sources, targets) => sources.map(() => targets.map(() => undefined)),
    walk: async () => undefined,
    locate: async (points) => points.map(() => undefined),
    isCovered: () => true,
  };
}

function roadAt(
  { distances, durations }: z.output<typeof Tables>,
  row: number,
  column: number,
): Road | null | undefined {
  const distanceM = distances[row]?.[column];
  const durationS = durations[row]?.[column];
  if (distanceM === undefined || durationS === undefined) return undefined;
  return distanceM === null || durationS === null ? null : { distanceM, durationS };
}

/** Joins the steps of a leg; each step repeats the last point of the previous one. */
function toRouteLeg({
  distance,
  duration,
  steps,
}: {
  distance: number;
  duration: number;
  steps: { geometry: string }[];
}): RouteLeg {
  const line = steps.flatMap(({ geometry }, n) =>
    decodePolyline(geometry, DECIMALS).slice(n === 0 ? 0 : 1),
  );
  return { distanceM: distance, durationS: duration, line };
}

/** OSRM expects the longitude first. */
const formatCoordinates = (points: readonly LatLng[]) =>
  points.map(({ lat, lng }) => `${lng.toFixed(DECIMALS)},${lat.toFixed(DECIMALS)}`).join(";");
