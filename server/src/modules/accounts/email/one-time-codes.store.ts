import { CODE_MAX_ATTEMPTS } from "@commonlane/contract/limits";
import type { Context } from "#platform/context.ts";
import type { CodePurpose } from "#platform/db/schema/account-tables.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";

const BATCH = 500;

export interface CodeKey {
  readonly email: string;
  readonly purpose: CodePurpose;
}
/** Key of the code that one browser requested. */
export interface FlowCodeKey extends CodeKey {
  /** Hash that identifies the browser. */
  readonly flow: string;
}

/** Replaces the code that the same browser requested before. */
export async function replaceCode(
  { db }: Context,
  { flow, ...key }: FlowCodeKey,
  { codeHash, sentAt }: { codeHash: string; sentAt: Date },
): Promise<void> {
  const values = { code_hash: codeHash, sent_at: sentAt, tries: 0, verified_at: null, proof_hash: null };
  await db
    .insertInto("one_time_code")
    .values({ ...key, flow_hash: flow, ...values })
    .onConflict((conflict) => conflict.columns(["email", "purpose", "flow_hash"]).doUpdateSet(values))
    .execute();
}

/** Returns true if this browser requested a code after `sentAfter`. */
export async function hasRequestedCode(
  { db }: Context,
  { email, purpose, flow }: FlowCodeKey,
  sentAfter: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom("one_time_code")
    .select("sent_at")
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("flow_hash", "=", flow)
    .where("sent_at", ">", sentAfter)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Consumes one attempt and returns the hash to compare with; undefined if there is no code, or it is expired, used or
 * out of attempts.
 */
export async function countCodeAttempt(
  { db }: Context,
  { email, purpose, flow }: FlowCodeKey,
  sentAfter: Date,
): Promise<string | undefined> {
  const updated = await db
    .updateTable("one_time_code")
    .set((row) => ({ tries: row("tries", "+", 1) }))
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("flow_hash", "=", flow)
    .where("tries", "<", CODE_MAX_ATTEMPTS)
    .where("verified_at", "is", null)
    .where("sent_at", ">", sentAfter)
    .returning("code_hash")
    .executeTakeFirst();
  return updated?.code_hash;
}

/** The latest code, for a user who enters it in another browser; their attempts are counted separately. */
export async function findNewestCode(
  { db }: Context,
  { email, purpose }: CodeKey,
  sentAfter: Date,
): Promise<{ flow: string; codeHash: string } | undefined> {
  return db
    .selectFrom("one_time_code")
    .select(["flow_hash as flow", "code_hash as codeHash"])
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("tries", "<", CODE_MAX_ATTEMPTS)
    .where("verified_at", "is", null)
    .where("sent_at", ">", sentAfter)
    .orderBy("sent_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Marks the code verified by the browser of `proofHash`; exactly one caller gets true. */
export async function markCodeVerified(
  { db, now }: Context,
  { email, purpose, flow, codeHash }: FlowCodeKey & { codeHash: string },
  proofHash: string | null,
): Promise<boolean> {
  const verified = await db
    .updateTable("one_time_code")
    .set({ verified_at: now(), proof_hash: proofHash })
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("flow_hash", "=", flow)
    .where("code_hash", "=", codeHash)
    .where("verified_at", "is", null)
    .executeTakeFirst();
  return verified.numUpdatedRows === 1n;
}

/** Deletes a code that the browser of `proofHash` verified after `since`; exactly one caller gets true. */
export async function consumeVerifiedCode(
  { db }: Context,
  { email, purpose }: CodeKey,
  { proofHash, since }: { proofHash: string; since: Date },
): Promise<boolean> {
  const deleted = await db
    .deleteFrom("one_time_code")
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("proof_hash", "=", proofHash)
    .where("verified_at", ">", since)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

/** Deletes every code of this purpose for this address, from any browser. */
export async function deleteCodes({ db }: Context, { email, purpose }: CodeKey): Promise<void> {
  await db.deleteFrom("one_time_code").where("email", "=", email).where("purpose", "=", purpose).execute();
}

/** Deletes a batch; returns true if there may be more. Codes sent again in between stay. */
export const deleteCodesBefore = ({ db }: Context, sentBefore: Date): Promise<boolean> =>
  deleteBatch(db, "one_time_code", {
    key: ["email", "purpose", "flow_hash"],
    limit: BATCH,
    where: (row) => row("sent_at", "<", sentBefore),
  });
