import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestFolder } from "../../../test/app/test-folders.ts";
import { PROTOMAPS_SCHEMA } from "../../../test/map-tiles/protomaps-schema.ts";
import {
  openArchive,
  polygonsOf,
  readAllTiles,
  type ReadFeature,
  readTile,
  tileAt,
} from "../../../test/map-tiles/read-tiles.ts";
import { readExtractHeader } from "@commonlane/geo/osm/read-extract";
import { buildCoverage } from "../regions/build-coverage.ts";
import { buildMap, MAP_FILE } from "./build-map.ts";

const LIECHTENSTEIN = join(import.meta.dirname, "../../../data/regions/liechtenstein.osm.pbf");
const VADUZ = [9.5215, 47.1405] as const;
const { signal } = new AbortController();
/** A build takes a second or two; a busy machine may need longer. */
const BUILD_TIMEOUT_MS = 60_000;

async function inputFor(folder: string, fractions: number[] = []) {
  const { bbox = [0, 0, 1, 1] as const } = await readExtractHeader(LIECHTENSTEIN);
  const region = { id: "liechtenstein", name: "Liechtenstein", bbox };
  const onProgress = (fraction: number) => void fractions.push(fraction);
  return { extract: LIECHTENSTEIN, folder, region, onProgress, signal };
}

let folder: string;
let figures: Record<string, number | string>;
let archive: ReturnType<typeof openArchive>;
let tiles: Map<string, ReadFeature[]>;
const fractions: number[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "commonlane-map-"));
  const input = await inputFor(folder, fractions);
  await buildCoverage.run({ ...input, onProgress: () => {} });
  figures = await buildMap.run(input);
  archive = openArchive(join(folder, MAP_FILE));
  tiles = await readAllTiles(archive);
}, BUILD_TIMEOUT_MS);

afterAll(() => rmSync(folder, { recursive: true }));

const featuresNear = async (z: number, [lng, lat]: readonly [number, number], layer: string) =>
  ((await readTile(archive, tileAt(z, lng, lat))) ?? []).filter(
    (feature) => feature.layer === layer,
  );
const named = (features: readonly ReadFeature[], name: string) =>
  features
    .filter(({ properties }) => properties["name"] === name)
    .map(({ properties }) => properties);

const contains = (features: readonly ReadFeature[], kind: string) =>
  features.some(({ type, properties }) => type === "polygon" && properties["kind"] === kind);
const ground = async (lng: number, lat: number) =>
  (await featuresNear(12, [lng, lat], "earth")).length;

function isValid(feature: ReadFeature): boolean {
  const { type, geometry } = feature;
  if (type === "line") return geometry.every((line) => line.length >= 2);
  if (type !== "polygon") return true;
  const rings = polygonsOf(feature).flat();
  const isClosed = rings.every(
    (ring) => ring.length >= 4 && ring[0]?.equals(ring.at(-1) ?? ring[0]),
  );
  // Rings without an area are left out by the grouping; there must be none.
  return isClosed && rings.length === geometry.length;
}

