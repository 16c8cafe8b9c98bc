import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildRoadGraph } from "@commonlane/geo/road-graph/build-road-graph";
import { type DrivingPace, USUAL_PACE } from "@commonlane/geo/road-graph/driving-speed";
import { buildRoadNetwork } from "@commonlane/geo/road-network/build-road-network";
import { RoadNetwork } from "@commonlane/geo/road-network/road-network";
import { openValhalla } from "@commonlane/geo/testing/valhalla-reference";
import type { LatLng } from "@commonlane/matching/geo";
import { summarizeErrors } from "@commonlane/matching/testing/driving-times";
import { logProgress, row, type Row } from "../bench.ts";
import { roadBetween } from "./road-between.ts";

const TRIPS = join(import.meta.dirname, "../../data/local-trips.tsv");

/** The paces that are tried: every combination. */
const OPEN = [0.9, 1, 1.1];
const BUILT_UP = [0.8, 0.88, 0.95];
const JUNCTIONS = [1, 1.25, 1.5];

interface Trip {
  readonly region: string;
  readonly name: string;
  readonly from: LatLng;
  readonly to: LatLng;
  readonly minutes: number;
}

/**
 * Errors of our times on usual trips: with the pace in use, and each trip by the pace that is best for all others, so
 * that no trip is measured by a fit to itself. Beside them, those of Valhalla as it was corrected before.
 */
export async function measureUsualTimes(extracts: string, folder: string): Promise<Row[]> {
  const trips = readTrips().filter(({ region }) => existsSync(extractOf(extracts, region)));
  const usual = trips.map(({ minutes }) => minutes);
  const used = await minutesOf(trips, extracts, USUAL_PACE);
  for (const [n, { name, minutes }] of trips.entries())
    logProgress(`${name}: ${used[n]?.toFixed(1)} min, usually ${minutes}`);

  const tried: number[][] = [];
  for (const open of OPEN)
    for (const builtUp of BUILT_UP)
      for (const junctions of JUNCTIONS)
        tried.push(await minutesOf(trips, extracts, { open, builtUp, junctions }));
  const leftOut = trips.map((_, out) => bestWithout(tried, usual, out)[out] ?? Number.NaN);
  const valhalla = await valhallaMinutesOf(trips, extracts, folder);

  const percent = { unit: "%", digits: 1 };
  const errors = summarizeErrors(used, usual);
  return [
    row(`${trips.length} usual trips: mean error of our times`, 100 * errors.mean, {
      ...percent,
      atMost: 15,
    }),
    row("… p90", 100 * errors.p90, percent),
    row(
      "… mean error of trips left out of the fit",
      100 * summarizeErrors(leftOut, usual).mean,
      percent,
    ),
    row(
      "… mean error of Valhalla with the earlier correction",
      100 * summarizeErrors(valhalla, usual).mean,
      percent,
    ),
  ];
}

const extractOf = (folder: string, region: string): string => join(folder, `${region}.osm.pbf`);

function readTrips(): Trip[] {
  const [, ...lines] = readFileSync(TRIPS, "utf8").trim().split("\n");
  return lines.map((line) => {
    const [region = "", origin = "", fromLat, fromLng, destination = "", toLat, toLng, minutes] =
      line.split("\t");
    return {
      region,
      name: `${origin}–${destination}`,
      from: { lat: Number(fromLat), lng: Number(fromLng) },
      to: { lat: Number(toLat), lng: Number(toLng) },
      minutes: Number(minutes),
    };
  });
}

/** The mean of both directions of each trip. */
async function minutesOf(
  trips: readonly Trip[],
  extracts: string,
  pace: DrivingPace,
): Promise<number[]> {
  const networks = new Map<string, RoadNetwork>();
  for (const { region } of trips) {
    if (networks.has(region)) continue;
    const { graph } = await buildRoadGraph(extractOf(extracts, region), undefined, undefined, pace);
    networks.set(region, new RoadNetwork(buildRoadNetwork(graph)));
  }
  return trips.map(({ region, from, to }) => {
    const network = networks.get(region);
    if (!network) return Number.NaN;
    const there = roadBetween(network, from, to)?.durationS ?? Number.NaN;
    const back = roadBetween(network, to, from)?.durationS ?? Number.NaN;
    return (there + back) / 120;
  });
}

/** The estimates with the least mean error on all trips but one. */
function bestWithout(
  tried: readonly number[][],
  usual: readonly number[],
  out: number,
): readonly number[] {
  const others = usual.toSpliced(out, 1);
  const errorOf = (estimates: readonly number[]): number =>
    summarizeErrors(estimates.toSpliced(out, 1), others).mean;
  return tried.reduce((best, next) => (errorOf(next) < errorOf(best) ? next : best));
}

/** Until 0.3, Valhalla's times were lengthened like this (decision 38). */
const corrected = (durationS: number, distanceM: number): number =>
  Math.max(durationS, 1.85 * durationS - 0.025 * distanceM);

async function valhallaMinutesOf(
  trips: readonly Trip[],
  extracts: string,
  folder: string,
): Promise<number[]> {
  const minutes: number[] = [];
  for (const region of new Set(trips.map((trip) => trip.region))) {
    const router = await openValhalla(extractOf(extracts, region), join(folder, `usual-${region}`));
    for (const trip of trips.filter((other) => other.region === region)) {
      const there = await router.route(trip.from, trip.to);
      const back = await router.route(trip.to, trip.from);
      const seconds = [there, back].map((road) =>
        road ? corrected(road.durationS, road.distanceM) : Number.NaN,
      );
      minutes.push(((seconds[0] ?? 0) + (seconds[1] ?? 0)) / 120);
    }
  }
  return minutes;
}
