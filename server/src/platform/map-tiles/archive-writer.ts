import { createHash } from "node:crypto";
import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Box } from "./clip.ts";
import { type Feature, fromVectorTileJs, GeoJSONWrapper } from "@maplibre/vt-pbf";

/** Units across a tile. */
export const EXTENT = 4096;

/** One gzipped vector tile under its PMTiles id. */
export interface Tile {
  readonly id: number;
  readonly bytes: Uint8Array;
}

/** A gzipped vector tile of the given layers; the same features give the same bytes. */
export function encodeTile(layers: ReadonlyMap<string, Feature[]>): Uint8Array {
  const encoded = [...layers].map(([name, features]) => {
    const layer = new GeoJSONWrapper(features, {
      version: 2,
      extent: EXTENT,
    });
    return [
      name,
      Object.assign(layer, {
        name,
        version: 2,
        extent: EXTENT,
      }),
    ] as const;
  });
  return gzipSync(fromVectorTileJs({ layers: Object.fromEntries(encoded) }), { level: 9 });
}

/** What an archive says about itself. */
export interface ArchiveDescription {
  readonly zooms: readonly [first: number, last: number];
  readonly box: Box;
  /** Where viewers start. */
  readonly center: readonly [lng: number, lat: number, zoom: number];
  readonly metadata: object;
}

interface Blob {
  readonly offset: number;
  readonly length: number;
}

const HEADER_BYTES = 127;
// The header and the root directory must fit the first 16 KiB, which readers fetch at once (PMTiles v3, section 4).
const ROOT_LIMIT = 16_384 - HEADER_BYTES;
const GZIP = 2;
const VECTOR_TILE = 1;
const COPY_BYTES = 1 << 20;

/**
 * Writes a PMTiles v3 archive. Tiles may come in any order and wait in a file beside the archive; equal tiles are stored
 * once, and the archive holds them in order of ids. The same tiles give the same bytes.
 */
export class ArchiveWriter {
  readonly #path: string;
  readonly #tilesPath: string;
  readonly #tiles: number;
  readonly #blobs = new Map<string, Blob>();
  readonly #entries: {
    readonly id: number;
    readonly blob: Blob;
  }[] = [];
  #end = 0;

  constructor(path: string) {
    this.#path = path;
    this.#tilesPath = `${path}.tiles`;
    this.#tiles = openSync(this.#tilesPath, "w+");
  }

  get tileCount(): number {
    return this.#entries.length;
  }

  add({ id, bytes }: Tile): void {
    const key = createHash("sha256").update(bytes).digest("base64");
    let blob = this.#blobs.get(key);
    if (!blob) {
      blob = {
        offset: this.#end,
        length: bytes.length,
      };
      this.#blobs.set(key, blob);
      writeSync(this.#tiles, bytes, 0, bytes.length, this.#end);
      this.#end += bytes.length;
    }
    this.#entries.push({ id, blob });
  }

  /** Writes the archive. Returns its size in bytes. */
  finish(description: ArchiveDescription): number {
    const { entries, blobs } = this.#inOrder();
    const { root, leaves } = encodeDirectories(entries, ROOT_LIMIT);
    const metadata = gzipSync(JSON.stringify(description.metadata), { level: 9 });
    const sections = [root, metadata, leaves].map(({ length }) => length);
    const header = encodeHeader(description, [...sections, this.#end], {
      addressed: entries.reduce((sum, entry) => sum + entry.run, 0),
      entries: entries.length,
      blobs: blobs.length,
    });
    const file = openSync(this.#path, "w");
    for (const section of [header, root, metadata, leaves]) writeSync(file, section);
    this.#copyBlobs(blobs, file);
    closeSync(file);
    this.discard();
    return HEADER_BYTES + sections.reduce((sum, length) => sum + length, 0) + this.#end;
  }

  /** Deletes the waiting tiles. */
  discard(): void {
    closeSync(this.#tiles);
    rmSync(this.#tilesPath, { force: true });
  }

  /** Entries by id, with offsets as in the archive; runs of one tile are one entry. */
  #inOrder(): {
    entries: DirectoryEntry[];
    blobs: Blob[];
  } {
    const offsets = new Map<Blob, number>();
    const entries: DirectoryEntry[] = [];
    let end = 0;
    for (const { id, blob } of this.#entries.toSorted((a, b) => a.id - b.id)) {
      let offset = offsets.get(blob);
      if (offset === undefined) {
        offset = end;
        offsets.set(blob, offset);
        end += blob.length;
      }
      const last = entries.at(-1);
      if (last && last.offset === offset && last.id + last.run === id) last.run++;
      else
        entries.push({
          id,
          run: 1,
          length: blob.length,
          offset,
        });
    }
    return { entries, blobs: [...offsets.keys()] };
  }

  #copyBlobs(blobs: readonly Blob[], to: number): void {
    let waiting: Buffer[] = [];
    let size = 0;
    const flush = () => {
      writeSync(to, Buffer.concat(waiting));
      [waiting, size] = [[], 0];
    };
    for (const { offset, length } of blobs) {
      const bytes = Buffer.allocUnsafe(length);
      readSync(this.#tiles, bytes, 0, length, offset);
      waiting.push(bytes);
      size += length;
      if (size >= COPY_BYTES) flush();
    }
    flush();
  }
}

function encodeHeader(
  { zooms, box, center }: ArchiveDescription,
  sections: readonly number[],
  counts: {
    addressed: number;
    entries: number;
    blobs: number;
  },
): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write("PMTiles", 0);
  header[7] = 3;
  let offset = HEADER_BYTES;
  sections.forEach((length, i) => {
    header.writeBigUInt64LE(BigInt(offset), 8 + i * 16);
    header.writeBigUInt64LE(BigInt(length), 16 + i * 16);
    offset += length;
  });
  [counts.addressed, counts.entries, counts.blobs].forEach((count, i) =>
    header.writeBigUInt64LE(BigInt(count), 72 + i * 8),
  );
  header.set([1, GZIP, GZIP, VECTOR_TILE, ...zooms], 96);
  box.forEach((degrees, i) => header.writeInt32LE(Math.round(degrees * 1e7), 102 + i * 4));
  const [lng, lat, zoom] = center;
  header[118] = zoom;
  [lng, lat].forEach((degrees, i) => header.writeInt32LE(Math.round(degrees * 1e7), 119 + i * 4));
  return header;
}

/** A run of consecutive tiles with the same bytes; run 0 points at a leaf directory instead. */
interface DirectoryEntry {
  id: number;
  run: number;
  length: number;
  offset: number;
}

/** The root directory and the leaf directories that it points at (PMTiles v3, section 4). */
function encodeDirectories(
  entries: readonly DirectoryEntry[],
  rootLimit: number,
): { root: Buffer; leaves: Buffer } {
  for (let perLeaf = 4096; ; perLeaf *= 2) {
    const pointers: DirectoryEntry[] = [];
    const leaves: Buffer[] = [];
    let offset = 0;
    for (let i = 0; i < entries.length; i += perLeaf) {
      const leaf = encodeDirectory(entries.slice(i, i + perLeaf));
      pointers.push({
        id: entries[i]?.id ?? 0,
        run: 0,
        length: leaf.length,
        offset,
      });
      leaves.push(leaf);
      offset += leaf.length;
    }
    const root = encodeDirectory(pointers);
    if (root.length <= rootLimit)
      return {
        root,
        leaves: Buffer.concat(leaves),
      };
  }
}

function encodeDirectory(entries: readonly DirectoryEntry[]): Buffer {
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
