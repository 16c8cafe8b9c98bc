import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type OsmElement, readExtractHeader } from "@commonlane/geo/osm/read-extract";
import { createTestFolder } from "../../../test/app/test-folders.ts";
import { extractBytes } from "@commonlane/geo/testing/write-extract";
import { buildCoverage } from "./build-coverage.ts";
import { Coverage, parseCoverage } from "./coverage.ts";
import { CoverageGrid } from "./coverage-grid.ts";
import { COVERAGE_FILE } from "./region.ts";

const LIECHTENSTEIN = join(import.meta.dirname, "../../../data/regions/liechtenstein.osm.pbf");

async function build(extract: string) {
  const folder = createTestFolder();
  const { bbox = [0, 0, 0.2, 0.2] } = await readExtractHeader(extract);
  const fractions: number[] = [];
  const figures = await buildCoverage.run({
    extract,
    folder,
    region: { id: "region", name: "Region", bbox },
    onProgress: (fraction) => fractions.push(fraction),
    signal: new AbortController().signal,
  });
  return {
    figures,
    fractions,
    coverage: new Coverage(parseCoverage(readFileSync(join(folder, COVERAGE_FILE), "utf8"))),
  };
}

test("Liechtenstein covers its villages up to the mountains, and not the towns behind the border", async () => {
  const { coverage, figures, fractions } = await build(LIECHTENSTEIN);
  const covered: Record<string, boolean> = {
    Vaduz: coverage.covers({ lat: 47.141, lng: 9.521 }),
    Malbun: coverage.covers({ lat: 47.102, lng: 9.61 }),
    Balzers: coverage.covers({ lat: 47.066, lng: 9.5 }),
    Ruggell: coverage.covers({ lat: 47.238, lng: 9.527 }),
    Nendeln: coverage.covers({ lat: 47.2, lng: 9.543 }),
    Sevelen: coverage.covers({ lat: 47.12, lng: 9.487 }),
    Feldkirch: coverage.covers({ lat: 47.2371, lng: 9.5986 }),
    Zürich: coverage.covers({ lat: 47.37, lng: 8.54 }),
  };
  const names = Object.keys(covered).filter((name) => covered[name]);
  expect(names).toEqual(["Vaduz", "Malbun", "Balzers", "Ruggell", "Nendeln"]);
  // Liechtenstein has 160 square kilometres; half a kilometre around its border is covered, too.
  expect(figures).toEqual({ roads: 4660, squareKilometres: expect.closeTo(214, -1) });
  expect(fractions.at(-1)).toBe(1);
});

const road = (id: number, nodeIds: number[]): OsmElement => ({
  type: "way",
  id,
  nodeIds,
  tags: { highway: "service" },
});

/** A grid of roads about 500 m apart over a square, as an extract. */
function gridOfRoads(firstId: number, west: number, south: number, size: number): OsmElement[] {
  const numbers = Array.from({ length: size + 1 }, (_, n) => n);
  const idAt = (row: number, col: number): number => firstId + row * (size + 1) + col;
  const nodes = numbers.flatMap((row) =>
    numbers.map((col): OsmElement => ({
      type: "node",
      id: idAt(row, col),
      lat: south + row * 0.004,
      lng: west + col * 0.004,
      tags: {},
    })),
  );
  const ways = numbers.flatMap((n) => [
    road(
      firstId + 2 * n,
      numbers.map((col) => idAt(n, col)),
    ),
    road(
      firstId + 2 * n + 1,
      numbers.map((row) => idAt(row, n)),
    ),
  ]);
  return [...nodes, ...ways];
}

test("separate areas stay apart, and a long road that leads out of them covers nothing", async () => {
  const file = join(createTestFolder(), "two.osm.pbf");
  const elements = [
    ...gridOfRoads(1, 0, 0, 10),
    ...gridOfRoads(1001, 0.14, 0.14, 10),
    // Leads from the first area to the east, and has no other road beside it.
    { type: "way", id: 5000, nodeIds: [1, 9000], tags: { highway: "motorway" } },
    { type: "node", id: 9000, lat: 0, lng: 0.19, tags: {} },
  ] as const;
  writeFileSync(
    file,
    extractBytes(
      elements.toSorted((a, b) => a.id - b.id),
      { bbox: [0, 0, 0.2, 0.2] },
    ),
  );
  const { coverage } = await build(file);
  expect(coverage.shape.coordinates).toHaveLength(2);
  const covers = (lat: number, lng: number) => coverage.covers({ lat, lng });
  expect([covers(0.02, 0.02), covers(0.16, 0.16)]).toEqual([true, true]);
  expect([covers(0.02, 0.16), covers(0.003, 0.12), covers(0.09, 0.09)]).toEqual([
    false,
    false,
    false,
  ]);
});

test("extracts without roads, or whose roads have no nodes, are refused", async () => {
  const file = join(createTestFolder(), "bad.osm.pbf");
  writeFileSync(file, extractBytes([{ type: "node", id: 1, lat: 0.1, lng: 0.1, tags: {} }]));
  await expect(build(file)).rejects.toThrow("The extract has too few roads for a region.");
  const roads = gridOfRoads(1, 0, 0, 10).filter(({ type }) => type === "way");
  writeFileSync(file, extractBytes(roads));
  await expect(build(file)).rejects.toThrow("The extract lacks most nodes of its roads.");
});

test("roads over the 180th meridian cover their surroundings, not a stripe around the earth", () => {
  const grid = new CoverageGrid([-180, -21, 180, -12]);
  for (const road of [0, 1]) grid.addSegment(road, -16.8, 179.998, -16.8, -179.998);
  expect(grid.squareKilometres(grid.covered())).toBeLessThan(100);
});
