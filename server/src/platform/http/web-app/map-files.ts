import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { CustomBasemap, RegionMap } from "@commonlane/contract/community";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { MAP_FILE } from "../../map-tiles/build-map.ts";
import { MAX_ZOOM, MIN_ZOOM } from "../../map-tiles/schema/tile-feature.ts";
import type { Regions } from "../../regions/regions.ts";
import type { Settings } from "../../settings.ts";
import { hasVersion } from "../endpoints/file-transfer.ts";
import { Problem } from "../problem.ts";

const FOLDER = "/basemap/regions";
/** A build never changes, and its address contains its version. */
const IMMUTABLE_CACHE = "public, max-age=31536000, immutable";

/** The street maps that pages may load. */
export function listRegionMaps(regions: Regions): RegionMap[] {
  return regions
    .list()
    .filter((region) => existsSync(region.path(MAP_FILE)))
    .map(({ id, version, bbox }) => ({
      url: `${FOLDER}/${id}.pmtiles?v=${version}`,
      bbox,
      minZoom: MIN_ZOOM,
      maxZoom: MAX_ZOOM,
    }));
}

/**
 * Serves the street maps of regions in ranges. The address of an older build answers 404, because its ranges would not
 * fit the new file; pages that still have it show the world map until they are reloaded.
 */
export function serveRegionMaps(http: FastifyInstance, regions: Regions): void {
  http.get<{
    Params: { file: string };
    Querystring: { v?: unknown };
  }>(`${FOLDER}/:file`, (request, reply) => {
    const { file } = request.params;
    const version = request.query.v;
    // The file's path comes from the region, never from the request.
    const region = regions.list().find(({ id }) => file === `${id}.pmtiles`);
    if (!region || (version !== undefined && version !== region.version))
      throw new Problem("not_found");
    return sendRangedFile(request, reply, {
      path: region.path(MAP_FILE),
      version: region.version,
      cacheControl: version === undefined ? "no-cache" : IMMUTABLE_CACHE,
    });
  });
}

/** The map of the world in the built web app. */
export const WORLD_MAP_FILE = "basemap.pmtiles";

/** Serves the map of the world in ranges. It is the same version on all machines that have the same file. */
export function serveWorldMap(
  http: FastifyInstance,
  webFolder: string,
  cacheControl: string,
): void {
  const path = join(webFolder, WORLD_MAP_FILE);
  if (!existsSync(path)) return;

  const readVersion = createVersionReader(path);
  http.get(`/${WORLD_MAP_FILE}`, async (request, reply) =>
    sendRangedFile(request, reply, {
      path,
      version: await readVersion(),
      cacheControl,
    }),
  );
}

/** Reads the hash of a file, once for each time that it was written. */
function createVersionReader(path: string): () => Promise<string> {
  let known:
    | {
        readonly writtenAtMs: number;
        readonly version: Promise<string>;
      }
    | undefined;
  return async () => {
    const { mtimeMs } = await stat(path);
    if (known?.writtenAtMs !== mtimeMs)
      known = {
        writtenAtMs: mtimeMs,
        version: hashFile(path),
      };
    return known.version;
  };
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("base64url");
}

/** The operator's map as passed to pages; undefined if none is set. */
export function readCustomBasemap({
  BASEMAP,
  BASEMAP_CREDIT,
}: Pick<Settings, "BASEMAP" | "BASEMAP_CREDIT">): CustomBasemap | null {
  if (BASEMAP === undefined) return null;
  const kind = (["pmtiles", "style", "raster"] as const).find((candidate) =>
    BASEMAP.startsWith(`${candidate}:`),
  );
  return kind
    ? {
        kind,
        url: BASEMAP.slice(kind.length + 1),
        credit: BASEMAP_CREDIT,
      }
    : null;
}

/** Origins besides this server's own from which pages may fetch the operator's map. */
export function listBasemapOrigins({
  BASEMAP,
  BASEMAP_ORIGINS,
}: Pick<Settings, "BASEMAP" | "BASEMAP_ORIGINS">): string[] {
  const mainOrigin = /https?:\/\/[^/]+/.exec(BASEMAP ?? "")?.[0];
  const otherOrigins = (BASEMAP_ORIGINS ?? "").split(/\s+/);
  return mainOrigin === undefined
    ? []
    : [...new Set([mainOrigin, ...otherOrigins])].filter((origin) => origin !== "");
}

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
async function sendRangedFile(
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
