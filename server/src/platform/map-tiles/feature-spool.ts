import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import type { Position } from "geojson";
import { PbfReader, PbfWriter } from "pbf";
import type { MappedFeature } from "./schema/tile-feature.ts";

/** Rings of a polygon, one line, or one point. */
export interface PlacedFeature {
  readonly mapped: MappedFeature;
  readonly type: "point" | "line" | "polygon";
  readonly parts: readonly (readonly Position[])[];
}

interface Bucket {
  writer: PbfWriter;
  readonly chunks: {
    readonly offset: number;
    readonly length: number;
  }[];
}

const TYPES = ["point", "line", "polygon"] as const;
const UNITS_PER_DEGREE = 1e7;
const CHUNK_BYTES = 32 * 1024;

/**
 * Features grouped by the tile that they belong to, in one file on disk: an extract's features do not fit into memory
 * at once, those of one tile do. Each bucket gives its features back in the order in which they were added.
 */
export class FeatureSpool {
  readonly #path: string;
  readonly #file: number;
  readonly #buckets = new Map<number, Bucket>();
  /** Descriptions that many features share, such as "a building". */
  readonly #shared: MappedFeature[] = [];
  readonly #sharedIndex = new Map<string, number>();
  #end = 0;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, "w+");
  }

  /** Bytes on disk. */
  get bytes(): number {
    return this.#end;
  }

  /** Ids of all buckets, in ascending order. */
  get bucketIds(): number[] {
    return [...this.#buckets.keys()].toSorted((a, b) => a - b);
  }

  add(bucketId: number, { mapped, type, parts }: PlacedFeature): void {
    let bucket = this.#buckets.get(bucketId);
    if (!bucket)
      this.#buckets.set(
        bucketId,
        (bucket = {
          writer: new PbfWriter(),
          chunks: [],
        }),
      );
    const { writer } = bucket;
    this.#writeMapped(mapped, writer);
    writer.writeVarint(TYPES.indexOf(type));
    writer.writeVarint(parts.length);
    let x = 0;
    let y = 0;
    for (const part of parts) {
      writer.writeVarint(part.length);
      for (const [lng = 0, lat = 0] of part) {
        const nextX = Math.round(lng * UNITS_PER_DEGREE);
        const nextY = Math.round(lat * UNITS_PER_DEGREE);
        writer.writeSVarint(nextX - x);
        writer.writeSVarint(nextY - y);
        [x, y] = [nextX, nextY];
      }
    }
    if (writer.pos >= CHUNK_BYTES) this.#flush(bucket);
  }

  /** All features of a bucket. */
  read(bucketId: number): PlacedFeature[] {
    const bucket = this.#buckets.get(bucketId);
    if (!bucket) return [];
    this.#flush(bucket);
    return bucket.chunks.flatMap(({ offset, length }) => {
      const bytes = Buffer.allocUnsafe(length);
      readSync(this.#file, bytes, 0, length, offset);
      return this.#decode(bytes);
    });
  }

  /** Deletes the file. */
  remove(): void {
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
  }

  /** Names differ from feature to feature and would fill the list of shared descriptions. */
  #writeMapped(mapped: MappedFeature, writer: PbfWriter): void {
    const text = JSON.stringify(mapped);
    const isShared = !("name" in mapped.attributes);
    let index = isShared ? this.#sharedIndex.get(text) : undefined;
    if (isShared && index === undefined) {
      index = this.#shared.push(mapped) - 1;
      this.#sharedIndex.set(text, index);
    }
    writer.writeVarint(index === undefined ? 0 : index + 1);
    if (index === undefined) writer.writeString(text);
  }

  #flush(bucket: Bucket): void {
    const bytes = bucket.writer.finish();
    if (bytes.length === 0) return;
    writeSync(this.#file, bytes, 0, bytes.length, this.#end);
    bucket.chunks.push({
      offset: this.#end,
      length: bytes.length,
    });
    this.#end += bytes.length;
    bucket.writer = new PbfWriter();
  }

  #decode(bytes: Uint8Array): PlacedFeature[] {
    const pbf = new PbfReader(bytes);
    const features: PlacedFeature[] = [];
    while (pbf.pos < pbf.length) {
      const shared = this.#shared[pbf.readVarint() - 1];
      const mapped: MappedFeature = shared ?? JSON.parse(pbf.readString());
      const type = TYPES[pbf.readVarint()] ?? "point";
      let x = 0;
      let y = 0;
      const parts = Array.from({ length: pbf.readVarint() }, () =>
        Array.from({ length: pbf.readVarint() }, (): Position => {
          x += pbf.readSVarint();
          y += pbf.readSVarint();
          return [x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE];
        }),
      );
      features.push({
        mapped,
        type,
        parts,
      });
    }
    return features;
  }
}
