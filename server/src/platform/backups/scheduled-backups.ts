import { DAY_MS, HOUR_MS, MINUTE_MS } from "@commonlane/contract/durations";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "../context.ts";
import type { Connection } from "../db/database.ts";
import { exportDatabase } from "../db/export/export-database.ts";
import { Warning } from "../http/health/readiness.ts";
import {
  claimBackupRun,
  findLatestRuns,
  inOneProcess,
  markBackupFailed,
  markBackupFinished,
} from "./backup-runs.store.ts";

const CHECK_MS = 10 * MINUTE_MS;
/** A backup later than this many intervals is reported. */
const LATE_AFTER = 2;

/**
 * Makes a backup now if one is due and no other process makes it, and deletes expired ones. A failure is logged,
 * recorded and tried again after an hour, or with `retry: "now"`.
 */
export async function backUpIfDue(
  ctx: Context,
  connection: Connection,
  retry?: "now",
): Promise<void> {
  const {
    BACKUP_DIR: folder,
    BACKUP_EVERY_H,
    BACKUP_KEEP_DAYS: keepDays,
    BACKUP_RECIPIENTS,
  } = ctx.settings;
  if (folder === undefined) return;
  await inOneProcess(connection, async () => {
    const id = await claimBackupRun(ctx, BACKUP_EVERY_H * HOUR_MS, retry);
    if (id === undefined) return;
    const file = join(folder, backupFileName(ctx.now(), BACKUP_RECIPIENTS.length > 0));
    try {
      mkdirSync(folder, {
        recursive: true,
        mode: 0o700,
      });
      await exportDatabase(file, connection, BACKUP_RECIPIENTS);
      await markBackupFinished(ctx, id, {
        file,
        bytes: statSync(file).size,
      });
      deleteExpired(folder, {
        now: ctx.now(),
        keepDays,
        keepCount: Math.ceil((keepDays * 24) / BACKUP_EVERY_H),
      });
    } catch (error) {
      ctx.log.error({ err: error }, "the backup failed");
      await markBackupFailed(ctx, id, error instanceof Error ? error.message : String(error));
    }
  });
}

/**
 * Checks at once and every ten minutes whether a backup is due. A start often follows the repair of what made the last
 * one fail, so it is tried again then. Returns a function that waits for a running one.
 */
export function startScheduledBackups(ctx: Context, connection: Connection): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const check = (retry?: "now") => {
    running = running
      .then(() => backUpIfDue(ctx, connection, retry))
      .catch((error: unknown) => ctx.log.error({ err: error }, "looking for a due backup failed"));
  };
  check("now");
  const timer = setInterval(() => check(), CHECK_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Warns if the newest backup is old or the last attempt failed; nothing if backups are not scheduled. */
export async function checkBackups(ctx: Context): Promise<Warning | undefined> {
  const { BACKUP_DIR, BACKUP_EVERY_H } = ctx.settings;
  if (BACKUP_DIR === undefined) return undefined;
  const { success, latest } = await findLatestRuns(ctx);
  const failure = latest?.failed_at
    ? ` The last attempt failed: ${latest.error ?? "no reason is known"}`
    : "";
  if (success === undefined)
    return latest ? new Warning(`There is no backup yet.${failure}`) : undefined;
  const ageH = Math.floor((ctx.now().getTime() - success.started_at.getTime()) / HOUR_MS);
  if (ageH >= LATE_AFTER * BACKUP_EVERY_H)
    return new Warning(`The newest backup is ${ageH} h old.${failure}`);
  return failure ? new Warning(failure.trim()) : undefined;
}

/** `commonlane-20261123T050000Z.gz`, encrypted `….gz.age`; unfinished files end in `.partial`. */
const NAME = /^commonlane-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.gz(?:\.age)?(\.partial)?$/;

export const backupFileName = (at: Date, encrypted: boolean): string =>
  `commonlane-${at.toISOString().replaceAll(/[-:]|\.\d+/g, "")}.gz${encrypted ? ".age" : ""}`;

/**
 * Of these files, the backups to delete: older than `keepDays`, and unfinished ones older than a day. Never the newest
 * `keepCount` backups, all of which a clock that is ahead would delete, nor a file that is not a backup.
 */
export function selectExpired(
  names: readonly string[],
  { now, keepDays, keepCount }: { now: Date; keepDays: number; keepCount: number },
): string[] {
  const files = names.flatMap((name) => {
    const [matched, year, month, day, hour, minute, second, partial] = NAME.exec(name) ?? [];
    if (matched === undefined) return [];
    const madeAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    return {
      name,
      partial: partial !== undefined,
      ageMs: now.getTime() - madeAt,
    };
  });
  const kept = files
    .filter(({ partial }) => !partial)
    .toSorted((a, b) => a.ageMs - b.ageMs)
    .slice(0, keepCount);
  return files
    .filter(
      (file) => !kept.includes(file) && file.ageMs > (file.partial ? DAY_MS : keepDays * DAY_MS),
    )
    .map(({ name }) => name);
}

/** Deletes the expired backups of a folder. */
function deleteExpired(
  folder: string,
  keep: {
    now: Date;
    keepDays: number;
    keepCount: number;
  },
): void {
  for (const name of selectExpired(readdirSync(folder), keep))
    rmSync(join(folder, name), { force: true });
}
