import { HOUR_MS } from "@commonlane/contract/durations";
import { type Selectable, sql } from "kysely";
import { Client } from "pg";
import { type Context, transaction } from "../context.ts";
import type { Connection } from "../db/database.ts";
import type { Schema } from "../db/schema/schema.ts";

export type BackupRun = Selectable<Schema["backup_run"]>;

const RETRY_AFTER_MS = HOUR_MS;
const RUNS_KEPT = 100;

/**
 * Runs `work` unless a process of this community is running it already. The lock ends with this process, however it
 * ends, and lasts as long as the work.
 */
export async function inOneProcess(
  connection: Connection,
  work: () => Promise<void>,
): Promise<void> {
  const client = new Client({
    ...connection,
    application_name: "commonlane backup",
  });
  // The lock is lost with the connection; the work, which has one of its own, fails or ends.
  client.on("error", () => {});
  await client.connect();
  try {
    const lock = "select pg_try_advisory_lock(hashtextextended('backup run', 0)) as mine";
    const { rows } = await client.query<{ mine: boolean }>(lock);
    if (rows[0]?.mine) await work();
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Starts a run if one is due; returns its id, or undefined. A failed one is due again after an hour, or at once. One
 * without a result belongs to a process that ended, and one in the future to a clock that was ahead. Only within `inOneProcess`.
 */
export function claimBackupRun(
  ctx: Context,
  everyMs: number,
  retry: "hourly" | "now" = "hourly",
): Promise<number | undefined> {
  const now = ctx.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  return transaction(ctx, async ({ db }) => {
    const { rows } = await sql<{ id: number }>`
      insert into backup_run (started_at)
      select ${now}::timestamptz
      where not exists (
        select
        from backup_run
        where finished_at is not null and started_at > ${ago(everyMs)} and started_at <= ${now}
          or failed_at > ${ago(retry === "now" ? 0 : RETRY_AFTER_MS)} and failed_at <= ${now})
      returning id`.execute(db);
    await sql`
      delete from backup_run
      where id <= (select max(id) from backup_run) - ${RUNS_KEPT}
      and id <> (
        select coalesce(max(id), 0)
        from backup_run
        where finished_at is not null)`.execute(db);
    return rows[0]?.id;
  });
}

export async function markBackupFinished(
  { db, now }: Context,
  id: number,
  { file, bytes }: { file: string; bytes: number },
): Promise<void> {
  await db
    .updateTable("backup_run")
    .set({
      finished_at: now(),
      file,
      bytes,
    })
    .where("id", "=", id)
    .execute();
}

export async function markBackupFailed(
  { db, now }: Context,
  id: number,
  error: string,
): Promise<void> {
  await db
    .updateTable("backup_run")
    .set({ failed_at: now(), error })
    .where("id", "=", id)
    .execute();
}

/** The newest run that succeeded, and the newest that has a result. */
export async function findLatestRuns({ db }: Pick<Context, "db">): Promise<{
  success: BackupRun | undefined;
  latest: BackupRun | undefined;
}> {
  const newest = db.selectFrom("backup_run").selectAll().orderBy("id", "desc").limit(1);
  const [success, latest] = await Promise.all([
    newest.where("finished_at", "is not", null).executeTakeFirst(),
    newest
      .where((run) =>
        run.or([run("finished_at", "is not", null), run("failed_at", "is not", null)]),
      )
      .executeTakeFirst(),
  ]);
  return { success, latest };
}
