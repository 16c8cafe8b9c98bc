import { type Selectable, sql } from "kysely";
import type { Context } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type ReceiverRow = Omit<Selectable<Schema["feed_receiver"]>, "key_hash">;

const COLUMNS = [
  "id",
  "name",
  "format",
  "created_at",
  "fetches",
  "last_fetched_at",
  "last_failed_at",
] as const;

export const findReceivers = ({ db }: Context): Promise<ReceiverRow[]> =>
  db.selectFrom("feed_receiver").select(COLUMNS).orderBy("id").execute();

export const insertReceiver = (
  { db, now }: Context,
  receiver: Pick<Selectable<Schema["feed_receiver"]>, "name" | "format" | "key_hash">,
): Promise<ReceiverRow> =>
  db
    .insertInto("feed_receiver")
    .values({
      ...receiver,
      created_at: now(),
      last_fetched_at: null,
      last_failed_at: null,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

export function deleteReceiver({ db }: Context, id: string): Promise<ReceiverRow | undefined> {
  return db.deleteFrom("feed_receiver").where("id", "=", id).returning(COLUMNS).executeTakeFirst();
}

export const findReceiverByKey = (
  { db }: Context,
  keyHash: string,
): Promise<ReceiverRow | undefined> =>
  db.selectFrom("feed_receiver").select(COLUMNS).where("key_hash", "=", keyHash).executeTakeFirst();

export async function recordFetch({ db, now }: Context, id: string): Promise<void> {
  await db
    .updateTable("feed_receiver")
    .set({
      fetches: sql<number>`fetches + 1`,
      last_fetched_at: now(),
    })
    .where("id", "=", id)
    .execute();
}

export async function recordFailure({ db, now }: Context, id: string): Promise<void> {
  await db
    .updateTable("feed_receiver")
    .set({ last_failed_at: now() })
    .where("id", "=", id)
    .execute();
}
