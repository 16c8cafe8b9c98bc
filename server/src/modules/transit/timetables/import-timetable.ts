import { createHash } from "node:crypto";
import { createReadStream, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { compileFeed, type CompiledFeed } from "../feed/compile-feed.ts";
import { formatDay } from "../feed/gtfs-fields.ts";
import {
  IMPORTING_PREFIX,
  listNames,
  publishTimetable,
  readJson,
  type TimetableFile,
} from "./timetable-file.ts";

const PROGRESS_FILE = "progress.json";
/** A running import writes its progress more often than this. */
const SILENT_AFTER_MS = 60_000;
const AGENCIES_SHOWN = 3;

export interface ImportRequest {
  readonly timetables: string;
  readonly id: string;
  readonly name: string;
  /** The archive on this machine. */
  readonly path: string;
  /** Where it came from. */
  readonly source:
    | { readonly file: string }
    | {
        readonly url: string;
        readonly etag?: string;
      };
  readonly attribution?: string | undefined;
  readonly licence?: string | undefined;
  readonly updatesUrl?: string | undefined;
  readonly isExample?: boolean;
  /** Nothing is imported if the archive has this checksum. */
  readonly unlessSha256?: string | undefined;
}

/** Reads, checks and publishes a feed. @throws FeedError with one clear message */
export async function importTimetable(
  request: ImportRequest,
  now: () => Date = () => new Date(),
): Promise<TimetableFile | "unchanged"> {
  const { sha256, bytes } = await hashFile(request.path);
  if (sha256 === request.unlessSha256) return "unchanged";

  const progress = new ImportProgressFile(request, now);
  try {
    progress.save(0);
    const compiled = await compileFeed(
      request.path,
      (fraction) => progress.save(fraction),
      request.updatesUrl !== undefined,
    );
    const file = describeTimetable(request, compiled, {
      sha256,
      bytes,
      importedAt: now(),
    });
    publishTimetable(request.timetables, file, compiled.feed);
    progress.remove();
    return { format: 1, ...file };
  } catch (error) {
    progress.fail(error);
    throw error;
  }
}

function describeTimetable(
  { id, name, source, attribution, licence, updatesUrl, isExample = false }: ImportRequest,
  { feed, publisher, warnings }: CompiledFeed,
  {
    sha256,
    bytes,
    importedAt,
  }: {
    sha256: string;
    bytes: number;
    importedAt: Date;
  },
): Omit<TimetableFile, "format"> {
  const agencies = feed.agencies.slice(0, AGENCIES_SHOWN).map((agency) => agency.name);
  return {
    id,
    name,
    source: {
      ...source,
      sha256,
      bytes,
    },
    importedAt: importedAt.toISOString(),
    validFrom: formatDay(feed.firstDay),
    validUntil: formatDay(feed.firstDay + feed.dayCount - 1),
    stops: feed.stopStations.length,
    lines: feed.lineNames.length,
    trips: feed.tripServices.length,
    stopTimes: feed.arrivals.length,
    attribution: attribution ?? publisher ?? agencies.join(", "),
    ...(licence !== undefined && { licence }),
    ...(updatesUrl !== undefined && { updatesUrl }),
    isExample,
    warnings: [...warnings],
  };
}

async function hashFile(path: string): Promise<{
  sha256: string;
  bytes: number;
}> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    const part: Buffer = chunk;
    bytes += part.length;
    hash.update(part);
  }
  return { sha256: hash.digest("hex"), bytes };
}

const ImportProgress = z.object({
  id: z.string(),
  name: z.string(),
  updatedAt: z.iso.datetime(),
  /** From 0 to 1. */
  fraction: z.number(),
  /** Why the import ended without a timetable. */
  error: z.string().optional(),
});
type ImportProgress = z.output<typeof ImportProgress>;

export interface Import extends ImportProgress {
  readonly state: "running" | "failed" | "stopped";
}

class ImportProgressFile {
  readonly #folder: string;
  readonly #request: ImportRequest;
  readonly #now: () => Date;

  constructor(request: ImportRequest, now: () => Date) {
    this.#folder = join(request.timetables, IMPORTING_PREFIX + request.id);
    this.#request = request;
    this.#now = now;
    rmSync(this.#folder, {
      recursive: true,
      force: true,
    });
    mkdirSync(this.#folder, { recursive: true });
  }

  save(fraction: number, error?: string): void {
    const { id, name } = this.#request;
    const updatedAt = this.#now().toISOString();
    const progress = {
      id,
      name,
      updatedAt,
      fraction,
      ...(error !== undefined && { error }),
    };
    writeFileSync(join(this.#folder, PROGRESS_FILE), JSON.stringify(progress));
  }

  fail(error: unknown): void {
    this.save(0, error instanceof Error ? error.message : String(error));
  }

  remove(): void {
    rmSync(this.#folder, {
      recursive: true,
      force: true,
    });
  }
}

/** Imports in progress, and those that ended without a timetable. */
export function listImports(timetables: string, now: Date): Import[] {
  return listNames(timetables)
    .filter((name) => name.startsWith(IMPORTING_PREFIX))
    .flatMap((name) => readJson(join(timetables, name, PROGRESS_FILE), ImportProgress) ?? [])
    .map((progress) => ({
      ...progress,
      state: stateOf(progress, now),
    }));
}

function stateOf({ error, updatedAt }: ImportProgress, now: Date): Import["state"] {
  if (error !== undefined) return "failed";
  return now.getTime() - Date.parse(updatedAt) > SILENT_AFTER_MS ? "stopped" : "running";
}
