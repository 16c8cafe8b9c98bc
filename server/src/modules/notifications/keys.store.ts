import type { Selectable } from "kysely";
import type { Context } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

type KeysRow = Omit<Selectable<Schema["notification_key"]>, "id">;

/** Undefined if no keys have been created. */
export function findKeys({ db }: Context): Promise<KeysRow | undefined> {
  return db
    .selectFrom("notification_key")
    .select(["push_public_key", "push_private_key", "link_secret"])
    .executeTakeFirst();
}

/** Stores the keys unless some exist. */
export async function insertKeys({ db }: Context, keys: KeysRow): Promise<void> {
  await db
    .insertInto("notification_key")
    .values(keys)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}
