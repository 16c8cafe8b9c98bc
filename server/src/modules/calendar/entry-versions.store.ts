import { createHash } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { Context } from "#platform/context.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";
import type { Schema } from "#platform/db/schema/schema.ts";
import type { CalendarEntry, VersionedEntry } from "./render-calendar.ts";

type EntryRow = Selectable<Schema["calendar_entry"]>;

/**
 * Adds to each entry how often it has changed in this user's calendar. An entry that differs from the one shown last
 * gets the next number, in one statement, so that concurrent readers agree.
 */
export async function recordVersions(
  { db, now }: Context,
  uid: string,
  entries: readonly CalendarEntry[],
): Promise<VersionedEntry[]> {
  if (entries.length === 0) return [];
  const ids = entries.map(({ id }) => id);
  // Sorted, so that concurrent statements lock the rows in the same order.
  await sql`
    insert into calendar_entry (uid, entry_id, fingerprint, changed_at, ends_at)
    select ${uid}::uuid, id, fingerprint, ${now()}::timestamptz, ends_at
    from unnest(
      ${ids}::uuid[], ${entries.map(toFingerprint)}::text[],
      ${entries.map(({ endsAt }) => endsAt)}::timestamptz[])
      as shown (id, fingerprint, ends_at) order by id
    on conflict (uid, entry_id) do update
      set sequence = calendar_entry.sequence + 1,
        fingerprint = excluded.fingerprint, changed_at = excluded.changed_at,
        ends_at = excluded.ends_at
      where calendar_entry.fingerprint <> excluded.fingerprint`.execute(db);
  const { rows } = await sql<Pick<EntryRow, "entry_id" | "sequence" | "changed_at">>`
    select entry_id, sequence, changed_at
    from calendar_entry
    where uid = ${uid} and entry_id = any(${ids}::uuid[])`.execute(db);
  const versions = new Map(rows.map((row) => [row.entry_id, row]));
  return entries.flatMap((entry) => {
    const version = versions.get(entry.id);
    return version
      ? [
          {
            ...entry,
            sequence: version.sequence,
            changedAt: version.changed_at,
          },
        ]
      : [];
  });
}

const toFingerprint = (entry: CalendarEntry): string =>
  createHash("sha256").update(JSON.stringify(entry)).digest("base64url");

/** Deletes versions of entries that no calendar shows any more; returns true if there may be more. */
export const deleteOldVersions = (
  { db }: Context,
  endedBefore: Date,
  limit: number,
): Promise<boolean> =>
  deleteBatch(db, "calendar_entry", {
    key: ["uid", "entry_id"],
    limit,
    where: (row) => row("ends_at", "<", endedBefore),
  });
