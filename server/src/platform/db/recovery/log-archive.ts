import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "@commonlane/contract/durations";
import { commandLine } from "../../command-line.ts";
import type { DataFolder } from "../embedded/data-folder.ts";

/*
 * A log archive holds copies of the embedded database's data folder (`base-20261123T050000Z/`) and every segment of its
 * write-ahead log since the oldest of them, in `log/`. Together they restore any moment in between.
 * https://www.postgresql.org/docs/18/continuous-archiving.html
 */

const BASE_COPY = /^base-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
const SEGMENT = /^[0-9A-F]{24}/;
/** Where a segment has the identifier of its database: in the long header of its first page (xlog_internal.h). */
const IDENTIFIER_OFFSET = 24;
/** The loss after a power cut or a lost disk is at most this long. */
const ARCHIVE_AFTER_S = 60;

export interface BaseCopy {
  readonly path: string;
  /** When it was complete; the earliest moment that it restores. */
  readonly completeAt: Date;
  /** The first segment of the log that it needs. */
  readonly firstSegment: string;
}

export const logFolder = (archive: string): string => join(archive, "log");

export const baseCopyName = (at: Date): string =>
  `base-${at.toISOString().replaceAll(/[-:]|\.\d+/g, "")}`;

/** The number of a timeline, which names of segments and of histories begin with. */
export const timelineOf = (name: string): string => name.slice(0, 8);

/** The histories of timelines in a folder; each names the timelines before it and where they end. */
export const listHistories = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^[0-9A-F]{8}\.history$/.test(name))
    .toSorted();

/** Creates the archive's folders for the user that PostgreSQL runs as. Throws one line if the path cannot be used. */
export function prepareArchive(archive: string, { data, user }: DataFolder): void {
  // The path becomes part of a shell command and of PostgreSQL's own replacement with `%`.
  if (/['%\n\\]/.test(archive))
    throw new Error(`The path ${archive} must not contain quotes, % or backslashes.`);
  // Before the folders change their owner: the other database may be running.
  const known = readArchiveIdentifier(archive);
  if (known !== undefined && known !== readIdentifier(data)) throw belongsToAnother(archive, data);
  for (const folder of [archive, logFolder(archive)]) {
    mkdirSync(folder, {
      recursive: true,
      mode: 0o700,
    });
    if (user) chownSync(folder, user.uid, user.gid);
  }
  archiveHistories(archive, { data, user });
}

/** The identifier that PostgreSQL gives a database when it is created. */
function readIdentifier(data: string): bigint | undefined {
  const control = join(data, "global/pg_control");
  return existsSync(control) ? readFileSync(control).readBigUInt64LE() : undefined;
}

/** It is in each copy and, before the first copy is complete, in the first page of each segment. */
function readArchiveIdentifier(archive: string): bigint | undefined {
  const copy = listBaseCopies(archive).at(-1);
  if (copy) return readIdentifier(copy.path);
  const log = logFolder(archive);
  const names = existsSync(log) ? readdirSync(log) : [];
  const segment = names.find((name) => /^[0-9A-F]{24}$/.test(name));
  if (segment === undefined) return undefined;
  return readFileSync(join(log, segment)).readBigUInt64LE(IDENTIFIER_OFFSET);
}

/**
 * A recovery begins a timeline without archiving it, so that trying one leaves the archive as it was. Its history is
 * archived once the database is used: without it, the next recovery would end where this timeline began.
 */
function archiveHistories(archive: string, { data, user }: DataFolder): void {
  const log = join(data, "pg_wal");
  if (!existsSync(log)) return;
  for (const name of listHistories(log)) {
    const history = readFileSync(join(log, name));
    const target = join(logFolder(archive), name);
    if (existsSync(target)) {
      if (readFileSync(target).equals(history)) continue;
      throw belongsToAnother(archive, data);
    }
    const partial = `${target}.partial`;
    writeFileSync(partial, history, { mode: 0o600, flush: true });
    if (user) chownSync(partial, user.uid, user.gid);
    renameSync(partial, target);
  }
}

const belongsToAnother = (archive: string, data: string): Error =>
  new Error(
    `${archive} is the archive of another database than the one in ${data}. Set WAL_ARCHIVE_DIR to a new folder, or move this one away; to get the other database back, use ${commandLine("admin", "recover")}.`,
  );

/** Settings with which PostgreSQL copies each finished segment; a segment is complete in the archive or absent. */
export function archiveSettings(archive: string): Record<string, string> {
  const target = `${logFolder(archive)}/%f`;
  return {
    archive_mode: "on",
    archive_timeout: `${ARCHIVE_AFTER_S}s`,
    // After a crash the same segment may be archived again.
    archive_command: `if test -e '${target}'; then cmp -s '%p' '${target}'; else cp '%p' '${target}.partial' && sync '${target}.partial' && mv '${target}.partial' '${target}'; fi`,
  };
}

/** Settings with which PostgreSQL reads a timeline of the archive up to a moment, or to its end. */
export const recoverySettings = (
  archive: string,
  until: Date | undefined,
  timeline: string,
): Record<string, string> => ({
  restore_command: `cp '${logFolder(archive)}/%f' '%p'`,
  recovery_target_action: "promote",
  recovery_target_timeline: timeline,
  ...(until && { recovery_target_time: until.toISOString().replace("T", " ").replace("Z", "+00") }),
});

/** The complete copies, oldest first. */
export function listBaseCopies(archive: string): BaseCopy[] {
  if (!existsSync(archive)) return [];
  return readdirSync(archive)
    .toSorted()
    .flatMap((name) => {
      const [matched, year, month, day, hour, minute, second] = BASE_COPY.exec(name) ?? [];
      if (matched === undefined) return [];
      const path = join(archive, name);
      const label = readFileSync(join(path, "backup_label"), "utf8");
      const [, firstSegment = ""] =
        /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(label) ?? [];
      return {
        path,
        completeAt: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`),
        firstSegment,
      };
    });
}

/**
 * Deletes copies that are not needed to restore the last `keepDays`, unfinished ones, and the log before the oldest
 * copy that stays.
 */
export function pruneArchive(
  archive: string,
  { now, keepDays }: { now: Date; keepDays: number },
): void {
  const oldest = now.getTime() - keepDays * DAY_MS;
  const copies = listBaseCopies(archive);
  const neededFrom = copies.findLastIndex(({ completeAt }) => completeAt.getTime() <= oldest);
  for (const { path } of copies.slice(0, Math.max(0, neededFrom)))
    rmSync(path, { recursive: true, force: true });
  for (const name of readdirSync(archive))
    if (name.endsWith(".partial"))
      rmSync(join(archive, name), {
        recursive: true,
        force: true,
      });
  const first = copies[Math.max(0, neededFrom)]?.firstSegment;
  if (!first) return;
  for (const name of readdirSync(logFolder(archive)))
    if (SEGMENT.test(name) && name.slice(0, 24) < first)
      rmSync(join(logFolder(archive), name), { force: true });
}
