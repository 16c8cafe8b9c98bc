import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { FastifyInstance } from "fastify";
import { sendRangedFile } from "./ranged-file.ts";

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
