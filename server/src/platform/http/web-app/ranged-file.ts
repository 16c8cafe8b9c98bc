import { type FileHandle, open } from "node:fs/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../problem.ts";
import { hasVersion } from "../endpoints/file-transfer.ts";

interface RangedFile {
  readonly path: string;
  /** Differs whenever a byte of the file differs, without quotes. */
  readonly version: string;
  readonly cacheControl: string;
}

/**
 * Serves a file of which clients read parts. Its ETag is strong, because parts of two versions must not be combined
 * (RFC 9110, section 13.1.5). Proxies must not compress it, because a part of a compressed file is of no use: most obey
 * `no-transform`; nginx obeys only a Content-Encoding, with which it also takes parts out of its cache.
 */
export async function sendRangedFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, version, cacheControl }: RangedFile,
): Promise<FastifyReply> {
  const { "if-range": rangeTag } = request.headers;
  const etag = `"${version}"`;
  void reply.headers({
    etag,
    "accept-ranges": "bytes",
    "cache-control": `${cacheControl}, no-transform`,
    "content-encoding": "identity",
  });
  if (hasVersion(request, etag)) {
    return reply.code(304).removeHeader("content-encoding").send();
  }

  const handle = await openFile(path);
  const { size } = await handle.stat();
  const isSameVersion = rangeTag === undefined || rangeTag === etag;
  const range = parseByteRange(isSameVersion ? request.headers.range : undefined, size);
  if (range === "unsatisfiable") {
    await handle.close();
    return reply
      .code(416)
      .headers({
        "content-range": `bytes */${size}`,
        "cache-control": "no-store",
      })
      .removeHeader("content-encoding")
      .send();
  }

  if (range)
    void reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${size}`);
  return sendBytes(
    reply,
    handle,
    range ?? {
      start: 0,
      end: size - 1,
    },
  );
}

const openFile = (path: string): Promise<FileHandle> =>
  open(path).catch(() => {
    throw new Problem("not_found");
  });

const sendBytes = (
  reply: FastifyReply,
  handle: FileHandle,
  { start, end }: ByteRange,
): FastifyReply =>
  reply
    .type("application/octet-stream")
    .header("content-length", end - start + 1)
    .send(handle.createReadStream({ start, end }));

/** First and last byte of a part of a file. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The one range that a Range header asks for (RFC 9110, section 14). Undefined, meaning the whole file, for several
 * ranges, other units and what is not understood.
 */
export function parseByteRange(
  header: string | undefined,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0
      ? "unsatisfiable"
      : {
          start: size - length,
          end: size - 1,
        };
  }
  const start = Number(from);
  if (to !== "" && Number(to) < start) return undefined;
  if (start >= size) return "unsatisfiable";
  return {
    start,
    end: to === "" ? size - 1 : Math.min(Number(to), size - 1),
  };
}
