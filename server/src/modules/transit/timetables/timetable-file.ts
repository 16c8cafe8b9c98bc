import { randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { deserialize, serialize } from "node:v8";
import { z } from "zod";
import type { Settings } from "#platform/settings.ts";
import type { Feed } from "../feed/feed.ts";

/** The version of the files in a timetable's folder. Timetables of another version are not used. */
const TIMETABLE_FORMAT = 1;
const TIMETABLE_FILE = "timetable.json";
export const FEED_FILE = "feed.bin";
const REMOVED_PREFIX = ".removed-";
/** A timetable is imported in a folder with this prefix and its id, beside the finished ones. */
export const IMPORTING_PREFIX = ".importing-";

/** `timetable.json`, which is written last: a folder that has it is complete and never changes. */
export const TimetableFile = z.object({
  format: z.literal(TIMETABLE_FORMAT),
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  name: z.string().min(1),
  source: z.object({
    /** Where the feed came from: one of the two. */
    file: z.string().optional(),
    url: z.string().optional(),
    sha256: z.string(),
    bytes: z.number(),
    etag: z.string().optional(),
  }),
  /** The https address of its trip updates (GTFS-RT), if it has one. */
  updatesUrl: z.string().optional(),
  importedAt: z.iso.datetime(),
  /** The first and the last day of the calendar. */
  validFrom: z.iso.date(),
  validUntil: z.iso.date(),
  stops: z.number(),
  lines: z.number(),
  trips: z.number(),
  stopTimes: z.number(),
  /** Publisher of the timetable, as shown to members. */
  attribution: z.string(),
  licence: z.string().optional(),
  /** True for the made-up timetable of the demo. */
  isExample: z.boolean(),
  /** What was left out. */
  warnings: z.array(z.string()),
});
export type TimetableFile = z.output<typeof TimetableFile>;

export interface StoredTimetable extends TimetableFile {
  readonly folder: string;
}

export const timetablesFolder = ({ DATA_DIR }: Pick<Settings, "DATA_DIR">): string =>
  resolve(DATA_DIR, "timetables");

/** The newest import of each timetable, by name. */
export function listTimetables(timetables: string): StoredTimetable[] {
  const newest = new Map<string, StoredTimetable>();
  for (const timetable of readAll(timetables)) {
    const other = newest.get(timetable.id);
    if (!other || other.importedAt < timetable.importedAt) newest.set(timetable.id, timetable);
  }
  return [...newest.values()].toSorted(
    (a, b) => a.name.localeCompare(b.name, "en") || (a.id < b.id ? -1 : 1),
  );
}

export async function readFeed({ folder }: StoredTimetable): Promise<Feed> {
  // Written by `publishTimetable` of the same format.
  const feed: Feed = deserialize(await readFile(join(folder, FEED_FILE)));
  return feed;
}

/**
 * Makes a compiled feed the timetable of its id. The folder gets its name in one step; processes switch to it within
 * seconds, and what it replaces is deleted.
 */
export function publishTimetable(
  timetables: string,
  file: Omit<TimetableFile, "format">,
  feed: Feed,
): void {
  const writing = join(timetables, `.writing-${randomUUID()}`);
  mkdirSync(writing, { recursive: true });
  const content: TimetableFile = {
    format: TIMETABLE_FORMAT,
    ...file,
  };
  writeFileSync(join(writing, FEED_FILE), serialize(feed), { flush: true });
  writeFileSync(join(writing, TIMETABLE_FILE), JSON.stringify(content, null, 2), { flush: true });

  const replaced = readAll(timetables).filter(({ id }) => id === file.id);
  const plain = join(timetables, file.id);
  const time = Date.parse(file.importedAt).toString(36);
  renameSync(writing, existsSync(plain) ? `${plain}@${time}` : plain);
  for (const { folder } of replaced) removeFolder(timetables, folder);
}

/** Deletes a timetable, and what a failed import of it left. Returns false if there is none. */
export function removeTimetable(timetables: string, id: string): boolean {
  const folders = readAll(timetables).flatMap((timetable) =>
    timetable.id === id ? timetable.folder : [],
  );
  const importing = join(timetables, IMPORTING_PREFIX + id);
  if (existsSync(importing)) folders.push(importing);
  for (const folder of folders) removeFolder(timetables, folder);
  return folders.length > 0;
}

/** Renames first, so that no server sees half of the timetable. */
function removeFolder(timetables: string, folder: string): void {
  const removed = join(timetables, REMOVED_PREFIX + randomUUID());
  renameSync(folder, removed);
  rmSync(removed, { recursive: true, force: true });
}

function readAll(timetables: string): StoredTimetable[] {
  return listNames(timetables)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) => {
      const folder = join(timetables, name);
      const timetable = readJson(join(folder, TIMETABLE_FILE), TimetableFile);
      return timetable
        ? [
            {
              ...timetable,
              folder,
            },
          ]
        : [];
    });
}

/** Undefined if there is no such file: an import has just begun or ended, or a timetable was removed. */
export function readJson<T>(file: string, type: z.ZodType<T>): T | undefined {
  try {
    return type.safeParse(JSON.parse(readFileSync(file, "utf8"))).data;
  } catch {
    return undefined;
  }
}

/** Names in the folder of timetables. */
export function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // No timetable was added yet.
  }
}
