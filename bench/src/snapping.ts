import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { readExtractHeader } from "@commonlane/geo/osm/read-extract";
import { readNetworkFile } from "@commonlane/geo/road-network/network-file";
import { RoadNetwork, type RoadPosition } from "@commonlane/geo/road-network/road-network";
import { distanceM, type LatLng } from "@commonlane/matching/geo";
import { buildPickupPoints } from "../../server/src/modules/pickup-points/region/build-pickup-points.ts";
import {
  PICKUP_FILE,
  readPickupFile,
} from "../../server/src/modules/pickup-points/region/pickup-file.ts";
import { parseHouseNumber, parsePlace } from "../../server/src/modules/places/place-file.ts";
import { buildPlaces } from "../../server/src/modules/places/region/build-places.ts";
import { buildCoverage } from "../../server/src/platform/regions/build-coverage.ts";
import { buildRoads } from "../../server/src/platform/routing/network/build-roads.ts";
import { NETWORK_FILE } from "../../server/src/platform/routing/network/region-network.ts";
import { type Bench, type Figures, logProgress, row } from "./bench.ts";
import { withTempFolder } from "./support/temp-folder.ts";

const STOP_WITHIN_M = 400;
const ABSURD_S = 300;
const ABSURD_FACTOR = 1.5;
/** Before roads were chosen by what leads to larger roads. */
const ABSURD_BEFORE = 29;
const EXTRACT = join(import.meta.dirname, "../../server/data/regions/liechtenstein.osm.pbf");
/** Vaduz, Eschen and Balzers. */
const GOALS: readonly LatLng[] = [
  { lat: 47.141, lng: 9.5209 },
  { lat: 47.2107, lng: 9.5223 },
  { lat: 47.0666, lng: 9.5033 },
];

interface ListedPlace extends LatLng {
  readonly name: string;
}

/** Places whose drives take absurdly long, since they begin on a road that no one would take. */
export const snapping: Bench = {
  name: "snapping",
  run: () => withTempFolder(measureIn),
};

async function measureIn(folder: string): Promise<Figures> {
  const { bbox } = await readExtractHeader(EXTRACT);
  if (!bbox) throw new Error("The extract has no bounding box.");
  const region = { id: "liechtenstein", name: "Liechtenstein", bbox };
  const { signal } = new AbortController();
  const input = { extract: EXTRACT, folder, region, onProgress: () => {}, signal };
  for (const step of [buildCoverage, buildRoads, buildPlaces, buildPickupPoints])
    await step.run(input);

  const stops = await readPickupFile(join(folder, PICKUP_FILE));
  const { buffer } = new Uint8Array(readFileSync(join(folder, NETWORK_FILE)));
  const network = new RoadNetwork(readNetworkFile(buffer).drive);
  let compared = 0;
  const absurd: string[] = [];
  for (const place of listPlaces(folder)) {
    const stop = nearestStop(stops, place);
    const begin = network.snap(place);
    const beginAtStop = stop && network.snap(stop);
    if (!begin || !beginAtStop) continue;
    compared++;
    if (isAbsurd(network, begin, beginAtStop)) absurd.push(place.name);
  }
  logProgress(`absurd: ${absurd.join(", ")}`);
  return {
    how: "The streets, places and house numbers of Liechtenstein's extract with a pickup point within 400 m. One is absurd if a drive to or from Vaduz, Eschen or Balzers takes over 5 minutes and 1.5 times as long as that of the pickup point.",
    rows: [
      row("places compared", compared, { unit: "" }),
      row("absurd ones", absurd.length, { unit: "", atMost: ABSURD_BEFORE }),
    ],
  };
}

function listPlaces(folder: string): ListedPlace[] {
  const places = readLines(join(folder, "places.tsv.br")).map(parsePlace);
  const houses = readLines(join(folder, "house-numbers.tsv.br")).map(parseHouseNumber);
  const streets = new Map(places.map(({ id, name }) => [id, name]));
  return [
    ...places,
    ...houses.map((house) => ({
      ...house,
      name: `${streets.get(house.streetId) ?? "?"} ${house.number}`,
    })),
  ];
}

const readLines = (file: string): string[] =>
  brotliDecompressSync(readFileSync(file))
    .toString()
    .split("\n")
    .filter((line) => line !== "");

function nearestStop<Stop extends LatLng>(stops: readonly Stop[], place: LatLng): Stop | undefined {
  const near = stops.filter((stop) => distanceM(stop, place) <= STOP_WITHIN_M);
  return near.toSorted((a, b) => distanceM(a, place) - distanceM(b, place))[0];
}

function isAbsurd(network: RoadNetwork, place: RoadPosition, stop: RoadPosition): boolean {
  const timesS = (position: RoadPosition): number[] =>
    GOALS.flatMap((goal) => {
      const end = network.snap(goal);
      if (!end) return [];
      const there = network.road(network.labelFrom(position), network.labelTo(end));
      const back = network.road(network.labelFrom(end), network.labelTo(position));
      return [there?.durationS ?? Infinity, back?.durationS ?? Infinity];
    });
  const ofStop = timesS(stop);
  return timesS(place).some(
    (seconds, n) => seconds > ABSURD_S && seconds > ABSURD_FACTOR * (ofStop[n] ?? 0),
  );
}
