import { type Selectable, type SqlBool, sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type AuditLogRow = Selectable<Schema["moderator_act"]>;

interface NewAuditEntry {
  readonly moderatorUid: string | null;
  readonly call: string;
  readonly aboutId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export async function insertAuditEntry(
  { db, now }: InTransaction,
  { moderatorUid, call, aboutId, details: said }: NewAuditEntry,
) {
  await db
    .insertInto("moderator_act")
    .values({ at: now(), moderator_uid: moderatorUid, call, about_id: aboutId, said: JSON.stringify(said) })
    .execute();
}

/**
 * Adds the users found to the audit entry of the current transaction. Deletion of any of them erases the query; a
 * query without results is not stored, because no deletion would erase it.
 */
export async function recordSearchResults(
  { db }: InTransaction,
  query: string,
  found: readonly string[],
): Promise<void> {
  await db
    .updateTable("moderator_act")
    .set({ found: [...found], ...(found.length === 0 && { said: "{}" }) })
    .where("id", "=", (act) =>
      act
        .selectFrom("moderator_act")
        .select("id")
        .where("call", "=", "moderation.searchPeople")
        .where("found", "is", null)
        .where(sql<SqlBool>`said ->> 'query' = ${query}`)
        .where(sql<SqlBool>`xmin = pg_current_xact_id()::xid`)
        .orderBy("id", "desc")
        .limit(1),
    )
    .execute();
}

/** Latest first, starting before `beforeId`. */
export function findAuditEntries({ db }: Context, limit: number, beforeId: string | undefined): Promise<AuditLogRow[]> {
  return db
    .selectFrom("moderator_act")
    .selectAll()
    .$if(beforeId !== undefined, (query) => query.where("id", "<", sql<string>`${beforeId}::uuid`))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Calls that only show something. */
const VIEW_CALLS = ["moderation.person", "moderation.report", "moderation.ride"];

/** Decisions about any of these ids, newest first, without views. */
export function findDecisionsAbout(
  { db }: Context,
  aboutIds: readonly string[],
  limit: number,
): Promise<AuditLogRow[]> {
  return db
    .selectFrom("moderator_act")
    .selectAll()
    .where("about_id", "in", aboutIds)
    .where("call", "not in", VIEW_CALLS)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** All audit entries about any of these ids, latest first. */
export function findAuditEntriesAbout(
  { db }: Context,
  aboutIds: readonly string[],
  limit: number,
): Promise<AuditLogRow[]> {
  return db
    .selectFrom("moderator_act")
    .selectAll()
    .where("about_id", "in", aboutIds)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}