describe("the street map of Liechtenstein", () => {
  test("opens with the package that browsers use, and says what it holds", async () => {
    const header = await archive.getHeader();
    expect(header).toMatchObject({ minZoom: 7, maxZoom: 14, tileType: 1, clustered: true });
    expect([header.minLon < 9.471, header.maxLat > 47.271, header.minLon > 9.3]).toEqual([
      true,
      true,
      true,
    ]);
    const metadata = await archive.getMetadata();
    expect(metadata).toMatchObject({
      attribution: expect.stringContaining("© OpenStreetMap contributors"),
      coverage: { type: "MultiPolygon" },
    });
    expect(JSON.stringify(metadata).length).toBeLessThan(4000);
  });

  test("every tile decodes, has a layer, and stays small enough for a phone", async () => {
    expect(tiles.size).toBe(figures["tiles"]);
    expect([...tiles.values()].every((features) => features.length > 0)).toBe(true);
    expect(new Set([...tiles.keys()].map((key) => key.split("/")[0])).size).toBe(8);
    expect(Number(figures["bytes"])).toBeLessThan(1_500_000);
  });

  test("progress grows to 1, and nothing but the map is left behind", () => {
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(fractions.at(-1)).toBe(1);
    expect(readdirSync(folder).toSorted()).toEqual(["coverage.json", MAP_FILE]);
  });

  test("all layers, kinds and attributes are those that Protomaps documents", () => {
    const unknown = new Set<string>();
    for (const { layer, properties } of [...tiles.values()].flat()) {
      const schema = PROTOMAPS_SCHEMA[layer];
      const kind = String(properties["kind"]);
      if (!schema || (schema.kinds && !schema.kinds.has(kind))) unknown.add(`${layer}: ${kind}`);
      for (const key of Object.keys(properties))
        if (!schema?.attributes.has(key) && !/^name(:|$)/.test(key)) unknown.add(`${layer}.${key}`);
    }
    expect([...unknown]).toEqual([]);
  });

  test("a street has its name and class from the zoom on that shows it", async () => {
    const roads = await featuresNear(14, VADUZ, "roads");
    expect(named(roads, "Lettstrasse")[0]).toMatchObject({ kind: "minor_road" });
    expect(named(roads, "Äulestrasse")[0]).toMatchObject({
      kind: "major_road",
      kind_detail: "primary",
    });
    const farther = await featuresNear(10, VADUZ, "roads");
    expect(farther.length).toBeGreaterThan(0);
    expect(
      farther.filter(
        ({ properties }) => "name" in properties || properties["kind"] === "minor_road",
      ),
    ).toEqual([]);
  });

  test("one road is one line where nothing else tells its ways apart", async () => {
    // From zoom 10 on, the numbers of roads do.
    const primary = (await featuresNear(9, VADUZ, "roads")).filter(
      ({ properties }) => properties["kind_detail"] === "primary",
    );
    expect(primary).toHaveLength(1);
    // The extract has 123 ways of this class.
    expect(primary[0]?.geometry.length).toBeLessThan(45);
  });

  test("towns, stops, stations, peaks and house numbers have labels", async () => {
    expect(named(await featuresNear(11, VADUZ, "places"), "Vaduz")[0]).toMatchObject({
      kind: "locality",
    });
    const stop = (await featuresNear(14, VADUZ, "pois")).find(
      ({ properties }) =>
        properties["kind"] === "bus_stop" && String(properties["name"]).includes("Post"),
    );
    expect(stop?.type).toBe("point");
    const all = [...tiles.values()].flat();
    const isKind = (kind: string) => all.some(({ properties }) => properties["kind"] === kind);
    expect(["station", "peak", "address"].map(isKind)).toEqual([true, true, true]);
    expect(
      all.find(({ properties }) => properties["kind"] === "peak")?.properties["elevation"],
    ).toBeTypeOf("number");
  });

  test("the Rhine is water, around Vaduz is wood, and the castle has walls", async () => {
    expect(contains(await featuresNear(13, [9.5033, 47.14], "water"), "water")).toBe(true);
    expect(contains(await featuresNear(12, [9.535, 47.14], "landuse"), "forest")).toBe(true);
    expect(contains(await featuresNear(14, [9.5243, 47.1395], "buildings"), "building")).toBe(true);
  });

  test("the ground covers the region and not the country around it", async () => {
    expect([await ground(...VADUZ), await ground(9.0, 47.2), await ground(9.9, 47.1)]).toEqual([
      1, 0, 0,
    ]);
  });

  test("polygons start with an outline and have an area, and lines have two points", () => {
    const broken = [...tiles].flatMap(([tile, features]) =>
      features.filter((feature) => !isValid(feature)).map(({ layer }) => `${tile} ${layer}`),
    );
    expect(broken).toEqual([]);
  });

  test(
    "a second build gives the same bytes",
    async () => {
      const first = readFileSync(join(folder, MAP_FILE));
      await buildMap.run(await inputFor(folder));
      expect(readFileSync(join(folder, MAP_FILE)).equals(first)).toBe(true);
    },
    BUILD_TIMEOUT_MS,
  );

  test(
    "an aborted build stops and leaves no files of its own",
    async () => {
      const other = createTestFolder();
      const input = await inputFor(other);
      await buildCoverage.run(input);
      const abort = new AbortController();
      const onProgress = (fraction: number) =>
        void (fraction > 0.5 && abort.abort(new Error("stopped")));
      await expect(buildMap.run({ ...input, onProgress, signal: abort.signal })).rejects.toThrow(
        "stopped",
      );
      expect(readdirSync(other)).toEqual(["coverage.json"]);
    },
    BUILD_TIMEOUT_MS,
  );
});
