import { type Selectable, sql } from "kysely";
import type { Context } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type PreferenceRow = Selectable<Schema["notification_preference"]>;

/** Undefined if the user never changed their preferences. */
export function findPreference({ db }: Context, uid: string): Promise<PreferenceRow | undefined> {
  return db
    .selectFrom("notification_preference")
    .selectAll()
    .where("uid", "=", uid)
    .executeTakeFirst();
}

/** Returns only users who changed their preferences. */
export function findPreferences(
  { db }: Context,
  uids: readonly string[],
): Promise<PreferenceRow[]> {
  return db
    .selectFrom("notification_preference")
    .selectAll()
    .where("uid", "=", sql<string>`any(${uids}::uuid[])`)
    .execute();
}

export async function savePreference({ db }: Context, row: PreferenceRow): Promise<void> {
  const { uid, ...values } = {
    ...row,
    channels: JSON.stringify(row.channels),
  };
  await db
    .insertInto("notification_preference")
    .values({ uid, ...values })
    .onConflict((conflict) => conflict.column("uid").doUpdateSet(values))
    .execute();
}
