import { CODE_MAX_TRIES } from "@commonlane/contract/limits";
import type { Context } from "#platform/context.ts";
import type { CodePurpose } from "#platform/db/account-tables.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";

const BATCH = 500;

export interface Whose {
  readonly email: string;
  readonly purpose: CodePurpose;
}

/** False, and nothing changed, while the code before was sent after `notSince`. */
export async function replaceCode(
  { db }: Context,
  whose: Whose,
  { codeHash, sentAt, notSince }: { codeHash: string; sentAt: Date; notSince: Date },
): Promise<boolean> {
  const fresh = { code_hash: codeHash, sent_at: sentAt, tries: 0, verified_at: null };
  const replaced = await db
    .insertInto("one_time_code")
    .values({ ...whose, ...fresh })
    .onConflict((before) =>
      before.columns(["email", "purpose"]).doUpdateSet(fresh).where("one_time_code.sent_at", "<=", notSince),
    )
    .executeTakeFirst();
  return replaced.numInsertedOrUpdatedRows === 1n;
}

export async function codeSentAt({ db }: Context, { email, purpose }: Whose): Promise<Date | undefined> {
  const code = await db
    .selectFrom("one_time_code")
    .select("sent_at")
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .executeTakeFirst();
  return code?.sent_at;
}

/** Counts a try and gives the hash to compare with; nothing when there is no code, it is too old, used or tried out. */
export async function countTry(
  { db }: Context,
  { email, purpose }: Whose,
  sentAfter: Date,
): Promise<string | undefined> {
  const tried = await db
    .updateTable("one_time_code")
    .set((row) => ({ tries: row("tries", "+", 1) }))
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("tries", "<", CODE_MAX_TRIES)
    .where("verified_at", "is", null)
    .where("sent_at", ">", sentAfter)
    .returning("code_hash")
    .executeTakeFirst();
  return tried?.code_hash;
}

/** True for the one caller that uses this very code up. */
export async function markVerified(
  { db }: Context,
  { email, purpose }: Whose,
  codeHash: string,
  at: Date,
): Promise<boolean> {
  const verified = await db
    .updateTable("one_time_code")
    .set({ verified_at: at })
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("code_hash", "=", codeHash)
    .where("verified_at", "is", null)
    .executeTakeFirst();
  return verified.numUpdatedRows === 1n;
}

/** True for the one caller that removes a code verified after `since`. */
export async function deleteVerified({ db }: Context, { email, purpose }: Whose, since: Date): Promise<boolean> {
  const spent = await db
    .deleteFrom("one_time_code")
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("verified_at", ">", since)
    .executeTakeFirst();
  return spent.numDeletedRows === 1n;
}

/** Deletes a batch; true when there may be more. One that is sent anew meanwhile stays. */
export const deleteCodesBefore = ({ db }: Context, sentBefore: Date): Promise<boolean> =>
  deleteBatch(db, "one_time_code", {
    key: ["email", "purpose"],
    limit: BATCH,
    where: (row) => row("sent_at", "<", sentBefore),
  });
