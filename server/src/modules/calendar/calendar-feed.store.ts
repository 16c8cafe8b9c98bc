import { type Selectable, sql } from "kysely";
import type { Context } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type FeedRow = Omit<Selectable<Schema["calendar_feed"]>, "token_hash">;
const FEED_COLUMNS = ["uid", "reminder_min", "created_at", "read_at"] as const;

export function findFeed({ db }: Context, uid: string): Promise<FeedRow | undefined> {
  return db
    .selectFrom("calendar_feed")
    .select(FEED_COLUMNS)
    .where("uid", "=", uid)
    .executeTakeFirst();
}

interface NewFeed {
  readonly uid: string;
  readonly tokenHash: string;
  readonly reminderMin: number | null;
}

/** A user has one feed: a new one replaces the earlier, whose URL no longer works. */
export function replaceFeed(
  { db, now }: Context,
  { uid, tokenHash, reminderMin }: NewFeed,
): Promise<FeedRow> {
  const row = {
    token_hash: tokenHash,
    reminder_min: reminderMin,
    created_at: now(),
    read_at: null,
  };
  return db
    .insertInto("calendar_feed")
    .values({ uid, ...row })
    .onConflict((conflict) => conflict.column("uid").doUpdateSet(row))
    .returning(FEED_COLUMNS)
    .executeTakeFirstOrThrow();
}

export function setReminder(
  { db }: Context,
  uid: string,
  reminderMin: number | null,
): Promise<FeedRow | undefined> {
  return db
    .updateTable("calendar_feed")
    .set({ reminder_min: reminderMin })
    .where("uid", "=", uid)
    .returning(FEED_COLUMNS)
    .executeTakeFirst();
}

/** Returns false if there was none. */
export async function deleteFeed({ db }: Context, uid: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("calendar_feed")
    .where("uid", "=", uid)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Finds a feed by the hash of its token, unless its owner's account is suspended or being deleted. */
export async function findFeedByToken(
  { db }: Context,
  tokenHash: string,
): Promise<FeedRow | undefined> {
  const { rows } = await sql<FeedRow>`
    select uid, reminder_min, calendar_feed.created_at, read_at
    from calendar_feed
    join account using (uid)
    where token_hash = ${tokenHash}
      and email_verified
      and suspended_at is null
      and deletion_requested_at is null`.execute(db);
  return rows[0];
}

/** Records at most once an hour that a calendar reads the feed. */
export async function recordRead(
  { db, now }: Context,
  { uid }: Pick<FeedRow, "uid">,
): Promise<void> {
  await sql`
    update calendar_feed set read_at = date_trunc('hour', ${now()}::timestamptz)
    where uid = ${uid}
      and read_at is distinct from date_trunc('hour', ${now()}::timestamptz)`.execute(db);
}
