import { basename } from "node:path";
import { PbfReader } from "pbf";
import { decodeBlock } from "./decode-block.ts";
import { type Blob, damagedAt, ExtractError, readBlobs } from "./read-blobs.ts";
import type { BBox, OsmElement, WantedElements } from "./osm-element.ts";

export { ExtractError } from "./read-blobs.ts";
export type { BBox, OsmElement, OsmNode, OsmRelation, OsmWay, Tags } from "./osm-element.ts";

/** What an extract says about itself. */
export interface ExtractHeader {
  readonly bbox?: BBox;
  /** The state of OpenStreetMap that the extract shows. */
  readonly timestamp?: Date;
  readonly writtenBy?: string;
}

/** Features of a file that a reader must know, and that this one does. */
const KNOWN_FEATURES = new Set(["OsmSchema-V0.6", "DenseNodes"]);
/** The header's bounding box is in units of 1e-9 degrees. */
const UNITS_PER_DEGREE = 1e9;

/** Reads the header of a .osm.pbf file. @throws ExtractError */
export async function readExtractHeader(file: string): Promise<ExtractHeader> {
  for await (const blob of readBlobs(file)) return decodeHeader(blob, basename(file));
  throw new ExtractError(`${basename(file)} has no header.`);
}

/**
 * Streams the wanted elements of a .osm.pbf file, one array per block of about 8000, in the order of the file (nodes,
 * ways, relations, each by id). `onProgress` gets the part of the file that was read, from 0 to 1. @throws ExtractError
 */
export async function* readExtract(
  file: string,
  wanted: WantedElements,
  signal?: AbortSignal,
  onProgress?: (fraction: number) => void,
): AsyncGenerator<OsmElement[]> {
  const name = basename(file);
  let hasHeader = false;
  for await (const blob of readBlobs(file, signal)) {
    if (blob.type === "OSMHeader") {
      decodeHeader(blob, name);
      hasHeader = true;
    } else if (blob.type === "OSMData") {
      if (!hasHeader) throw damagedAt(name, blob.position);
      const elements = decodeElements(blob, wanted, name);
      if (elements.length > 0) yield elements;
    }
    onProgress?.(blob.fraction);
  }
}

function decodeElements(blob: Blob, wanted: WantedElements, name: string): OsmElement[] {
  try {
    return decodeBlock(blob.data, wanted);
  } catch (cause) {
    throw damagedAt(name, blob.position, cause);
  }
}

function decodeHeader({ data, position }: Blob, name: string): ExtractHeader {
  const header: {
    bbox?: BBox;
    timestamp?: Date;
    writtenBy?: string;
    features: string[];
  } = {
    features: [],
  };
  try {
    new PbfReader(data).readFields((field, result, pbf) => {
      if (field === 1) result.bbox = decodeBBox(pbf);
      else if (field === 4) result.features.push(pbf.readString());
      else if (field === 16) result.writtenBy = pbf.readString();
      else if (field === 32) result.timestamp = new Date(pbf.readVarint(true) * 1000);
    }, header);
  } catch (cause) {
    throw damagedAt(name, position, cause);
  }
  const { features, ...rest } = header;
  if (features.includes("HistoricalInformation"))
    throw new ExtractError(
      `${name} holds the history of its elements. An extract of the current state is needed.`,
    );
  const unknown = features.find((feature) => !KNOWN_FEATURES.has(feature));
  if (unknown !== undefined)
    throw new ExtractError(`${name} needs the feature "${unknown}", which cannot be read.`);
  return rest;
}

function decodeBBox(pbf: PbfReader): BBox {
  const box = pbf.readMessage((field, box) => {
    if (field >= 1 && field <= 4) box[field - 1] = pbf.readSVarint() / UNITS_PER_DEGREE;
  }, new Float64Array(4));
  // The format's order is left, right, top, bottom.
  const [west = 0, east = 0, north = 0, south = 0] = box;
  return [west, south, east, north];
}

/** Fields of a group of elements, and of those the one with the metadata. */
const DENSE_NODES = 2;
const METADATA_FIELDS: Readonly<Record<number, number>> = {
  1: 4,
  2: 5,
  3: 4,
  4: 4,
};
const TIMESTAMP_FIELD = 2;

/**
 * When the last element of an extract was changed, which is about its age; undefined if the extract leaves that out.
 * For extracts whose header does not say it. @throws ExtractError
 */
export async function readNewestChange(
  file: string,
  signal?: AbortSignal,
): Promise<Date | undefined> {
  let newestMs = 0;
  for await (const blob of readBlobs(file, signal))
    if (blob.type === "OSMData") newestMs = Math.max(newestMs, newestOf(blob.data));
  return newestMs > 0 ? new Date(newestMs) : undefined;
}

function newestOf(data: Uint8Array): number {
  const pbf = new PbfReader(data);
  let newest = 0;
  let granularityMs = 1000;
  const readMetadata = (isDense: boolean): void => {
    pbf.readMessage((field) => {
      if (field !== TIMESTAMP_FIELD) return;
      if (!isDense) newest = Math.max(newest, pbf.readVarint());
      else {
        // Each value is the difference to the one before.
        let value = 0;
        for (const difference of pbf.readPackedSVarint())
          newest = Math.max(newest, (value += difference));
      }
    }, undefined);
  };
  pbf.readFields((field) => {
    if (field === 18) granularityMs = pbf.readVarint();
    if (field !== 2) return;
    pbf.readMessage((type) => {
      const metadata = METADATA_FIELDS[type];
      if (metadata === undefined) return;
      pbf.readMessage((field) => {
        if (field === metadata) readMetadata(type === DENSE_NODES);
      }, undefined);
    }, undefined);
  }, undefined);
  return newest * granularityMs;
}
