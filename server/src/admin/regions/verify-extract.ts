import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import {
  type BBox,
  ExtractError,
  readExtract,
  readExtractHeader,
  readNewestChange,
} from "@commonlane/geo/osm/read-extract";

export interface VerifiedExtract {
  readonly bbox: BBox;
  /** The state of OpenStreetMap that it shows: by its header, or else its newest change. */
  readonly timestamp: string | undefined;
}

/** Reads an extract to its end. @throws ExtractError unless it is complete and has roads. */
export async function verifyExtract(
  file: string,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<VerifiedExtract> {
  const name = basename(file);
  const header = await readExtractHeader(file);
  const bounds = new Bounds();
  let roads = 0;
  let lastNodeId = -Infinity;
  let isSorted = true;
  for await (const elements of readExtract(
    file,
    {
      nodes: true,
      ways: true,
    },
    signal,
    onProgress,
  ))
    for (const element of elements)
      if (element.type === "node") {
        bounds.add(element.lat, element.lng);
        isSorted &&= element.id > lastNodeId;
        lastNodeId = element.id;
      } else if (element.type === "way" && element.tags["highway"] !== undefined) roads++;
  if (bounds.isInvalid) throw new ExtractError(`${name} has positions that do not exist on Earth.`);
  if (!isSorted) throw new ExtractError(`${name} is not sorted by id. Sort it with osmium sort.`);
  if (roads === 0)
    throw new ExtractError(
      `${name} has no roads. An extract with all of OpenStreetMap's data is needed.`,
    );
  const bbox = header.bbox ?? bounds.box;
  const [west, south, east, north] = bbox;
  const isArea =
    west < east && south < north && west >= -180 && east <= 180 && south >= -90 && north <= 90;
  if (!isArea) throw new ExtractError(`${name} has an invalid bounding box: ${bbox.join(", ")}.`);
  const dataAt = header.timestamp ?? (await readNewestChange(file, signal));
  return { bbox, timestamp: dataAt?.toISOString() };
}

class Bounds {
  isInvalid = false;
  #west = Infinity;
  #south = Infinity;
  #east = -Infinity;
  #north = -Infinity;

  add(lat: number, lng: number): void {
    if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) this.isInvalid = true;
    if (lng < this.#west) this.#west = lng;
    if (lng > this.#east) this.#east = lng;
    if (lat < this.#south) this.#south = lat;
    if (lat > this.#north) this.#north = lat;
  }

  get box(): BBox {
    return [this.#west, this.#south, this.#east, this.#north];
  }
}

/** The SHA-256 and MD5 of a file. */
export async function hashFile(
  file: string,
  signal: AbortSignal,
): Promise<{
  sha256: string;
  md5: string;
  bytes: number;
}> {
  const hashes = [createHash("sha256"), createHash("md5")] as const;
  let bytes = 0;
  for await (const chunk of createReadStream(file, {
    signal,
    highWaterMark: 1 << 20,
  })) {
    const data: unknown = chunk;
    if (!(data instanceof Uint8Array)) continue;
    for (const hash of hashes) hash.update(data);
    bytes += data.length;
  }
  const [sha256, md5] = hashes;
  return {
    sha256: sha256.digest("hex"),
    md5: md5.digest("hex"),
    bytes,
  };
}
