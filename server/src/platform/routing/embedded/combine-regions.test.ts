import type { LatLng } from "@commonlane/contract/shapes";
import { expect, test } from "vitest";
import { readSettings } from "#platform/settings.ts";
import { createGreatCircleEngine } from "../great-circle-engine.ts";
import type { RoutingEngine } from "../routing-engine.ts";
import { combineRegions } from "./combine-regions.ts";
import type { RegionRoads } from "./region-roads.ts";

const settings = readSettings({});
const estimate = createGreatCircleEngine(settings);
const [west, east] = [
  { lat: 47, lng: 9.2 },
  { lat: 47, lng: 9.4 },
];

/** A region between two longitudes whose engine answers every pair with the same. */
function regionOf(
  name: string,
  fromLng: number,
  toLng: number,
  cell: null | undefined,
  gateways: LatLng[] = [],
): RegionRoads {
  const engine: RoutingEngine = {
    ...estimate,
    table: async (sources, targets) => sources.map(() => targets.map(() => cell)),
    cacheOnly: estimate,
  };
  return { key: name, covers: ({ lng }) => lng >= fromLng && lng < toLng, gateways, engine };
}

const combine = (...regions: RegionRoads[]) =>
  combineRegions(
    () => regions,
    ({ engine }) => engine,
    estimate,
    settings,
  );

test("between two places of a region without a road there is none; between regions without gateways the way is estimated", async () => {
  const expected = await estimate.table([west], [east]);
  expect(await combine(regionOf("whole", 9, 10, null)).table([west], [east])).toEqual([[null]]);
  const halves = combine(regionOf("west", 9, 9.3, null), regionOf("east", 9.3, 10, null));
  expect(await halves.table([west], [east])).toEqual(expected);
  expect(await combine().table([west], [east])).toEqual(expected);
});

test("a cell is unknown if an engine that it needs does not answer", async () => {
  const gateways = [{ lat: 47, lng: 9.29 }];
  const failing = combine(regionOf("west", 9, 9.3, undefined, gateways));
  expect(await failing.table([west], [east])).toEqual([[undefined]]);
  expect(await combine(regionOf("whole", 9, 10, undefined)).table([west], [east])).toEqual([
    [undefined],
  ]);
});
