import { open, rm, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { otherFormatOf } from "@commonlane/geo/osm/read-blobs";
import { DownloadFailed, fetchFile, type FetchedFile } from "./fetch-file.ts";

export interface DownloadState {
  readonly url: string;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}
interface DownloadInput {
  readonly url: string;
  /** Grows with the download; what it holds already is not loaded again if the server still has the same file. */
  readonly file: string;
  readonly earlier: DownloadState | undefined;
  /** ETag of a file that is no longer needed: the answer is "unchanged" if the server has that one. */
  readonly unlessEtag?: string | undefined;
  /** Called with the file's size, if the server says it, before anything is written. */
  readonly onStart: (
    state: DownloadState,
    bytes: number | undefined,
    bytesLeft: number,
  ) => Promise<void>;
  readonly onProgress: (bytes: number, totalBytes: number | undefined) => void;
  readonly signal: AbortSignal;
}

/** Attempts without a new byte before a download fails, and the pause before the second; it doubles. */
const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 500;
/** Enough to recognise a web page or an archive. */
const MIN_START_BYTES = 16;

/** Downloads an extract, and goes on after lost connections. @throws Error with one clear sentence. */
export async function downloadExtract(input: DownloadInput): Promise<DownloadState | "unchanged"> {
  let state = input.earlier;
  let bytesBefore = await sizeOf(input.file);
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await downloadOnce(input, state, (started) => (state = started));
      return answer;
    } catch (error) {
      input.signal.throwIfAborted();
      const bytes = await sizeOf(input.file);
      if (bytes > bytesBefore) attempt = 1;
      const reason = error instanceof DownloadFailed ? error.reason : "refused";
      const canRetry = reason === "lost" || (reason === "unreachable" && bytes > 0);
      if (!canRetry || attempt >= MAX_ATTEMPTS) throw error;
      bytesBefore = bytes;
      await sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1), undefined, { signal: input.signal });
    }
  }
}

async function downloadOnce(
  { url, file, unlessEtag, onStart, onProgress, signal }: DownloadInput,
  earlier: DownloadState | undefined,
  onState: (state: DownloadState) => void,
): Promise<DownloadState | "unchanged"> {
  const bytesBefore = earlier ? await sizeOf(file) : 0;
  const validator = strongEtag(earlier?.etag) ?? earlier?.lastModified;
  const range =
    bytesBefore > 0 && validator !== undefined
      ? {
          from: bytesBefore,
          validator,
        }
      : undefined;
  const fetched = await fetchFile(url, {
    range,
    unlessEtag: range ? undefined : unlessEtag,
    signal,
  });
  if (fetched === "unchanged") return "unchanged";
  if (fetched === "no such range") {
    await rm(file, { force: true });
    throw new DownloadFailed("lost", `${url} became another file during the download.`);
  }
  const offset = fetched.offset;
  const total = fetched.bytesLeft === undefined ? undefined : offset + fetched.bytesLeft;
  const state = {
    url: fetched.url,
    etag: fetched.etag,
    lastModified: fetched.lastModified,
  };
  onState(state);
  await onStart(state, total, fetched.bytesLeft ?? 0).catch(async (error: unknown) => {
    await fetched.cancel();
    throw error;
  });
  const written = await writeBody(fetched, file, (bytes) => onProgress(bytes, total));
  if (total !== undefined && written < total)
    throw new DownloadFailed("lost", `The download of ${url} ended early.`);
  return state;
}

/** Writes the answer at its offset and returns the file's size. */
async function writeBody(
  { url, offset, body }: FetchedFile,
  file: string,
  onProgress: (bytes: number) => void,
): Promise<number> {
  const handle = await open(file, offset > 0 ? "r+" : "w");
  let position = offset;
  try {
    for await (const chunk of body) {
      if (position === 0) assertNotOtherFormat(chunk, url);
      let start = 0;
      while (start < chunk.length)
        start += (await handle.write(chunk, start, chunk.length - start, position + start))
          .bytesWritten;
      position += chunk.length;
      onProgress(position);
    }
    await handle.truncate(position);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return position;
}

/** Stops before hundreds of megabytes of another file are loaded. */
function assertNotOtherFormat(chunk: Uint8Array, url: string): void {
  const format =
    chunk.length >= MIN_START_BYTES ? otherFormatOf(Buffer.from(chunk.subarray(0, 64))) : undefined;
  if (format)
    throw new Error(`${url} is ${format}. Give the address of a file that ends with .osm.pbf.`);
}

/** Ranges of a file may only be joined if its ETag promises the same bytes. */
const strongEtag = (etag: string | undefined): string | undefined =>
  etag?.startsWith("W/") ? undefined : etag;

const sizeOf = async (file: string): Promise<number> =>
  (await stat(file).catch(() => undefined))?.size ?? 0;
