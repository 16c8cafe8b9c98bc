import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { promisify } from "node:util";
import { inflate, zstdDecompress } from "node:zlib";
import { PbfReader } from "pbf";

/** The extract cannot be read. The message is one sentence for the operator, and a second one that says what helps. */
export class ExtractError extends Error {
  override readonly name = "ExtractError";
}

/** One unit of a .osm.pbf file, unpacked: the header of the extract or a block of elements. */
export interface Blob {
  readonly type: string;
  readonly data: Uint8Array;
  /** Where the blob starts in the file, for messages. */
  readonly position: number;
  /** Part of the file up to the end of this blob, from 0 to 1. */
  readonly fraction: number;
}

// The limits that the format sets.
const MAX_HEADER_BYTES = 64 * 1024;
const MAX_BLOB_BYTES = 32 * 1024 * 1024;
/** Blobs that are unpacked in other threads while the caller works on the current one. */
const BLOBS_AHEAD = 3;

const unpackZlib = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflate);
const unpackZstd = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(zstdDecompress);

/** Reads the blobs of a .osm.pbf file in order. @throws ExtractError if the file is incomplete, damaged or no extract. */
export async function* readBlobs(file: string, signal?: AbortSignal): AsyncGenerator<Blob> {
  const name = basename(file);
  const handle = await openExtract(file, name);
  const ahead: Promise<Blob>[] = [];
  try {
    const { size } = await handle.stat();
    await assertExtract(handle, name, size);
    for (let position = 0; position < size || ahead.length > 0;) {
      signal?.throwIfAborted();
      while (position < size && ahead.length < BLOBS_AHEAD) {
        const packed = await readPackedBlob(handle, name, position, size);
        const blob = unpackBlob(packed, name, packed.end / size);
        blob.catch(() => {}); // Thrown where it is awaited.
        ahead.push(blob);
        position = packed.end;
      }
      const blob = await ahead.shift();
      if (blob) yield blob;
    }
  } finally {
    await Promise.allSettled(ahead);
    await handle.close();
  }
}

/** What to say about a file whose bytes cannot be right. */
export const damagedAt = (name: string, position: number, cause?: unknown): ExtractError =>
  new ExtractError(`${name} is damaged at byte ${position}. Download it again.`, { cause });

async function openExtract(file: string, name: string): Promise<FileHandle> {
  try {
    const handle = await open(file, "r");
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause)) throw cause;
    if (cause.code === "ENOENT") throw new ExtractError(`${file} does not exist.`, { cause });
    throw new ExtractError(`${file} cannot be read: ${cause.message}.`, { cause });
  }
  throw new ExtractError(`${name} is not a file.`);
}

/** @throws ExtractError with the name of the format if the first bytes are those of another one. */
async function assertExtract(handle: FileHandle, name: string, size: number): Promise<void> {
  if (size === 0) throw new ExtractError(`${name} is empty. Download it again.`);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
  const start = buffer.subarray(0, bytesRead);
  const format = otherFormatOf(start);
  if (format)
    throw new ExtractError(`${name} is ${format}. An OpenStreetMap extract (.osm.pbf) is needed.`);
  // The length of the first header, then its field 1: the text "OSMHeader".
  const isExtract =
    start.length > 8 && start.readUInt32BE(0) <= MAX_HEADER_BYTES && start.includes("OSMHeader");
  if (!isExtract) throw new ExtractError(`${name} is not an OpenStreetMap extract (.osm.pbf).`);
}

interface PackedBlob {
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly position: number;
  readonly end: number;
}

