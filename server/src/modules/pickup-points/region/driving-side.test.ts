import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildRoadGraph } from "@commonlane/geo/road-graph/build-road-graph";
import { buildRoadNetwork } from "@commonlane/geo/road-network/build-road-network";
import { RoadNetwork } from "@commonlane/geo/road-network/road-network";
import { SmallExtract } from "@commonlane/geo/testing/small-extract";
import { afterAll, expect, test } from "vitest";
import { buildPickupPoints } from "./build-pickup-points.ts";
import { PICKUP_FILE, readPickupFile } from "./pickup-file.ts";
import { PickupIndex } from "./pickup-index.ts";
import { PointGrid } from "./places-on-roads.ts";
import { pointsOnLine } from "./points-on-line.ts";
import { wrapLng } from "@commonlane/geo/road-network/shapes";
import { GridCells } from "./road-index.ts";

const folder = mkdtempSync(join(tmpdir(), "driving-side-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const VADUZ = { lat: 47.14, lng: 9.52 };
const OXFORD = { lat: 51.752, lng: -1.258 };
/** The 180th meridian passes between the ends of the street, near its stops. */
const TAVEUNI = { lat: -16.8, lng: 179.99848 };
const STEP_M = 10;

type Place = readonly [column: number, row: number];

/** A street of two carriageways 30 metres apart, with a stop on the outer side of each; one is drawn as a line. */
const STREET = `
                n
        A               B
W  X                       Y  E
        D               C
             s     t`;
const WEST = [0, 3] as const;
const EAST = [30, 3] as const;

/** The stops that a ride passes from west to east, and back. */
async function stopsOfRides(center: { lat: number; lng: number }, isLeft: boolean) {
  const one = (names: string): string => (isLeft ? names : names.split("").toReversed().join(""));
  const road = { highway: "secondary", maxspeed: "50" };
  const extract = join(folder, "street.osm.pbf");
  writeFileSync(
    extract,
    new SmallExtract(STREET, { ...center, stepM: STEP_M })
      .way("WX", road)
      .way("YE", road)
      .way(one("XABY"), { ...road, oneway: "yes" })
      .way(one("YCDX"), { ...road, oneway: "yes" })
      .way("st", { highway: "bus_stop", name: "Southern side" })
      .node("n", { highway: "bus_stop", name: "Northern side" })
      .bytes(),
  );
  await buildPickupPoints.run({
    extract,
    folder,
    region: { id: "street", name: "Street", bbox: [0, 0, 1, 1] },
    onProgress: () => {},
    signal: new AbortController().signal,
  });
  const index = new PickupIndex(await readPickupFile(join(folder, PICKUP_FILE)));
  const { graph } = await buildRoadGraph(extract);
  const network = new RoadNetwork(buildRoadNetwork(graph));

  const stepLat = STEP_M / 111_195;
  const snap = ([column, row]: Place) =>
    network.snap({
      lat: center.lat - row * stepLat,
      lng: wrapLng(center.lng + (column * stepLat) / Math.cos((center.lat * Math.PI) / 180)),
    });
  const stopsOn = (from: Place, to: Place): string[] => {
    const begin = snap(from);
    const end = snap(to);
    const line = begin && end && network.path(begin, end);
    return pointsOnLine(line ?? [], index).map(({ point }) => point.name);
  };
  return { there: stopsOn(WEST, EAST), back: stopsOn(EAST, WEST) };
}

test.each([
  ["left", OXFORD, true],
  ["right", VADUZ, false],
] as const)(
  "[domain/pickup:driving-side] where people drive on the %s, a walker is met beside the carriageway of the ride",
  async (_, center, isLeft) => {
    const { there, back } = await stopsOfRides(center, isLeft);
    expect(there).toEqual([isLeft ? "Northern side" : "Southern side"]);
    expect(back).toEqual([isLeft ? "Southern side" : "Northern side"]);
  },
);

test("[domain/pickup:meridian] stops and rides on both sides of the 180th meridian meet as elsewhere", async () => {
  const { there, back } = await stopsOfRides(TAVEUNI, true);
  expect(there).toEqual(["Northern side"]);
  expect(back).toEqual(["Southern side"]);
});

test("[domain/pickup:meridian] grids find what is just beyond the 180th meridian", () => {
  const west = { lat: -16.8, lng: 179.9999 };
  const east = { lat: -16.8, lng: -179.9999 };
  const cells = new GridCells();
  cells.mark(west);
  expect(cells.touches(east, east)).toBe(true);
  const points = new PointGrid<typeof west>();
  points.add(west);
  expect(points.near(east, 100)).toEqual([west]);
  expect(points.near({ ...east, lng: -179.99 }, 100)).toEqual([]);
});
