import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import { parseHouseNumber, parsePlace, readLines } from "#modules/places/place-file.ts";
import { buildPlaces, REGION_FILES } from "#modules/places/region/build-places.ts";
import type { BBox, OsmElement, OsmNode, OsmWay, Tags } from "@commonlane/geo/osm/read-extract";
import { extractBytes } from "@commonlane/geo/testing/write-extract";
import { parsePlaceAreas } from "#modules/places/region/place-files.ts";

/** Builds the places of an extract into a folder. */
export async function writeRegionPlaces(
  extract: string | readonly OsmElement[],
  folder: string,
  bbox: BBox = [9.4, 47, 9.7, 47.3],
) {
  const file = typeof extract === "string" ? extract : join(folder, "extract.osm.pbf");
  if (typeof extract !== "string") writeFileSync(file, extractBytes(extract));
  const progress: number[] = [];
  const figures = await buildPlaces.run({
    extract: file,
    folder,
    region: { id: "test", name: "Test", bbox },
    onProgress: (fraction) => void progress.push(fraction),
    signal: new AbortController().signal,
  });
  return { figures, progress };
}

/** Builds the places of an extract and reads the files that this writes. */
export async function buildRegionPlaces(
  extract: string | readonly OsmElement[],
  bbox: BBox = [9.4, 47, 9.7, 47.3],
) {
  const folder = mkdtempSync(join(tmpdir(), "region-places-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { figures, progress } = await writeRegionPlaces(extract, folder, bbox);
  const linesOf = async (name: string) => {
    const lines: string[] = [];
    for await (const read of readLines(pathToFileURL(join(folder, name)))) lines.push(...read);
    return lines;
  };
  const areas = (await linesOf(REGION_FILES.areas)).map(parsePlaceAreas);
  const places = (await linesOf(REGION_FILES.places)).map((line, n) => ({
    ...parsePlace(line),
    ...areas[n],
  }));
  const houses = (await linesOf(REGION_FILES.houseNumbers)).map(parseHouseNumber);
  const find = (name: string) => places.filter((place) => place.name === name);
  const housesOf = (streetId: number | undefined) =>
    houses.filter((house) => house.streetId === streetId);
  return { folder, figures, progress, places, houses, find, housesOf };
}

/** A position in units of about 100 m from 47.1, 9.5. */
const at = (x: number, y: number) => ({ lat: 47.1 + y * 0.0009, lng: 9.5 + x * 0.00132 });
const square = (x: number, y: number, size: number): [number, number][] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];

/** Elements of a small map, with ids in the order of the calls. */
export function drawMap() {
  const nodes: OsmNode[] = [];
  const ways: OsmWay[] = [];
  let id = 0;
  const node = (x: number, y: number, tags: Tags = {}) => {
    nodes.push({ type: "node", id: ++id, ...at(x, y), tags });
    return id;
  };
  const way = (tags: Tags, ...points: readonly (readonly [x: number, y: number])[]) => {
    const drawn = new Map<string, number>();
    const nodeIds = points.map(([x, y]) => {
      const known = drawn.get(`${x},${y}`) ?? node(x, y);
      drawn.set(`${x},${y}`, known);
      return known;
    });
    ways.push({ type: "way", id: ++id, nodeIds, tags });
    return id;
  };
  return { at, node, way, square, ways, elements: (): OsmElement[] => [...nodes, ...ways] };
}
