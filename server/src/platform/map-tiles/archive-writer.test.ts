import { readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { zxyToTileId } from "pmtiles";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../test/app/test-folders.ts";
import { openArchive } from "../../../test/map-tiles/read-tiles.ts";
import { ArchiveWriter } from "./archive-writer.ts";

const description = {
  zooms: [0, 9],
  box: [-10, -20, 30, 40],
  center: [1, 2, 3],
  metadata: { name: "Test" },
} as const;

const textOf = ([x, y]: readonly [number, number]) => (y < 100 ? "sea" : `${x} ${y}`);

test("tiles in any order are found again, also through leaf directories, and equal tiles are stored once", async () => {
  const folder = createTestFolder();
  const path = join(folder, "test.pmtiles");
  const writer = new ArchiveWriter(path);
  const addresses = Array.from({ length: 20_000 }, (_, i): [x: number, y: number] => [
    (i * 7919) % 512,
    (i * 104_729) % 512,
  ]);
  const unique = new Map(addresses.map((address) => [address.join(), address]));
  for (const address of unique.values())
    writer.add({ id: zxyToTileId(9, ...address), bytes: gzipSync(textOf(address)) });
  const bytes = writer.finish(description);
  expect(readdirSync(folder)).toEqual(["test.pmtiles"]);

  const archive = openArchive(path);
  const header = await archive.getHeader();
  expect(header).toMatchObject({
    minZoom: 0,
    maxZoom: 9,
    minLon: -10,
    maxLat: 40,
    centerZoom: 3,
    clustered: true,
  });
  expect(header.numTileContents).toBe(new Set([...unique.values()].map(textOf)).size);
  expect(header.leafDirectoryLength).toBeGreaterThan(0);
  expect(await archive.getMetadata()).toEqual({ name: "Test" });
  expect(bytes).toBe(header.tileDataOffset + (header.tileDataLength ?? 0));
  for (const address of [...unique.values()].slice(0, 300)) {
    const tile = await archive.getZxy(9, ...address);
    expect(Buffer.from(tile?.data ?? new ArrayBuffer()).toString()).toBe(textOf(address));
  }
  expect(await archive.getZxy(8, 0, 0)).toBeUndefined();
});
