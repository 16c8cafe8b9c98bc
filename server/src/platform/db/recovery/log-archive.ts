import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "@commonlane/contract/durations";
import type { SystemUser } from "../embedded/system-user.ts";

/*
 * A log archive holds copies of the embedded database's data folder (`base-20261123T050000Z/`) and every segment of its
 * write-ahead log since the oldest of them, in `log/`. Together they restore any moment in between.
 * https://www.postgresql.org/docs/18/continuous-archiving.html
 */

const BASE_COPY = /^base-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
const SEGMENT = /^[0-9A-F]{24}/;
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

/** Creates the archive's folders for the user that PostgreSQL runs as. Throws one line if the path cannot be used. */
export function prepareArchive(archive: string, user: SystemUser | undefined): void {
  // The path becomes part of a shell command and of PostgreSQL's own replacement with `%`.
  if (/['%\n\\]/.test(archive))
    throw new Error(`The path ${archive} must not contain quotes, % or backslashes.`);
  for (const folder of [archive, logFolder(archive)]) {
    mkdirSync(folder, {
      recursive: true,
      mode: 0o700,
    });
    if (user) chownSync(folder, user.uid, user.gid);
  }
}

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

/** Settings with which PostgreSQL reads the archive up to a moment, or to its end. */
export const recoverySettings = (
  archive: string,
  until: Date | undefined,
): Record<string, string> => ({
  restore_command: `cp '${logFolder(archive)}/%f' '%p'`,
  recovery_target_action: "promote",
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
