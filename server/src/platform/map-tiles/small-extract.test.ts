import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../test/app/test-folders.ts";
import { openArchive, readTile, tileAt } from "../../../test/map-tiles/read-tiles.ts";
import { extractBytes } from "@commonlane/geo/testing/write-extract";
import type { OsmElement, Tags } from "@commonlane/geo/osm/read-extract";
import { COVERAGE_FILE } from "../regions/region.ts";
import { buildMap, MAP_FILE } from "./build-map.ts";

// The region is a square of a tenth of a degree.
const COVERAGE = {
  type: "MultiPolygon",
  coordinates: [
    [
      [
        [0, 0],
        [0.1, 0],
        [0.1, 0.1],
        [0, 0.1],
        [0, 0],
      ],
    ],
  ],
};

/** Nodes with ids from `firstId` on. */
const nodesAt = (firstId: number, ...points: [lng: number, lat: number][]): OsmElement[] =>
  points.map(([lng, lat], i) => ({ type: "node", id: firstId + i, lng, lat, tags: {} }));
const way = (id: number, nodeIds: number[], tags: Tags = {}): OsmElement => ({
  type: "way",
  id,
  nodeIds,
  tags,
});
const member = (id: number, role: string) => ({ type: "way", id, role }) as const;

/** A lake of two ways with an island, a road inside the region and one far outside. */
const ELEMENTS: readonly OsmElement[] = [
  ...nodesAt(1, [0.02, 0.02], [0.08, 0.02], [0.08, 0.08], [0.02, 0.08]),
  ...nodesAt(11, [0.04, 0.04], [0.06, 0.04], [0.06, 0.06], [0.04, 0.06]),
  ...nodesAt(21, [0.01, 0.01], [0.09, 0.01], [0.5, 0.5], [0.6, 0.5]),
  way(1, [1, 2, 3]),
  way(2, [1, 4, 3]),
  way(3, [11, 12, 13, 14, 11]),
  way(4, [21, 22], { highway: "residential", name: "Lake Road" }),
  way(5, [23, 24], { highway: "residential", name: "Far Road" }),
  {
    type: "relation",
    id: 1,
    members: [member(1, "outer"), member(3, "inner"), member(2, "outer"), member(99, "outer")],
    tags: { type: "multipolygon", natural: "water", name: "Lake" },
  },
];

async function build(elements: readonly OsmElement[]) {
  const folder = createTestFolder();
  const extract = join(folder, "small.osm.pbf");
  writeFileSync(extract, extractBytes(elements));
  writeFileSync(join(folder, COVERAGE_FILE), JSON.stringify(COVERAGE));
  const region = { id: "small", name: "Small", bbox: [0, 0, 0.1, 0.1] } as const;
  const { signal } = new AbortController();
  await buildMap.run({ extract, folder, region, onProgress: () => {}, signal });
  const archive = openArchive(join(folder, MAP_FILE));
  return async (z: number, lng: number, lat: number) =>
    (await readTile(archive, tileAt(z, lng, lat))) ?? [];
}

const hasGround = async (elements: readonly OsmElement[], z: number) =>
  (await (await build(elements))(z, 0.05, 0.05)).some(({ layer }) => layer === "earth");

test("a lake of several ways has its island, its label and no need for ways that are missing", async () => {
  const featuresAt = await build(ELEMENTS);
  const water = (await featuresAt(11, 0.05, 0.05)).filter(({ layer }) => layer === "water");
  expect(water.map(({ type, geometry }) => [type, geometry.length])).toEqual([
    ["polygon", 2],
    ["point", 1],
  ]);
  expect(water[1]?.properties).toMatchObject({ kind: "water", name: "Lake" });
});

test("roads inside the region are there, and what lies outside is not", async () => {
  const featuresAt = await build(ELEMENTS);
  const names = async (lng: number, lat: number) =>
    (await featuresAt(14, lng, lat)).flatMap(({ layer, properties }) =>
      layer === "roads" ? [properties["name"]] : [],
    );
  expect(await names(0.05, 0.01)).toEqual(["Lake Road"]);
  expect(await featuresAt(14, 0.55, 0.5)).toEqual([]);
});

test("ground hides the world map inland, and leaves land and sea to it where there is a coast", async () => {
  expect([await hasGround(ELEMENTS, 11), await hasGround(ELEMENTS, 8)]).toEqual([true, false]);
  const coast = ELEMENTS.toSpliced(-1, 0, way(6, [1, 2], { natural: "coastline" }));
  expect(await hasGround(coast, 11)).toBe(false);
});
