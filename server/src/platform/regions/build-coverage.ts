import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { contours } from "d3-contour";
import { type NodeLocations, readNodeLocations } from "@commonlane/geo/osm/node-locations";
import { ExtractError, readExtract } from "@commonlane/geo/osm/read-extract";
import { simplifyLine } from "#platform/routing/simplify-polyline.ts";
import type { BuildStep } from "./build-step.ts";
import { type CoverageShape, parseCoverage } from "./coverage.ts";
import { CoverageGrid } from "./coverage-grid.ts";
import { COVERAGE_FILE } from "./region.ts";

/** Values of `highway` that are not a road or path that exists. */
const NO_ROADS = new Set([
  "proposed",
  "construction",
  "planned",
  "abandoned",
  "razed",
  "raceway",
  "platform",
  "elevator",
]);
const TOLERANCE_M = 150;
const DECIMALS = 5;

/**
 * The area in which a region has roads: cells of half a kilometre with at least two roads, joined, one cell wider,
 * and smoothed (docs/decisions/0037-regions.md says why not a boundary).
 */
export const buildCoverage: BuildStep = {
  name: "coverage",
  weight: 2,
  async run({ extract, folder, region, onProgress, signal }) {
    const locations = await readNodeLocations(extract, signal, (fraction) =>
      onProgress(fraction / 2),
    );
    const grid = new CoverageGrid(region.bbox);
    let roads = 0;
    const nodes = { found: 0, missing: 0 };
    const report = (fraction: number): void => onProgress((1 + fraction) / 2);
    for await (const elements of readExtract(extract, { ways: true }, signal, report))
      for (const element of elements)
        if (element.type === "way" && isRoad(element.tags["highway"]))
          addRoad(grid, roads++, element.nodeIds, locations, nodes);
    if (nodes.found < nodes.missing)
      throw new ExtractError(
        "The extract lacks most nodes of its roads. Cut it again with complete ways.",
      );
    const cells = grid.covered();
    const shape = toShape(grid, cells);
    if (shape.coordinates.length === 0)
      throw new ExtractError("The extract has too few roads for a region.");
    await writeFile(join(folder, COVERAGE_FILE), JSON.stringify(shape));
    return {
      roads,
      squareKilometres: Math.round(grid.squareKilometres(cells)),
    };
  },
  async check(folder) {
    parseCoverage(await readFile(join(folder, COVERAGE_FILE), "utf8"));
  },
};

const isRoad = (highway: string | undefined): boolean =>
  highway !== undefined && !NO_ROADS.has(highway);

function addRoad(
  grid: CoverageGrid,
  road: number,
  nodeIds: readonly number[],
  locations: NodeLocations,
  count: { found: number; missing: number },
): void {
  let lastLat = Number.NaN;
  let lastLng = Number.NaN;
  for (const id of nodeIds) {
    const index = locations.indexOf(id);
    if (index < 0) count.missing++;
    else count.found++;
    const [lat, lng] =
      index < 0 ? [Number.NaN, Number.NaN] : [locations.latAt(index), locations.lngAt(index)];
    if (!Number.isNaN(lastLat) && !Number.isNaN(lat))
      grid.addSegment(road, lastLat, lastLng, lat, lng);
    [lastLat, lastLng] = [lat, lng];
  }
}

/** Draws the line around the covered cells, rounded at their corners. */
function toShape(grid: CoverageGrid, cells: Uint8Array): CoverageShape {
  const { cols, rows } = grid;
  const { coordinates } = contours().size([cols, rows]).contour(blur(cells, cols), 0.5);
  const rings = coordinates.map((polygon) =>
    polygon.map((ring) => {
      const points = ring.map(([col = 0, row = 0]) => {
        const [lng, lat] = grid.toPosition(col, row);
        return { lat: round(lat), lng: round(lng) };
      });
      return simplifyLine(points, TOLERANCE_M).map(({ lat, lng }): [number, number] => [lng, lat]);
    }),
  );
  const polygons = rings
    .filter(([outer = []]) => isRing(outer))
    .map((polygon) => polygon.filter(isRing));
  return {
    type: "MultiPolygon",
    coordinates: polygons,
  };
}

/** A closed ring has at least a triangle and its first point again. */
const isRing = ({ length }: readonly unknown[]): boolean => length >= 4;

/** The mean of each cell and its eight neighbours. */
function blur(cells: Uint8Array, cols: number): number[] {
  return Array.from(cells, (_, cell) => {
    let sum = 0;
    for (const row of [-cols, 0, cols])
      for (const col of [-1, 0, 1]) sum += cells[cell + row + col] ?? 0;
    return sum / 9;
  });
}

const round = (degrees: number): number => Number(degrees.toFixed(DECIMALS));
