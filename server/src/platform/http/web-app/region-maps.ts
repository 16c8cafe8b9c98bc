import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import type { RegionMap } from "@commonlane/contract/community";
import type { FastifyInstance, FastifyReply } from "fastify";
import { MAP_FILE } from "../../map-tiles/build-map.ts";
import { MAX_ZOOM, MIN_ZOOM } from "../../map-tiles/schema/tile-feature.ts";
import type { Region } from "../../regions/region.ts";
import type { Regions } from "../../regions/regions.ts";
import { Problem } from "../problem.ts";
import { parseByteRange } from "./byte-range.ts";

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
  http.get<{ Params: { file: string }; Querystring: { v?: unknown } }>(`${FOLDER}/:file`, (request, reply) => {
    const { file } = request.params;
    const { v: version } = request.query;
    // The file's path comes from the region, never from the request.
    const region = regions.list().find(({ id }) => file === `${id}.pmtiles`);
    if (!region || (version !== undefined && version !== region.version)) throw new Problem("not_found");
    const { range, "if-none-match": knownTags, "if-range": rangeTag } = request.headers;
    const etag = `"${region.version}"`;
    void reply.headers({
      etag,
      "accept-ranges": "bytes",
      "cache-control": version === undefined ? "no-cache" : IMMUTABLE_CACHE,
    });
    if (knownTags?.split(",").some((tag) => tag.trim() === etag)) return reply.code(304).send();
    return sendFile(region, reply, rangeTag === undefined || rangeTag === etag ? range : undefined);
  });
}

async function sendFile(region: Region, reply: FastifyReply, rangeHeader: string | undefined): Promise<FastifyReply> {
  const handle = await open(region.path(MAP_FILE)).catch(() => {
    throw new Problem("not_found");
  });
  const { size } = await handle.stat();
  const range = parseByteRange(rangeHeader, size);
  if (range === "unsatisfiable") {
    await handle.close();
    return reply.code(416).header("content-range", `bytes */${size}`).header("cache-control", "no-store").send();
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) void reply.code(206).header("content-range", `bytes ${start}-${end}/${size}`);
  return reply
    .type("application/octet-stream")
    .header("content-length", end - start + 1)
    .send(handle.createReadStream({ start, end }));
}
