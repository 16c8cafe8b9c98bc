import type { Context, InTransaction } from "#platform/context.ts";

export async function isDeletionScheduled({ db }: Context, uid: string): Promise<boolean> {
  const row = await db
    .selectFrom("account")
    .select("uid")
    .where("uid", "=", uid)
    .where("leaving_at", "is not", null)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

const BATCH = 20;

/**
 * Locks the accounts whose grace period has ended, oldest first, so that no sign-in cancels the deletion at the same
 * time. Suspended accounts stay until the suspension ends.
 */
export function findAccountsDueForErasure({ db, now }: InTransaction): Promise<{ uid: string; email: string }[]> {
  return db
    .selectFrom("account")
    .select(["uid", "email"])
    .where("leaving_at", "is not", null)
    .where("erased_at", "is", null)
    .where("erase_at", "<=", now())
    .where("suspended_at", "is", null)
    .orderBy("erase_at")
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
}