async function readPackedBlob(
  handle: FileHandle,
  name: string,
  position: number,
  size: number,
): Promise<PackedBlob> {
  const read = async (length: number, from: number): Promise<Buffer> => {
    if (from + length > size)
      throw new ExtractError(
        `${name} is incomplete: it ends in the middle of a block. Download it again.`,
      );
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, from);
    if (bytesRead < length) throw new ExtractError(`${name} became shorter while it was read.`);
    return buffer;
  };
  const headerBytes = (await read(4, position)).readUInt32BE(0);
  if (headerBytes > MAX_HEADER_BYTES) throw damagedAt(name, position);
  const header = { type: "", dataBytes: -1 };
  const headerData = await read(headerBytes, position + 4);
  try {
    new PbfReader(headerData).readFields((field, result, pbf) => {
      if (field === 1) result.type = pbf.readString();
      else if (field === 3) result.dataBytes = pbf.readVarint(true);
    }, header);
  } catch (cause) {
    throw damagedAt(name, position, cause);
  }
  if (header.dataBytes < 0 || header.dataBytes > MAX_BLOB_BYTES) throw damagedAt(name, position);
  const start = position + 4 + headerBytes;
  return {
    type: header.type,
    bytes: await read(header.dataBytes, start),
    position,
    end: start + header.dataBytes,
  };
}

async function unpackBlob(
  { type, bytes, position }: PackedBlob,
  name: string,
  fraction: number,
): Promise<Blob> {
  try {
    return {
      type,
      position,
      fraction,
      data: await unpack(bytes, name),
    };
  } catch (cause) {
    throw cause instanceof ExtractError ? cause : damagedAt(name, position, cause);
  }
}

/** The fields of a blob that hold its data, by how they are compressed. */
const UNREADABLE: Readonly<Record<number, string>> = {
  4: "LZMA",
  5: "bzip2",
  6: "LZ4",
};

async function unpack(bytes: Uint8Array, name: string): Promise<Uint8Array> {
  const blob: {
    raw?: Uint8Array;
    rawBytes?: number;
    zlib?: Uint8Array;
    zstd?: Uint8Array;
    other?: string;
  } = {};
  new PbfReader(bytes).readFields((field, result, pbf) => {
    if (field === 1) result.raw = pbf.readBytes();
    else if (field === 2) result.rawBytes = pbf.readVarint();
    else if (field === 3) result.zlib = pbf.readBytes();
    else if (field === 7) result.zstd = pbf.readBytes();
    else if (UNREADABLE[field]) result.other = UNREADABLE[field];
  }, blob);
  if (blob.other !== undefined)
    throw new ExtractError(
      `${name} is compressed with ${blob.other}, which cannot be read; zlib and zstd can.`,
    );
  const limits = { maxOutputLength: MAX_BLOB_BYTES };
  if (blob.zlib) return assertLength(await unpackZlib(blob.zlib, limits), blob.rawBytes);
  if (blob.zstd) return assertLength(await unpackZstd(blob.zstd, limits), blob.rawBytes);
  if (blob.raw) return blob.raw;
  throw new Error("The blob has no data.");
}

function assertLength(data: Uint8Array, expected: number | undefined): Uint8Array {
  if (expected !== undefined && data.length !== expected)
    throw new Error("The blob has another length than it says.");
  return data;
}

/** First bytes of files that people mistake for an extract, and what to call them. */
const FORMATS: readonly (readonly [signature: string, name: string])[] = [
  ["\x1f\x8b", "gzip-compressed"],
  ["BZh", "bzip2-compressed (.osm.bz2)"],
  ["\xfd7zXZ", "xz-compressed"],
  ["PK\x03\x04", "a ZIP archive"],
  ["7z\xbc\xaf", "a 7-Zip archive"],
  ["\xff\xe0", "an O5M file"],
  ["PMTiles", "a PMTiles map"],
];
const MARKUP: readonly (readonly [start: RegExp, name: string])[] = [
  [/^<!doctype html|^<html/i, "a web page"],
  [/^<(\?xml|osm)/i, "XML (.osm)"],
  [/^[{[]/, "JSON"],
];

/** The format of a file by its first bytes, if it is a well-known one other than .osm.pbf. */
export function otherFormatOf(start: Buffer): string | undefined {
  const bytes = start.toString("latin1");
  const signature = FORMATS.find(([signature]) => bytes.startsWith(signature));
  if (signature) return signature[1];
  const text = start
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  return MARKUP.find(([pattern]) => pattern.test(text))?.[1];
}
