import { deflateSync, zstdCompressSync } from "node:zlib";
import { PbfWriter } from "pbf";
import type { BBox, OsmElement, OsmNode, OsmRelation, OsmWay, Tags } from "../osm/read-extract.ts";

export interface ExtractOptions {
  readonly bbox?: BBox;
  readonly timestamp?: Date;
  readonly requiredFeatures?: readonly string[];
  readonly compression?: "zlib" | "zstd" | "none";
  /** False writes each node as a message of its own. */
  readonly denseNodes?: boolean;
  /** Units of 1e-9 degrees per step, and where they count from. */
  readonly granularity?: number;
  readonly latOffset?: number;
  readonly lngOffset?: number;
}

/** The bytes of a .osm.pbf file with these elements, one block per type. */
export function extractBytes(
  elements: readonly OsmElement[],
  options: ExtractOptions = {},
): Buffer {
  const ofType = <Type extends OsmElement["type"]>(type: Type) =>
    elements.filter(
      (element): element is Extract<OsmElement, { type: Type }> => element.type === type,
    );
  const blocks = [ofType("node"), ofType("way"), ofType("relation")].filter(
    (block) => block.length > 0,
  );
  return Buffer.concat([
    blobBytes("OSMHeader", headerBytes(options), options.compression),
    ...blocks.map((block) => dataBlob(block, options)),
  ]);
}

/** A block of elements; readers expect at most 8000 of one type in it. */
export const dataBlob = (elements: readonly OsmElement[], options: ExtractOptions = {}): Buffer =>
  blobBytes("OSMData", blockBytes(elements, options), options.compression);

export function headerBytes({ bbox, timestamp, requiredFeatures }: ExtractOptions): Uint8Array {
  const pbf = new PbfWriter();
  if (bbox) {
    const [west, south, east, north] = bbox;
    pbf.writeMessage(
      1,
      (sides: readonly number[], box) =>
        sides.forEach((degrees, n) => {
          box.writeTag(n + 1, VARINT);
          box.writeSVarint(Math.round(degrees * 1e9));
        }),
      [west, east, north, south],
    );
  }
  for (const feature of requiredFeatures ?? ["OsmSchema-V0.6", "DenseNodes"])
    pbf.writeStringField(4, feature);
  if (timestamp) pbf.writeVarintField(32, timestamp.getTime() / 1000);
  return pbf.finish();
}

/** One blob with its header. */
export function blobBytes(
  type: string,
  data: Uint8Array,
  compression: ExtractOptions["compression"] = "zlib",
  rawBytes = data.length,
): Buffer {
  const blob = new PbfWriter();
  if (compression === "none") blob.writeBytesField(1, data);
  else {
    blob.writeVarintField(2, rawBytes);
    if (compression === "zlib") blob.writeBytesField(3, deflateSync(data));
    else blob.writeBytesField(7, zstdCompressSync(data));
  }
  return withHeader(type, blob.finish());
}

export function withHeader(type: string, blob: Uint8Array): Buffer {
  const header = new PbfWriter();
  header.writeStringField(1, type);
  header.writeVarintField(3, blob.length);
  const headerData = header.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(headerData.length);
  return Buffer.concat([length, headerData, blob]);
}

const VARINT = 0;

function blockBytes(elements: readonly OsmElement[], options: ExtractOptions): Uint8Array {
  const { granularity = 100, latOffset = 0, lngOffset = 0 } = options;
  const texts = new Map([["", 0]]);
  const index = (text: string): number => {
    const known = texts.get(text) ?? texts.size;
    texts.set(text, known);
    return known;
  };
  const group = new PbfWriter();
  const units: Units = {
    lat: (degrees) => Math.round((degrees * 1e9 - latOffset) / granularity),
    lng: (degrees) => Math.round((degrees * 1e9 - lngOffset) / granularity),
  };
  const nodes = elements.filter((element) => element.type === "node");
  if (options.denseNodes ?? true) {
    if (nodes.length > 0) group.writeBytesField(2, denseNodesBytes(nodes, index, units));
  } else for (const node of nodes) group.writeBytesField(1, nodeBytes(node, index, units));
  for (const element of elements) {
    if (element.type === "way") group.writeBytesField(3, wayBytes(element, index));
    else if (element.type === "relation") group.writeBytesField(4, relationBytes(element, index));
  }
  const table = new PbfWriter();
  for (const text of texts.keys()) table.writeStringField(1, text);
  const block = new PbfWriter();
  block.writeBytesField(1, table.finish());
  block.writeBytesField(2, group.finish());
  block.writeVarintField(17, granularity);
  block.writeVarintField(19, latOffset);
  block.writeVarintField(20, lngOffset);
  return block.finish();
}

type Index = (text: string) => number;
interface Units {
  readonly lat: (degrees: number) => number;
  readonly lng: (degrees: number) => number;
}

const deltas = (values: readonly number[]): number[] =>
  values.map((value, n) => value - (values[n - 1] ?? 0));

function denseNodesBytes(nodes: readonly OsmNode[], index: Index, units: Units): Uint8Array {
  const pbf = new PbfWriter();
  pbf.writePackedSVarint(1, deltas(nodes.map(({ id }) => id)));
  pbf.writePackedSVarint(8, deltas(nodes.map(({ lat }) => units.lat(lat))));
  pbf.writePackedSVarint(9, deltas(nodes.map(({ lng }) => units.lng(lng))));
  const hasTags = nodes.some(({ tags }) => Object.keys(tags).length > 0);
  if (hasTags)
    pbf.writePackedVarint(
      10,
      nodes.flatMap(({ tags }) => [...Object.entries(tags).flat().map(index), 0]),
    );
  return pbf.finish();
}

function nodeBytes(node: OsmNode, index: Index, units: Units): Uint8Array {
  const pbf = new PbfWriter();
  pbf.writeTag(1, VARINT);
  pbf.writeSVarint(node.id);
  writeTags(pbf, node.tags, index);
  pbf.writeTag(8, VARINT);
  pbf.writeSVarint(units.lat(node.lat));
  pbf.writeTag(9, VARINT);
  pbf.writeSVarint(units.lng(node.lng));
  return pbf.finish();
}

function wayBytes(way: OsmWay, index: Index): Uint8Array {
  const pbf = new PbfWriter();
  pbf.writeVarintField(1, way.id);
  writeTags(pbf, way.tags, index);
  pbf.writePackedSVarint(8, deltas(way.nodeIds));
  return pbf.finish();
}

function relationBytes({ id, members, tags }: OsmRelation, index: Index): Uint8Array {
  const pbf = new PbfWriter();
  pbf.writeVarintField(1, id);
  writeTags(pbf, tags, index);
  const types = ["node", "way", "relation"];
  pbf.writePackedVarint(
    8,
    members.map(({ role }) => index(role)),
  );
  pbf.writePackedSVarint(9, deltas(members.map(({ id }) => id)));
  pbf.writePackedVarint(
    10,
    members.map(({ type }) => types.indexOf(type)),
  );
  return pbf.finish();
}

function writeTags(pbf: PbfWriter, tags: Tags, index: Index): void {
  pbf.writePackedVarint(2, Object.keys(tags).map(index));
  pbf.writePackedVarint(3, Object.values(tags).map(index));
}
