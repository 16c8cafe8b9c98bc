import { DAY_MS } from "@commonlane/contract/durations";
import type { Selectable } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type ExportRow = Omit<Selectable<Schema["data_export"]>, "file"> & {
  readonly bytes: number | null;
};

const bytes = "bytes";
const selectExports = ({ db }: Context) =>
  db
    .selectFrom("data_export")
    .select(["id", "uid", "requested_at", "ready_at", "expires_at", "failed_at"])
    .select((row) => row.fn<number | null>("length", ["file"]).as(bytes));

/** Returns undefined if another export of this user is being made. */
export async function insertExport(
  { db, now }: InTransaction,
  uid: string,
): Promise<string | undefined> {
  const inserted = await db
    .insertInto("data_export")
    .values({ uid, requested_at: now() })
    .onConflict((conflict) =>
      conflict
        .column("uid")
        .where("ready_at", "is", null)
        .where("failed_at", "is", null)
        .doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  return inserted?.id;
}

/** A user's exports that have not expired, newest first. */
export function findExports(ctx: Context, uid: string, limit: number): Promise<ExportRow[]> {
  return selectExports(ctx)
    .where("uid", "=", uid)
    .where((row) => row.or([row("expires_at", "is", null), row("expires_at", ">", ctx.now())]))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Owner of a pending export. */
export async function findPendingExportOwner(
  { db }: Context,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("data_export")
    .select("uid")
    .where("id", "=", id)
    .where("ready_at", "is", null)
    .where("failed_at", "is", null)
    .executeTakeFirst();
  return row?.uid;
}

export async function saveExportFile(
  { db, now }: Context,
  id: string,
  {
    file,
    expiresAt,
  }: {
    file: Buffer;
    expiresAt: Date;
  },
): Promise<void> {
  await db
    .updateTable("data_export")
    .set({
      file,
      ready_at: now(),
      expires_at: expiresAt,
    })
    .where("id", "=", id)
    .where("ready_at", "is", null)
    .execute();
}

/** Undefined if the export belongs to another user or has expired. */
export async function findExportFile(
  { db, now }: Context,
  uid: string,
  id: string,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("data_export")
    .select("file")
    .where("id", "=", id)
    .where("uid", "=", uid)
    .where("expires_at", ">", now())
    .executeTakeFirst();
  return row?.file ?? undefined;
}

/** Returns false if the user has no such export. */
export async function deleteExport({ db }: Context, uid: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom("data_export")
    .where("uid", "=", uid)
    .where("id", "=", id)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export async function deleteExportsRequestedAfter(
  { db }: InTransaction,
  uid: string,
  requestedAfter: Date,
): Promise<void> {
  await db
    .deleteFrom("data_export")
    .where("uid", "=", uid)
    .where("requested_at", ">", requestedAfter)
    .execute();
}

/** The user's large photo; undefined if they have none. */
export async function findLargePhoto({ db }: Context, uid: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("photo")
    .select("large")
    .where("uid", "=", uid)
    .executeTakeFirst();
  return row?.large;
}

/** Deletes expired exports, and those never finished. */
export async function deleteExpiredExports(
  { db, now }: Context,
  requestedBefore: Date,
): Promise<void> {
  await db.deleteFrom("data_export").where("expires_at", "<=", now()).execute();
  await db
    .updateTable("data_export")
    .set({ failed_at: now() })
    .where("ready_at", "is", null)
    .where("failed_at", "is", null)
    .where("requested_at", "<", requestedBefore)
    .execute();
  const dayBefore = new Date(now().getTime() - DAY_MS);
  await db.deleteFrom("data_export").where("failed_at", "<", dayBefore).execute();
}
