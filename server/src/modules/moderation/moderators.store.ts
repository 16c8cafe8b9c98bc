import type { Context, InTransaction } from "#platform/context.ts";

/** A moderator who is suspended is none meanwhile. */
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

/** True when this person was none. */
export async function insertModerator({ db, now }: InTransaction, uid: string): Promise<boolean> {
  const inserted = await db
    .insertInto("moderator")
    .values({ uid, since: now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** True when this person was one. */
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
