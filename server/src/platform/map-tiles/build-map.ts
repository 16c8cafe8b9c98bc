import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LocateNode } from "@commonlane/geo/osm/multipolygon";
import { NodeLocations } from "@commonlane/geo/osm/node-locations";
import { readExtract } from "@commonlane/geo/osm/read-extract";
import type { BuildInput, BuildStep } from "../regions/build-step.ts";
import { Coverage, type CoverageShape, parseCoverage } from "../regions/coverage.ts";
import { COVERAGE_FILE } from "../regions/region.ts";
import { ArchiveWriter } from "./archive-writer.ts";
import { type MapRelations, readMapRelations } from "./area-relations.ts";
import { cutBucket } from "./cut-bucket.ts";
import { FeatureSpool, type PlacedFeature } from "./feature-spool.ts";
import { addToSpool, bucketTile } from "./fill-spool.ts";
import { createCoverageFilter, mapBox, placeEarth, simplifyCoverage } from "./map-coverage.ts";
import { placeArea, placeNode, placeWay } from "./place-features.ts";
import { describeLayers } from "./schema/describe-layers.ts";
import { MAX_ZOOM, MIN_ZOOM } from "./schema/tile-feature.ts";

/** A region's street map, in its folder. */
export const MAP_FILE = "map.pmtiles";

/** Shares of the time that reading relations, reading elements and cutting tiles take. */
const SHARES = {
  relations: 0.05,
  elements: 0.4,
  tiles: 0.55,
};

/**
 * Builds the street map of a region: vector tiles in Protomaps' basemap schema, as one PMTiles archive. Features wait on
 * disk, grouped by tile, so memory grows only with the number of nodes (16 bytes each) and the largest tile.
 */
export const buildMap: BuildStep = {
  name: "map",
  weight: 4,
  run: buildMapFile,
};

async function buildMapFile(build: BuildInput): Promise<Record<string, number>> {
  const { folder, region, onProgress } = build;
  const coverage = parseCoverage(readFileSync(join(folder, COVERAGE_FILE), "utf8"));
  const box = mapBox(coverage, region.bbox);
  const path = join(folder, MAP_FILE);
  const spool = new FeatureSpool(`${path}.features`);
  const archive = new ArchiveWriter(path);
  try {
    const features = await spoolFeatures(build, coverage, spool);
    const { bucketIds } = spool;
    for (const [i, bucketId] of bucketIds.entries()) {
      build.signal.throwIfAborted();
      const { band, tile } = bucketTile(bucketId);
      for (const cut of cutBucket(
        {
          tile,
          lastZoom: band.last,
          box,
        },
        spool.read(bucketId),
      ))
        archive.add(cut);
      onProgress(1 - SHARES.tiles + (SHARES.tiles * (i + 1)) / bucketIds.length);
      // Lets timers and signals of the process run between tiles.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const tiles = archive.tileCount;
    const [west, south, east, north] = region.bbox;
    const bytes = archive.finish({
      zooms: [MIN_ZOOM, MAX_ZOOM],
      box,
      center: [(west + east) / 2, (south + north) / 2, 12],
      metadata: {
        name: region.name,
        format: "pbf",
        type: "baselayer",
        attribution:
          '<a href="https://www.openstreetmap.org/copyright" target="_blank">© OpenStreetMap contributors</a>',
        description:
          "Street map in Protomaps' basemap schema, version 4. Data: Open Database License 1.0.",
        coverage: simplifyCoverage(coverage),
        vector_layers: describeLayers(),
      },
    });
    return {
      features,
      tiles,
      bytes,
    };
  } catch (error) {
    archive.discard();
    throw error;
  } finally {
    spool.remove();
  }
}

/** Reads the extract and puts its features into buckets. Returns their number. */
async function spoolFeatures(
  { extract, onProgress, signal }: BuildInput,
  coverage: CoverageShape,
  spool: FeatureSpool,
): Promise<number> {
  const relations = await readMapRelations(extract, signal, (part) =>
    onProgress(part * SHARES.relations),
  );
  const isCovered = createCoverageFilter(new Coverage(coverage));
  let count = 0;
  const add = (features: readonly PlacedFeature[]) => {
    for (const feature of features) {
      if (!isCovered(feature)) continue;
      addToSpool(spool, feature);
      count++;
    }
  };
  const readPart = (part: number) => onProgress(SHARES.relations + part * SHARES.elements);
  const { isCoastal } = await placeElements({
    extract,
    relations,
    add,
    signal,
    onProgress: readPart,
  });
  // Land and sea come from the world map, so ground would cover the sea; away from coasts it hides that map's details.
  if (!isCoastal) for (const ground of placeEarth(coverage)) addToSpool(spool, ground);
  return count;
}

interface Placing {
  readonly extract: string;
  readonly relations: MapRelations;
  readonly add: (features: readonly PlacedFeature[]) => void;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

async function placeElements({
  extract,
  relations,
  add,
  signal,
  onProgress,
}: Placing): Promise<{ isCoastal: boolean }> {
  const locations = new NodeLocations();
  const locate: LocateNode = (id) => {
    const at = locations.find(id);
    return at && [at.lng, at.lat];
  };
  // Ways of relations wait until the end, as relations may use ways that come later.
  const waiting = new Map<number, Float64Array | undefined>(
    relations.areas.flatMap(({ wayIds }) => wayIds.map((id) => [id, undefined])),
  );
  let isCoastal = false;
  for await (const elements of readExtract(
    extract,
    { nodes: true, ways: true },
    signal,
    onProgress,
  )) {
    for (const element of elements) {
      if (element.type === "node") {
        locations.add(element.id, element.lat, element.lng);
        if (hasTags(element.tags)) add(placeNode(element));
      } else if (element.type === "way") {
        isCoastal ||= element.tags["natural"] === "coastline";
        add(placeWay(element, locate, relations.boundaryWays.get(element.id)));
        if (waiting.has(element.id)) waiting.set(element.id, Float64Array.from(element.nodeIds));
      }
    }
  }
  for (const { wayIds, tags } of relations.areas) {
    const parts = wayIds.flatMap((id) => {
      const nodeIds = waiting.get(id);
      return nodeIds ? [{ nodeIds: [...nodeIds] }] : [];
    });
    add(placeArea(parts, tags, locate));
  }
  return { isCoastal };
}

function hasTags(tags: Readonly<Record<string, string>>): boolean {
  for (const _ in tags) return true;
  return false;
}
