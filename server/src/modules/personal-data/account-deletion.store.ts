import type { Context, InTransaction } from "#platform/context.ts";

export async function isDeletionScheduled({ db }: Context, uid: string): Promise<boolean> {
  const row = await db
    .selectFrom("account")
    .select("uid")
    .where("uid", "=", uid)
    .where("deletion_requested_at", "is not", null)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

const BATCH = 20;

/** Whose grace is over, the longest first; held, so that nobody comes back meanwhile. Who was suspended stays until that is over. */
export function findAccountsDueForErasure({ db, now }: InTransaction): Promise<{ uid: string; email: string }[]> {
  return db
    .selectFrom("account")
    .select(["uid", "email"])
    .where("deletion_requested_at", "is not", null)
    .where("erased_at", "is", null)
    .where("erase_at", "<=", now())
    .where("suspended_at", "is", null)
    .orderBy("erase_at")
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
}
