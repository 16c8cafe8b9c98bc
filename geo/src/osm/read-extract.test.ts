import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { createOSMStream } from "osm-pbf-parser-node";
import { PbfWriter } from "pbf";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { blobBytes, extractBytes, headerBytes, withHeader } from "../testing/write-extract.ts";
import { readNodeLocations } from "./node-locations.ts";
import {
  ExtractError,
  type OsmElement,
  readExtract,
  readExtractHeader,
  readNewestChange,
} from "./read-extract.ts";

const LIECHTENSTEIN = join(
  import.meta.dirname,
  "../../../server/data/regions/liechtenstein.osm.pbf",
);
const ALL = { nodes: true, ways: true, relations: true };

const folder = mkdtempSync(join(tmpdir(), "read-extract-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(bytes: Uint8Array, name = "test.osm.pbf"): string {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

async function readAll(
  file: string,
  wanted: Parameters<typeof readExtract>[1] = ALL,
): Promise<OsmElement[]> {
  const elements: OsmElement[] = [];
  for await (const block of readExtract(file, wanted)) elements.push(...block);
  return elements;
}

const ELEMENTS: readonly OsmElement[] = [
  { type: "node", id: 5, lat: 47.1234567, lng: -9.7654321, tags: {} },
  {
    type: "node",
    id: 9,
    lat: -90,
    lng: 180,
    tags: { name: "Schloß «Vaduz» 🏰", highway: "bus_stop" },
  },
  { type: "node", id: 9_007_199_254_740, lat: 0, lng: 0, tags: {} },
  {
    type: "way",
    id: 7,
    nodeIds: [9, 5, 9_007_199_254_740, 5],
    tags: { highway: "residential", constructor: "x" },
  },
  { type: "way", id: 8, nodeIds: [], tags: {} },
  {
    type: "relation",
    id: 3,
    members: [
      { type: "way", id: 8, role: "outer" },
      { type: "node", id: 5, role: "" },
      { type: "relation", id: 2, role: "subarea" },
    ],
    tags: { type: "multipolygon" },
  },
];

describe("readExtract", () => {
  it("reads the same elements from Liechtenstein as another parser", async () => {
    const ours = await readAll(LIECHTENSTEIN);
    const theirs: unknown[] = [];
    for await (const item of createOSMStream(LIECHTENSTEIN))
      if ("type" in item) theirs.push(toElement(item));
    const count = (type: string) => ours.filter((element) => element.type === type).length;
    // As `osmium fileinfo --extended` counts them.
    expect([count("node"), count("way"), count("relation")]).toEqual([142_832, 15_247, 358]);
    expect(ours.length).toBe(theirs.length);
    // Comparing one by one is much faster than one comparison of the arrays.
    const differing = ours.findIndex(
      (element, n) => JSON.stringify(element) !== JSON.stringify(theirs[n]),
    );
    expect([ours[differing], theirs[differing]]).toEqual([undefined, undefined]);
  });

  it("decodes only what is wanted", async () => {
    const typesOf = async (wanted: Parameters<typeof readExtract>[1]) => [
      ...new Set((await readAll(LIECHTENSTEIN, wanted)).map(({ type }) => type)),
    ];
    expect(await typesOf({ ways: true })).toEqual(["way"]);
    expect(await typesOf({ nodes: true, relations: true })).toEqual(["node", "relation"]);
    const tagged = await readAll(fileWith(extractBytes(ELEMENTS)), { nodes: "tagged" });
    expect(tagged).toEqual([ELEMENTS[1]]);
    const taggedOneByOne = await readAll(fileWith(extractBytes(ELEMENTS, { denseNodes: false })), {
      nodes: "tagged",
    });
    expect(taggedOneByOne).toEqual([ELEMENTS[1]]);
  });

  it.each([
    ["zlib", {}],
    ["zstd", { compression: "zstd" }],
    ["no compression", { compression: "none" }],
    ["nodes one by one", { denseNodes: false }],
    [
      "another granularity and offset",
      { granularity: 10, latOffset: -90_000_000_000, lngOffset: 1_500_000_000 },
    ],
  ] as const)("reads %s", async (_, options) => {
    expect(await readAll(fileWith(extractBytes(ELEMENTS, options)))).toEqual(ELEMENTS);
  });

  it("skips blobs and fields that it does not know", async () => {
    const bytes = Buffer.concat([
      blobBytes("OSMHeader", headerBytes({})),
      blobBytes("Something", randomBytes(100)),
      extractBytes(ELEMENTS).subarray(blobBytes("OSMHeader", headerBytes({})).length),
    ]);
    expect(await readAll(fileWith(bytes))).toEqual(ELEMENTS);
  });

  it("reports progress and stops when it is aborted", async () => {
    const fractions: number[] = [];
    for await (const _ of readExtract(LIECHTENSTEIN, ALL, undefined, (fraction) =>
      fractions.push(fraction),
    ));
    expect(fractions.at(-1)).toBe(1);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    const controller = new AbortController();
    const reading = (async () => {
      for await (const _ of readExtract(LIECHTENSTEIN, ALL, controller.signal)) controller.abort();
    })();
    await expect(reading).rejects.toThrow("aborted");
  });
});

describe("readExtractHeader", () => {
  it("reads bounds and timestamp", async () => {
    expect(await readExtractHeader(LIECHTENSTEIN)).toEqual({
      bbox: [9.471078, 47.04774, 9.636217, 47.27128],
      timestamp: new Date("2015-07-27T21:14:01Z"),
      writtenBy: "Osmium (http://wiki.openstreetmap.org/wiki/Osmium)",
    });
    expect(await readExtractHeader(fileWith(extractBytes([])))).toEqual({});
    const bbox = [-179.5, -89.25, 180, 90] as const;
    expect(await readExtractHeader(fileWith(extractBytes([], { bbox })))).toEqual({ bbox });
  });
});

describe("readNewestChange", () => {
  it("finds the time of the newest element, if there are times", async () => {
    // As `osmium fileinfo --extended` says.
    expect(await readNewestChange(LIECHTENSTEIN)).toEqual(new Date("2015-07-27T17:08:14Z"));
    expect(await readNewestChange(fileWith(extractBytes(ELEMENTS)))).toBeUndefined();
  });
});

describe("a file that cannot be read", () => {
  const bytes = readFileSync(LIECHTENSTEIN);
  const changed = (change: (copy: Buffer) => void): Buffer => {
    const copy = Buffer.from(bytes);
    change(copy);
    return copy;
  };
  const lzma = new PbfWriter();
  lzma.writeBytesField(4, new Uint8Array(10));
  const elements = extractBytes(ELEMENTS, { compression: "none" });

  it.each([
    ["is empty", Buffer.alloc(0), "test.osm.pbf is empty. Download it again."],
    [
      "ends in the middle of a block",
      bytes.subarray(0, 700_000),
      "test.osm.pbf is incomplete: it ends in the middle of a block. Download it again.",
    ],
    [
      "ends in the middle of a length",
      Buffer.concat([bytes, Buffer.alloc(2)]),
      "test.osm.pbf is incomplete: it ends in the middle of a block. Download it again.",
    ],
    [
      "has a changed byte",
      changed((copy) => copy.writeUInt8((copy[700_000] ?? 0) ^ 0xff, 700_000)),
      /^test\.osm\.pbf is damaged at byte \d+\. Download it again\.$/,
    ],
    [
      "has zeros in it",
      changed((copy) => copy.fill(0, 600_000, 800_000)),
      /^test\.osm\.pbf is damaged at byte \d+\. Download it again\.$/,
    ],
    [
      "is gzip",
      gzipSync(bytes),
      "test.osm.pbf is gzip-compressed. An OpenStreetMap extract (.osm.pbf) is needed.",
    ],
    [
      "is bzip2",
      Buffer.from("BZh91AY&SY..."),
      "test.osm.pbf is bzip2-compressed (.osm.bz2). An OpenStreetMap extract (.osm.pbf) is needed.",
    ],
    ["is ZIP", Buffer.from("PK\x03\x04..."), /is a ZIP archive\./],
    [
      "is XML",
      Buffer.from('\uFEFF<?xml version="1.0"?><osm version="0.6"/>'),
      /is XML \(\.osm\)\./,
    ],
    ["is a web page", Buffer.from("\n<!DOCTYPE html><title>404</title>"), /is a web page\./],
    [
      "is random",
      Buffer.from("any other file, long enough"),
      "test.osm.pbf is not an OpenStreetMap extract (.osm.pbf).",
    ],
    ["is short", Buffer.from("ab"), "test.osm.pbf is not an OpenStreetMap extract (.osm.pbf)."],
    [
      "needs an unknown feature",
      extractBytes([], { requiredFeatures: ["OsmSchema-V0.6", "Planets"] }),
      'test.osm.pbf needs the feature "Planets", which cannot be read.',
    ],
    [
      "holds history",
      extractBytes([], { requiredFeatures: ["OsmSchema-V0.6", "HistoricalInformation"] }),
      /^test\.osm\.pbf holds the history of its elements\./,
    ],
    [
      "uses LZMA",
      Buffer.concat([
        blobBytes("OSMHeader", headerBytes({})),
        withHeader("OSMData", lzma.finish()),
      ]),
      "test.osm.pbf is compressed with LZMA, which cannot be read; zlib and zstd can.",
    ],
    [
      "states another length",
      Buffer.concat([
        blobBytes("OSMHeader", headerBytes({})),
        blobBytes("OSMData", new Uint8Array([10, 0]), "zlib", 3),
      ]),
      /is damaged at byte/,
    ],
    [
      "starts with data",
      blobBytes("OSMData", Buffer.from("OSMHeader"), "none"),
      /is damaged at byte 0\./,
    ],
    ["is cut inside an uncompressed block", shorten(elements), /is damaged at byte/],
  ])("that %s is refused with one clear sentence", async (_, content, message) => {
    const reading = readAll(fileWith(content));
    await expect(reading).rejects.toThrow(ExtractError);
    await expect(reading).rejects.toThrow(message);
  });

  it("is named if it does not exist or is a folder", async () => {
    await expect(readExtractHeader(join(folder, "no.osm.pbf"))).rejects.toThrow(
      /no\.osm\.pbf does not exist\.$/,
    );
    await expect(readExtractHeader(folder)).rejects.toThrow(/is not a file\.$|cannot be read/);
  });
});

describe("readNodeLocations", () => {
  it("finds every node of Liechtenstein and no other", async () => {
    const locations = await readNodeLocations(LIECHTENSTEIN);
    const nodes = (await readAll(LIECHTENSTEIN, { nodes: true })).filter(
      (element) => element.type === "node",
    );
    expect(locations.size).toBe(142_832);
    expect(nodes.filter(({ id, lat, lng }) => !isAt(locations.find(id), lat, lng))).toEqual([]);
    expect([0, 26_032_955, 26_032_957.5, 1e12].map((id) => locations.find(id))).toEqual(
      Array(4).fill(undefined),
    );
  });

  it("refuses an extract that is not sorted", async () => {
    const unsorted = ELEMENTS.toReversed();
    await expect(readNodeLocations(fileWith(extractBytes(unsorted)))).rejects.toThrow(
      "test.osm.pbf is not sorted by id. Sort it with osmium sort.",
    );
  });
});

const isAt = (found: { lat: number; lng: number } | undefined, lat: number, lng: number): boolean =>
  found?.lat === lat && found.lng === lng;

/** Makes the last blob one byte shorter, and its header say so. */
function shorten(extract: Buffer): Buffer {
  const start = extract.lastIndexOf("OSMData");
  const blob = extract.subarray(start + "OSMData".length + 2, -1);
  return Buffer.concat([extract.subarray(0, start - 6), withHeader("OSMData", blob)]);
}

const Item = z.discriminatedUnion("type", [
  z.object({ type: z.literal("node"), id: z.number(), lat: z.number(), lon: z.number() }),
  z.object({ type: z.literal("way"), id: z.number(), refs: z.array(z.number()) }),
  z.object({
    type: z.literal("relation"),
    id: z.number(),
    members: z.array(
      z.object({ type: z.enum(["node", "way", "relation"]), ref: z.number(), role: z.string() }),
    ),
  }),
]);
const Tags = z.object({ tags: z.record(z.string(), z.string()).default({}) });

const round = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;

function toElement(item: unknown): OsmElement {
  const { tags } = Tags.parse(item);
  const parsed = Item.parse(item);
  if (parsed.type === "node")
    return { type: "node", id: parsed.id, lat: round(parsed.lat), lng: round(parsed.lon), tags };
  if (parsed.type === "way") return { type: "way", id: parsed.id, nodeIds: parsed.refs, tags };
  const members = parsed.members.map(({ type, ref, role }) => ({ type, id: ref, role }));
  return { type: "relation", id: parsed.id, members, tags };
}
