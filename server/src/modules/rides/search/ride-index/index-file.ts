import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { CorridorIndex } from "@commonlane/matching/corridor-index";
import type { MatchSettings } from "@commonlane/matching/rule";
import type { IndexSnapshot } from "@commonlane/matching/storage/snapshot";
import { z } from "zod";

/** The file ends with the length of its trailer and this marker. */
const MAGIC = "CLRIDES1";
const END_BYTES = 4 + MAGIC.length;
const TRAILER_MAX_BYTES = 256 * 1024 * 1024;

/**
 * The last event an index has read. If the database still has this event unchanged, it also has everything after it.
 */
export const LastReadEvent = z.object({
  xid: z.string(),
  id: z.number(),
  atMs: z.number(),
});
export type LastReadEvent = z.output<typeof LastReadEvent>;

const Trailer = z.object({
  layout: z.string(),
  lastRead: LastReadEvent,
  head: z.custom<IndexSnapshot["head"]>((value) => typeof value === "object" && value !== null),
  buffers: z.array(
    z.object({
      bytes: z.int().min(0),
      crc: z.int(),
    }),
  ),
});

/**
 * Writes an index to a file beside `path`. The index must not change until this resolves. The returned function moves
 * the file into place once it is on disk, so a reader never sees a partial file.
 */
export async function writeIndexFile(
  path: string,
  index: CorridorIndex,
  {
    lastRead,
    layout,
  }: {
    lastRead: LastReadEvent;
    layout: string;
  },
): Promise<() => Promise<void>> {
  await mkdir(dirname(path), { recursive: true });
  const temporaryPath = `${path}.${hostname()}.${process.pid}`;
  const file = await open(temporaryPath, "w", 0o600);
  try {
    await writeContents(file, index, {
      lastRead,
      layout,
    });
  } catch (error) {
    await discard(file, temporaryPath);
    throw error;
  }
  return async () => {
    try {
      await file.sync();
      await rename(temporaryPath, path);
      await file.close();
    } catch (error) {
      await discard(file, temporaryPath);
      throw error;
    }
  };
}

async function discard(file: FileHandle, path: string): Promise<void> {
  await file.close();
  await rm(path, { force: true });
}

async function writeContents(
  file: FileHandle,
  index: CorridorIndex,
  trailerFields: {
    lastRead: LastReadEvent;
    layout: string;
  },
): Promise<void> {
  const { head, buffers } = index.snapshot();
  const bufferInfos: {
    bytes: number;
    crc: number;
  }[] = [];
  for (const buffer of buffers) {
    const bytes = new Uint8Array(buffer);
    bufferInfos.push({
      bytes: bytes.length,
      crc: crc32(bytes),
    });
    await writeAll(file, bytes);
  }
  const trailer = Buffer.from(
    JSON.stringify({
      ...trailerFields,
      head,
      buffers: bufferInfos,
    }),
  );
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(trailer.length);
  end.write(MAGIC, 4, "latin1");
  await writeAll(file, trailer);
  await writeAll(file, end);
}

/**
 * Reads an index without blocking this thread. Throws if the file is incomplete or was made with other settings or
 * another layout.
 */
export async function readIndexFile(
  path: string,
  settings: MatchSettings,
  layout: string,
): Promise<{
  index: CorridorIndex;
  lastRead: LastReadEvent;
}> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const end = await readAt(file, size - END_BYTES, END_BYTES);
    const length = end.readUInt32LE();
    if (end.toString("latin1", 4) !== MAGIC || length > TRAILER_MAX_BYTES)
      throw new Error("not a ride index file");
    const trailerAt = size - END_BYTES - length;
    const text = (await readAt(file, trailerAt, length)).toString();
    const trailer = Trailer.parse(JSON.parse(text));
    if (trailer.layout !== layout)
      throw new Error("made by another release or with other settings");
    const buffers: ArrayBuffer[] = [];
    let at = 0;
    for (const { bytes, crc } of trailer.buffers) {
      const buffer = await readAt(file, at, bytes);
      if (crc32(buffer) !== crc) throw new Error("checksum does not match");
      buffers.push(buffer.buffer);
      at += bytes;
    }
    if (at !== trailerAt) throw new Error("length does not match");
    const steps = CorridorIndex.restoring(
      {
        head: trailer.head,
        buffers,
      },
      settings,
    );
    for (;;) {
      const { done, value } = steps.next();
      if (done)
        return {
          index: value,
          lastRead: trailer.lastRead,
        };
      await turn();
    }
  } finally {
    await file.close();
  }
}

/** Hash of how an index is stored: a file with another hash was made by other code. */
export function hashIndexLayout(index: CorridorIndex): string {
  const { head, buffers } = index.snapshot();
  const hash = createHash("sha256").update(JSON.stringify(head));
  for (const buffer of buffers) hash.update(new Uint8Array(buffer));
  return hash.digest("base64url");
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += (await file.write(bytes, at)).bytesWritten;
}

/** Reads this many bytes into a buffer of their own. */
async function readAt(
  file: FileHandle,
  position: number,
  length: number,
): Promise<Buffer<ArrayBuffer>> {
  if (position < 0) throw new Error("file is too short");
  const bytes = Buffer.from(new ArrayBuffer(length));
  for (let at = 0; at < length;) {
    const { bytesRead } = await file.read(bytes, at, length - at, position + at);
    if (bytesRead === 0) throw new Error("file is too short");
    at += bytesRead;
  }
  return bytes;
}
