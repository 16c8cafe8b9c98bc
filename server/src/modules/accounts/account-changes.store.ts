import { DAY_MS } from "@commonlane/contract/durations";
import { sql } from "kysely";
import { DatabaseError } from "pg";
import type { Context, InTransaction } from "#platform/context.ts";
import { PREPARED } from "#platform/db/prepared-statements.ts";
import { Problem } from "#platform/http/problem.ts";

const UNIQUE_VIOLATION = "23505";

/** Sets the password of the verified account with this address and returns its uid; undefined if there is none. */
export async function setPasswordByEmail(
  { db, now }: InTransaction,
  email: string,
  passwordHash: string,
): Promise<string | undefined> {
  const changed = await db
    .updateTable("account")
    .set({
      password_hash: passwordHash,
      password_set_at: now(),
    })
    .where("email", "=", email)
    .where("email_verified", "=", true)
    .returning("uid")
    .executeTakeFirst();
  return changed?.uid;
}

/** Returns false if the password hash is no longer `from`. `isNew` is false for another hash of the same password. */
export async function replacePassword(
  { db, now }: InTransaction,
  uid: string,
  {
    from,
    to,
    isNew,
  }: {
    from: string;
    to: string;
    isNew: boolean;
  },
): Promise<boolean> {
  const changed = await db
    .updateTable("account")
    .set({
      password_hash: to,
      ...(isNew && { password_set_at: now() }),
    })
    .where("uid", "=", uid)
    .where("password_hash", "=", from)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

/**
 * Returns true if this call verified the account; exactly one concurrent caller gets true. Throws email_taken if
 * another account verified the address.
 */
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

/**
 * Moves a verified account to another verified address and returns the previous one. Throws email_taken if another
 * account has it.
 */
export async function changeAccountEmail(
  { db }: InTransaction,
  { uid, email }: { uid: string; email: string },
): Promise<string | undefined> {
  const updated = await mapEmailTaken(
    sql<{ email: string }>`
      update account set email = ${email}
      from (
        select uid, email
        from account
        where uid = ${uid} and email_verified
        for update) as before
      where account.uid = before.uid returning before.email`.execute(db),
  );
  return updated.rows[0]?.email;
}

/** If two accounts verify one address at the same time, the unique index lets one through. */
async function mapEmailTaken<T>(update: Promise<T>): Promise<T> {
  try {
    return await update;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === UNIQUE_VIOLATION)
      throw new Problem("email_taken");
    throw error;
  }
}

/** Returns false if the account was suspended already. */
export async function markSuspended(
  { db, now }: InTransaction,
  uid: string,
  {
    reason,
    until,
  }: {
    reason: string;
    until: Date | null;
  },
): Promise<boolean> {
  const suspended = await db
    .updateTable("account")
    .set({
      suspended_at: now(),
      suspended_until: until,
      suspension_reason: reason,
    })
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

/** Returns false if the account was not suspended. */
export async function clearSuspension({ db }: InTransaction, uid: string): Promise<boolean> {
  const reinstated = await db
    .updateTable("account")
    .set(NOT_SUSPENDED)
    .where("uid", "=", uid)
    .where("suspended_at", "is not", null)
    .executeTakeFirst();
  return reinstated.numUpdatedRows === 1n;
}

/** Reinstates at most `limit` accounts whose suspension has expired and returns their uids. */
export async function reinstateExpiredSuspensions(
  { db, now }: InTransaction,
  limit: number,
): Promise<string[]> {
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

/**
 * Claims at most `limit` suspensions whose owners have not been notified; each is returned once. Those that moderators
 * can still undo wait.
 */
export async function claimUnnotifiedSuspensions(
  { db, now }: InTransaction,
  limit: number,
): Promise<SuspensionNotice[]> {
  const { rows } = await sql<SuspensionNotice>`
    update account set suspension_notified_at = ${now()} where uid in (
      select uid
      from account
      where suspended_at is not null
        and suspension_notified_at is null
        and suspension_reason is not null
        and not exists (
          select
          from moderator_action
          where kind = 'suspend' and subject_id = uid and state = 'pending')
      limit ${limit} for update skip locked)
    returning email, suspension_reason as reason, suspended_until as until`.execute(db);
  return rows;
}

interface DeletionSchedule {
  readonly uid: string;
  readonly cause: "requested" | "dormant";
  readonly eraseAt: Date;
}

/** Returns false if the account is suspended or its deletion is scheduled already. */
export async function markDeletionScheduled(
  { db, now }: InTransaction,
  { uid, cause, eraseAt }: DeletionSchedule,
): Promise<boolean> {
  const marked = await db
    .updateTable("account")
    .set({
      deletion_requested_at: now(),
      deletion_reason: cause,
      erase_at: eraseAt,
    })
    .where("uid", "=", uid)
    .where("deletion_requested_at", "is", null)
    .where("suspended_at", "is", null)
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}

/** Cancels a scheduled deletion and returns the account's address; undefined if none was scheduled. */
export async function clearScheduledDeletion(
  { db, now }: InTransaction,
  uid: string,
): Promise<string | undefined> {
  const restored = await db
    .updateTable("account")
    .set({
      deletion_requested_at: null,
      deletion_reason: null,
      erase_at: null,
      last_seen_at: now(),
    })
    .where("uid", "=", uid)
    .where("deletion_requested_at", "is not", null)
    .where("erased_at", "is", null)
    .returning("email")
    .executeTakeFirst();
  return restored?.email;
}

/** Records when an account was last used, with a precision of one day, and the language of the request. */
export async function updateLastSeen(ctx: Context, uid: string): Promise<void> {
  const { db, now } = ctx;
  const yesterday = new Date(now().getTime() - DAY_MS);
  const language = ctx.language ?? null;
  await sql`
    ${PREPARED}
    update account
    set last_seen_at = ${now()},
      browser_language = coalesce(${language}::text, browser_language)
    where uid = ${uid}
      and (last_seen_at < ${yesterday}
        or browser_language is distinct from coalesce(${language}::text, browser_language))`.execute(
    db,
  );
}

/** Finds at most `limit` accounts not used since `before` and locks them until the transaction ends. */
export function findDormantAccounts(
  { db }: InTransaction,
  before: Date,
  limit: number,
): Promise<{ uid: string; email: string }[]> {
  return (
    db
      .selectFrom("account")
      .select(["uid", "email"])
      .where("last_seen_at", "<", before)
      .where("deletion_requested_at", "is", null)
      .where("suspended_at", "is", null)
      .where("email_verified", "=", true)
      // Without administrators, only the command line could appoint the next one.
      .where("uid", "not in", (account) =>
        account.selectFrom("moderator").select("uid").where("role", "=", "administrator"),
      )
      .orderBy("last_seen_at")
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute()
  );
}
