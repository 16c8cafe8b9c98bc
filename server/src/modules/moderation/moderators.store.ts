import type { Context, InTransaction } from "#platform/context.ts";

/** A suspended moderator does not count as one. */
export async function isModerator({ db }: Context, uid: string): Promise<boolean> {
  const row = await db
    .selectFrom("moderator")
    .innerJoin("account", "account.uid", "moderator.uid")
    .select("moderator.uid")
    .where("moderator.uid", "=", uid)
    .where("suspended_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns false if the user was a moderator already. */
export async function insertModerator({ db, now }: InTransaction, uid: string): Promise<boolean> {
  const inserted = await db
    .insertInto("moderator")
    .values({ uid, since: now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Returns false if the user was not a moderator. */
export async function deleteModerator({ db }: InTransaction, uid: string): Promise<boolean> {
  const deleted = await db.deleteFrom("moderator").where("uid", "=", uid).executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

export function findModerators({ db }: Context): Promise<{ email: string; since: Date }[]> {
  return db
    .selectFrom("moderator")
    .innerJoin("account", "account.uid", "moderator.uid")
    .select(["email", "since"])
    .orderBy("since")
    .execute();
}
