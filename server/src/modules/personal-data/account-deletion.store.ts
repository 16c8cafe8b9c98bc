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

const accountsDue = ({ db, now }: Context) =>
  db
    .selectFrom("account")
    .where("deletion_requested_at", "is not", null)
    .where("erased_at", "is", null)
    .where("erase_at", "<=", now())
    .where("suspended_at", "is", null);

/** Accounts whose grace period has ended, oldest first. Suspended ones stay until the suspension ends. */
export async function findAccountsDueForErasure(ctx: Context, limit: number): Promise<string[]> {
  const rows = await accountsDue(ctx).select("uid").orderBy("erase_at").limit(limit).execute();
  return rows.map(({ uid }) => uid);
}

/** Locks an account that is due, so that no sign-in cancels the deletion at the same time. */
export const lockIfDueForErasure = (
  ctx: InTransaction,
  uid: string,
): Promise<{ email: string } | undefined> =>
  accountsDue(ctx)
    .select("email")
    .where("uid", "=", uid)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
