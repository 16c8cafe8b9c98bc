import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LatLng } from "@commonlane/contract/shapes";
import { z } from "zod";
import type { BBox } from "@commonlane/geo/osm/osm-element";
import { Coverage, type Box, type CoverageShape, parseCoverage } from "./coverage.ts";

/** The version of the files in a region's folder. Regions of another version are not used. */
export const REGION_FORMAT = 1;
export const REGION_FILE = "region.json";
export const COVERAGE_FILE = "coverage.json";

const Degrees = z.number();
/** `region.json`, which is written last: a folder that has it is complete and never changes. */
export const RegionFile = z.object({
  format: z.literal(REGION_FORMAT),
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  name: z.string().min(1),
  source: z.object({
    /** Where the extract came from: one of the two. */
    file: z.string().optional(),
    url: z.string().optional(),
    sha256: z.string(),
    bytes: z.number(),
    /** The state of OpenStreetMap that the extract shows, if it says so. */
    timestamp: z.iso.datetime().optional(),
    etag: z.string().optional(),
  }),
  bbox: z.tuple([Degrees, Degrees, Degrees, Degrees]).readonly(),
  builtAt: z.iso.datetime(),
  /** What each step of the build reported, by the step's name. */
  steps: z.record(z.string(), z.record(z.string(), z.union([z.number(), z.string()]))),
});
export type RegionFile = z.output<typeof RegionFile>;

/** A built region: roads, places and a map of the area of one OpenStreetMap extract. */
export interface Region {
  readonly id: string;
  readonly name: string;
  readonly bbox: BBox;
  readonly source: RegionFile["source"];
  readonly builtAt: Date;
  readonly steps: RegionFile["steps"];
  /** Changes with every build; short enough for an ETag. */
  readonly version: string;
  readonly coverage: CoverageShape;
  /** The path of one of the region's files. After an update it stays readable for some seconds. */
  path(file: string): string;
  /** Whether the region has data around this point; takes about a microsecond. */
  covers(point: LatLng): boolean;
  /** Whether the region has data everywhere in this box. */
  coversBox(box: Box): boolean;
}

/** Reads the region in a folder. @throws Error if it is incomplete or of another format. */
export function loadRegion(folder: string): Region {
  const file = RegionFile.parse(JSON.parse(readFileSync(join(folder, REGION_FILE), "utf8")));
  const coverage = new Coverage(parseCoverage(readFileSync(join(folder, COVERAGE_FILE), "utf8")));
  const builtAt = new Date(file.builtAt);
  return {
    id: file.id,
    name: file.name,
    bbox: file.bbox,
    source: file.source,
    builtAt,
    steps: file.steps,
    version: `${file.source.sha256.slice(0, 12)}-${builtAt.getTime().toString(36)}`,
    coverage: coverage.shape,
    path: (name) => join(folder, name),
    covers: (point) => coverage.covers(point),
    coversBox: (box) => coverage.coversBox(box),
  };
}
