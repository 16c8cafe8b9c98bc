import { type Selectable, type SqlBool, sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type AuditLogRow = Selectable<Schema["audit_log_entry"]>;

interface NewAuditEntry {
  readonly moderatorUid: string | null;
  readonly call: string;
  readonly aboutId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export async function insertAuditEntry(
  { db, now }: InTransaction,
  { moderatorUid, call, aboutId, details }: NewAuditEntry,
) {
  await db
    .insertInto("audit_log_entry")
    .values({
      at: now(),
      moderator_uid: moderatorUid,
      call,
      subject_id: aboutId,
      details: JSON.stringify(details),
    })
    .execute();
}

/** Inserts nothing if the same refusal was recorded within the last hour and `isOncePerHour`. */
export async function insertRefusal(
  { db, now }: InTransaction,
  {
    callerUid,
    details,
    isOncePerHour,
  }: {
    callerUid: string;
    details: object;
    isOncePerHour: boolean;
  },
): Promise<void> {
  await sql`
    insert into audit_log_entry (at, moderator_uid, call, subject_id, details)
    select ${now()}::timestamptz, ${callerUid}::uuid, ${REFUSED_CALL}, null,
      ${JSON.stringify(details)}::jsonb
    where not (${isOncePerHour}::boolean and exists (
      select from audit_log_entry
      where moderator_uid = ${callerUid}::uuid
        and call = ${REFUSED_CALL}
        and details = ${JSON.stringify(details)}::jsonb
        and at > ${now()}::timestamptz - interval '1 hour'))`.execute(db);
}
const REFUSED_CALL = "administration.refused";

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
    .updateTable("audit_log_entry")
    .set({
      found_uids: [...found],
      ...(found.length === 0 && { details: "{}" }),
    })
    .where("id", "=", (act) =>
      act
        .selectFrom("audit_log_entry")
        .select("id")
        .where("call", "=", "moderation.searchPeople")
        .where("found_uids", "is", null)
        .where(sql<SqlBool>`details ->> 'query' = ${query}`)
        .where(sql<SqlBool>`xmin = pg_current_xact_id()::xid`)
        .orderBy("id", "desc")
        .limit(1),
    )
    .execute();
}

/** Latest first, starting before `beforeId`. */
export function findAuditEntries(
  { db }: Context,
  limit: number,
  beforeId: string | undefined,
): Promise<AuditLogRow[]> {
  return db
    .selectFrom("audit_log_entry")
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
    .selectFrom("audit_log_entry")
    .selectAll()
    .where("subject_id", "in", aboutIds)
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
    .selectFrom("audit_log_entry")
    .selectAll()
    .where("subject_id", "in", aboutIds)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}
