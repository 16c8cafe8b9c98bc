import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Tile } from "./tiles.ts";

/** A run of consecutive tiles with the same bytes; run 0 points at a leaf directory instead. */
interface Entry {
  id: number;
  run: number;
  length: number;
  offset: number;
}

const HEADER_BYTES = 127;
// The header and the root directory must fit the first 16 KiB, which readers fetch at once (PMTiles v3, section 4).
const ROOT_LIMIT = 16_384 - HEADER_BYTES;
const GZIP = 2;
const VECTOR_TILE = 1;

/** Writes tiles, given in order of id, as one PMTiles v3 archive. The same tiles give the same bytes. */
export function writeArchive(tiles: Iterable<Tile>, lastZoom: number, metadata: object): Buffer {
  const { entries, blobs } = storeOnce(tiles);
  const { root, leaves } = directories(entries);
  const description = gzipSync(JSON.stringify(metadata), { level: 9 });
  const data = Buffer.concat(blobs);
  const header = Buffer.alloc(HEADER_BYTES);
  header.write("PMTiles", 0);
  header[7] = 3;
  let offset = HEADER_BYTES;
  [root, description, leaves, data].forEach((section, i) => {
    header.writeBigUInt64LE(BigInt(offset), 8 + i * 16);
    header.writeBigUInt64LE(BigInt(section.length), 16 + i * 16);
    offset += section.length;
  });
  const addressed = entries.reduce((sum, entry) => sum + entry.run, 0);
  [addressed, entries.length, blobs.length].forEach((count, i) => header.writeBigUInt64LE(BigInt(count), 72 + i * 8));
  header.set([1, GZIP, GZIP, VECTOR_TILE, 0, lastZoom], 96);
  [-180, -85, 180, 85].forEach((degrees, i) => header.writeInt32LE(degrees * 1e7, 102 + i * 4));
  header[118] = 3;
  [10, 48].forEach((degrees, i) => header.writeInt32LE(degrees * 1e7, 119 + i * 4));
  return Buffer.concat([header, root, description, leaves, data]);
}

function storeOnce(tiles: Iterable<Tile>): { entries: Entry[]; blobs: Buffer[] } {
  const known = new Map<string, { offset: number; length: number }>();
  const entries: Entry[] = [];
  const blobs: Buffer[] = [];
  let end = 0;
  for (const { id, bytes } of tiles) {
    const key = createHash("sha256").update(bytes).digest("base64");
    let stored = known.get(key);
    if (!stored) {
      stored = { offset: end, length: bytes.length };
      known.set(key, stored);
      blobs.push(bytes);
      end += bytes.length;
    }
    const last = entries.at(-1);
    if (last && last.offset === stored.offset && last.id + last.run === id) last.run++;
    else entries.push({ id, run: 1, ...stored });
  }
  return { entries, blobs };
}

function directories(entries: Entry[]): { root: Buffer; leaves: Buffer } {
  for (let perLeaf = 4096; ; perLeaf *= 2) {
    const pointers: Entry[] = [];
    const leaves: Buffer[] = [];
    let offset = 0;
    for (let i = 0; i < entries.length; i += perLeaf) {
      const leaf = directory(entries.slice(i, i + perLeaf));
      pointers.push({ id: entries[i]?.id ?? 0, run: 0, length: leaf.length, offset });
      leaves.push(leaf);
      offset += leaf.length;
    }
    const root = directory(pointers);
    if (root.length <= ROOT_LIMIT) return { root, leaves: Buffer.concat(leaves) };
  }
}

function directory(entries: readonly Entry[]): Buffer {
  const bytes: number[] = [];
  const columns = [
    entries.map((entry, i) => entry.id - (entries[i - 1]?.id ?? 0)),
    entries.map((entry) => entry.run),
    entries.map((entry) => entry.length),
    entries.map((entry, i) => {
      const before = entries[i - 1];
      return before && entry.offset === before.offset + before.length ? 0 : entry.offset + 1;
    }),
  ];
  for (const value of [entries.length, ...columns.flat()]) pushVarint(bytes, value);
  return gzipSync(Buffer.from(bytes), { level: 9 });
}

function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}
