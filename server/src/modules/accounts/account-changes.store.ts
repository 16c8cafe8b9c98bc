import { DAY_MS } from "@commonlane/contract/durations";
import { sql } from "kysely";
import { DatabaseError } from "pg";
import type { Context, InTransaction } from "#platform/context.ts";
import { executePrepared } from "#platform/db/prepared-statements.ts";
import { Problem } from "#platform/http/problem.ts";

const UNIQUE_VIOLATION = "23505";

/** Whose password it was; nothing when nobody has proven this address. */
export async function setPasswordByEmail(
  { db }: InTransaction,
  email: string,
  passwordHash: string,
): Promise<string | undefined> {
  const changed = await db
    .updateTable("account")
    .set({ password_hash: passwordHash })
    .where("email", "=", email)
    .where("email_verified", "=", true)
    .returning("uid")
    .executeTakeFirst();
  return changed?.uid;
}

/** False when the password is not the one of `from` any more. */
export async function replacePassword(
  { db }: InTransaction,
  uid: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const changed = await db
    .updateTable("account")
    .set({ password_hash: to })
    .where("uid", "=", uid)
    .where("password_hash", "=", from)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

/** True for the one caller that makes this claim the proven account of its address. Throws email_taken where there is one. */
export async function verifyClaimedAccount(
  { db }: InTransaction,
  { uid, email }: { uid: string; email: string },
): Promise<boolean> {
  const verified = db
    .updateTable("account")
    .set({ email_verified: true })
    .where("uid", "=", uid)
    .where("email", "=", email)
    .where("email_verified", "=", false)
    .executeTakeFirst();
  return (await mapEmailTaken(verified)).numUpdatedRows === 1n;
}

/** Moves a proven account to another address, which is proven too; gives the one before. Throws email_taken where somebody has it. */
export async function changeAccountEmail(
  { db }: InTransaction,
  { uid, email, passwordHash }: { uid: string; email: string; passwordHash?: string },
): Promise<string | undefined> {
  const updated = await mapEmailTaken(
    sql<{ email: string }>`
      update account set email = ${email}, password_hash = coalesce(${passwordHash ?? null}::text, password_hash)
      from (select uid, email from account where uid = ${uid} and email_verified for update) as before
      where account.uid = before.uid returning before.email`.execute(db),
  );
  return updated.rows[0]?.email;
}

/** Of two that prove one address at the same moment, the index lets one. */
async function mapEmailTaken<T>(update: Promise<T>): Promise<T> {
  try {
    return await update;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === UNIQUE_VIOLATION) throw new Problem("email_taken");
    throw error;
  }
}

/** True when the account was not suspended yet. */
export async function markSuspended(
  { db, now }: InTransaction,
  uid: string,
  { reason, until }: { reason: string; until: Date | null },
): Promise<boolean> {
  const suspended = await db
    .updateTable("account")
    .set({ suspended_at: now(), suspended_until: until, suspension_reason: reason })
    .where("uid", "=", uid)
    .where("suspended_at", "is", null)
    .executeTakeFirst();
  return suspended.numUpdatedRows === 1n;
}

const NOT_SUSPENDED = {
  suspended_at: null,
  suspended_until: null,
  suspension_reason: null,
  suspension_notified_at: null,
};

/** True when the account was suspended. */
export async function clearSuspension({ db }: InTransaction, uid: string): Promise<boolean> {
  const reinstated = await db
    .updateTable("account")
    .set(NOT_SUSPENDED)
    .where("uid", "=", uid)
    .where("suspended_at", "is not", null)
    .executeTakeFirst();
  return reinstated.numUpdatedRows === 1n;
}

/** Those whose time is over, at most `limit` at once. */
export async function reinstateExpiredSuspensions({ db, now }: InTransaction, limit: number): Promise<string[]> {
  const rows = await db
    .updateTable("account")
    .set(NOT_SUSPENDED)
    .where("uid", "in", (due) =>
      due
        .selectFrom("account as due")
        .select("due.uid")
        .where("due.suspended_until", "<=", now())
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning("uid")
    .execute();
  return rows.map(({ uid }) => uid);
}

export interface SuspensionNotice {
  readonly email: string;
  readonly reason: string;
  readonly until: Date | null;
}

/** Those who were suspended and not told yet, at most `limit` at once; each comes back once. */
export async function claimUnnotifiedSuspensions(
  { db, now }: InTransaction,
  limit: number,
): Promise<SuspensionNotice[]> {
  const { rows } = await sql<SuspensionNotice>`
    update account set suspension_notified_at = ${now()} where uid in (
      select uid from account where suspended_at is not null and suspension_notified_at is null and suspension_reason is not null
      limit ${limit} for update skip locked)
    returning email, suspension_reason as reason, suspended_until as until`.execute(db);
  return rows;
}

interface DeletionSchedule {
  readonly uid: string;
  readonly cause: "requested" | "dormant";
  readonly eraseAt: Date;
}

/** True when the account was not on its way already. */
export async function markDeletionScheduled(
  { db, now }: InTransaction,
  { uid, cause, eraseAt }: DeletionSchedule,
): Promise<boolean> {
  const marked = await db
    .updateTable("account")
    .set({ deletion_requested_at: now(), deletion_reason: cause, erase_at: eraseAt })
    .where("uid", "=", uid)
    .where("deletion_requested_at", "is", null)
    .where("suspended_at", "is", null)
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}

/** Its address where the account was leaving, and stays now. */
export async function clearScheduledDeletion({ db, now }: InTransaction, uid: string): Promise<string | undefined> {
  const restored = await db
    .updateTable("account")
    .set({ deletion_requested_at: null, deletion_reason: null, erase_at: null, last_seen_at: now() })
    .where("uid", "=", uid)
    .where("deletion_requested_at", "is not", null)
    .where("erased_at", "is", null)
    .returning("email")
    .executeTakeFirst();
  return restored?.email;
}

/** Writes down that an account is in use, to a day. */
export async function updateLastSeen({ db, now }: Context, uid: string): Promise<void> {
  const yesterday = new Date(now().getTime() - DAY_MS);
  const touch = db.updateTable("account").set({ last_seen_at: now() });
  await executePrepared(db, touch.where("uid", "=", uid).where("last_seen_at", "<", yesterday));
}

/** Whom nobody has seen since then, at most so many; each is held until the transaction ends. */
export function findDormantAccounts(
  { db }: InTransaction,
  before: Date,
  limit: number,
): Promise<{ uid: string; email: string }[]> {
  return db
    .selectFrom("account")
    .select(["uid", "email"])
    .where("last_seen_at", "<", before)
    .where("deletion_requested_at", "is", null)
    .where("suspended_at", "is", null)
    .where("email_verified", "=", true)
    .orderBy("last_seen_at")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}
