import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { formatBytes } from "../regions/disk-space.ts";
import { DownloadFailed, fetchFile } from "../regions/fetch-file.ts";

/** The largest feeds of whole countries have less. */
const FEED_MAX_BYTES = 2e9;
const ATTEMPTS = 3;

export interface DownloadedFeed {
  readonly path: string;
  readonly etag: string | undefined;
  readonly remove: () => void;
}

/** Loads a feed over https into a temporary file, unless the server still has the one with this ETag. */
export async function downloadFeed(
  url: string,
  unlessEtag: string | undefined,
): Promise<DownloadedFeed | "unchanged"> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await downloadOnce(url, unlessEtag);
    } catch (error) {
      const isLost = error instanceof DownloadFailed && error.reason === "lost";
      if (!isLost || attempt === ATTEMPTS) throw error;
    }
  }
}

async function downloadOnce(
  url: string,
  unlessEtag: string | undefined,
): Promise<DownloadedFeed | "unchanged"> {
  const { signal } = new AbortController();
  const fetched = await fetchFile(url, {
    unlessEtag,
    signal,
  });
  if (fetched === "unchanged") return fetched;
  if (fetched === "no such range") throw new DownloadFailed("lost", `${url} cannot be downloaded.`);
  const folder = mkdtempSync(join(tmpdir(), "commonlane-timetable-"));
  const remove = () =>
    rmSync(folder, {
      recursive: true,
      force: true,
    });
  const path = join(folder, "feed.zip");
  try {
    const body = Readable.from(limited(fetched.body, url));
    await pipeline(body, createWriteStream(path));
    return {
      path,
      etag: fetched.etag,
      remove,
    };
  } catch (error) {
    remove();
    throw error;
  }
}

async function* limited(body: AsyncIterable<Uint8Array>, url: string) {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > FEED_MAX_BYTES)
      throw new Error(`${url} has more than ${formatBytes(FEED_MAX_BYTES)}.`);
    yield chunk;
  }
}
