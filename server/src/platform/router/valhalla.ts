import type { LatLng } from "@commonlane/contract/shapes";
import { z } from "zod";
import type { Peer } from "../peer/peer.ts";
import { decodePolyline } from "./polyline.ts";
import { type Road, type RoadTable, type RoadService, routeThrough } from "./router.ts";

const DECIMALS = 6;
const CAR = { costing: "auto", units: "kilometers" } as const;

const Amount = z.number().gte(0);
const Leg = z.object({ shape: z.string(), summary: z.object({ length: Amount, time: Amount }) });
const Trip = z.object({ trip: z.object({ status: z.literal(0), units: z.literal("kilometers"), legs: z.array(Leg) }) });

const Cells = z.array(z.array(Amount.nullable()));
const Columns = z.object({ distances: Cells, durations: Cells });
/** What releases before 3.2 say, and later ones when asked for more words. */
const Rows = z.array(z.array(z.object({ distance: Amount.nullable(), time: Amount.nullable() })));
const Matrix = z.object({ units: z.literal("kilometers"), sources_to_targets: z.union([Columns, Rows]) });

/** Valhalla's HTTP API: `POST /route` and `/sources_to_targets`. Its lengths are kilometres. */
export function valhalla(peer: Peer): RoadService {
  return {
    knowsRoads: true,
    async route(points) {
      const asked = { ...CAR, locations: points.map(located), directions_type: "none" };
      const { trip } = await peer.ask("/route", Trip, asked);
      const legs = trip.legs.map(({ shape, summary }) => ({
        distanceM: summary.length * 1000,
        durationS: summary.time,
        line: decodePolyline(shape, DECIMALS),
      }));
      return routeThrough(points, legs);
    },
    async table(sources, targets) {
      const asked = { ...CAR, sources: sources.map(located), targets: targets.map(located), verbose: false };
      const { sources_to_targets: said } = await peer.ask("/sources_to_targets", Matrix, asked);
      return sources.map((_, row) => targets.map((_, column) => cell(said, row, column)));
    },
  };
}

function cell(said: z.output<typeof Columns> | z.output<typeof Rows>, row: number, column: number): RoadTable[0][0] {
  if (Array.isArray(said)) {
    const pair = said[row]?.[column];
    return pair && roadOf(pair.distance, pair.time);
  }
  return roadOf(said.distances[row]?.[column], said.durations[row]?.[column]);
}

function roadOf(kilometres: number | null | undefined, durationS: number | null | undefined): Road | null | undefined {
  if (kilometres === undefined || durationS === undefined) return undefined;
  return kilometres === null || durationS === null ? null : { distanceM: kilometres * 1000, durationS };
}

const located = ({ lat, lng }: LatLng) => ({ lat, lon: lng });
