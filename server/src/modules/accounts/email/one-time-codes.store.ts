import { CODE_MAX_ATTEMPTS, CODE_VALID_MAX_S, CODE_VALID_S } from "@commonlane/contract/limits";
import type { ExpressionBuilder } from "kysely";
import type { Context } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";
import type { CodePurpose } from "#platform/db/schema/sign-in-columns.ts";
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
  {
    codeHash,
    emailId,
    sentAt,
  }: {
    codeHash: string;
    emailId: string;
    sentAt: Date;
  },
): Promise<void> {
  const values = {
    code_hash: codeHash,
    sent_at: sentAt,
    email_id: emailId,
    delivered_at: null,
    tries: 0,
    verified_at: null,
    proof_hash: null,
  };
  await db
    .insertInto("one_time_code")
    .values({
      ...key,
      flow_hash: flow,
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(["email", "purpose", "flow_hash"]).doUpdateSet(values),
    )
    .execute();
}

/**
 * Codes that are still valid: for 15 minutes after a mail server accepted the e-mail, and for an hour after they were
 * requested while none has.
 */
const isValidAt = (now: Date) => (row: ExpressionBuilder<Schema, "one_time_code">) =>
  row.and([
    row("sent_at", ">", new Date(now.getTime() - CODE_VALID_MAX_S * 1000)),
    row.or([
      row("delivered_at", "is", null),
      row("delivered_at", ">", new Date(now.getTime() - CODE_VALID_S * 1000)),
    ]),
  ]);

/**
 * Starts the time in which the codes of these e-mails are valid: a mail server has accepted them. E-mails without a code
 * are ignored.
 */
export async function recordCodesDelivered(
  { db, now }: Context,
  emailIds: readonly string[],
): Promise<void> {
  await db
    .updateTable("one_time_code")
    .set({ delivered_at: now() })
    .where("email_id", "in", emailIds)
    .where("delivered_at", "is", null)
    .execute();
}

/** Returns true if this browser has requested a code that is still valid. */
export async function hasRequestedCode(
  { db, now }: Context,
  { email, purpose, flow }: FlowCodeKey,
): Promise<boolean> {
  const found = await db
    .selectFrom("one_time_code")
    .select("sent_at")
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("flow_hash", "=", flow)
    .where(isValidAt(now()))
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Consumes one attempt and returns the hash to compare with; undefined if there is no code, or it is expired, used or
 * out of attempts.
 */
export async function countCodeAttempt(
  { db, now }: Context,
  { email, purpose, flow }: FlowCodeKey,
): Promise<string | undefined> {
  const updated = await db
    .updateTable("one_time_code")
    .set((row) => ({ tries: row("tries", "+", 1) }))
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("flow_hash", "=", flow)
    .where("tries", "<", CODE_MAX_ATTEMPTS)
    .where("verified_at", "is", null)
    .where(isValidAt(now()))
    .returning("code_hash")
    .executeTakeFirst();
  return updated?.code_hash;
}

/** The latest code, for a user who enters it in another browser; their attempts are counted separately. */
export async function findNewestCode(
  { db, now }: Context,
  { email, purpose }: CodeKey,
): Promise<
  | {
      flow: string;
      codeHash: string;
    }
  | undefined
> {
  return db
    .selectFrom("one_time_code")
    .select(["flow_hash as flow", "code_hash as codeHash"])
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("tries", "<", CODE_MAX_ATTEMPTS)
    .where("verified_at", "is", null)
    .where(isValidAt(now()))
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
    .set({
      verified_at: now(),
      proof_hash: proofHash,
    })
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
  {
    proofHash,
    since,
  }: {
    proofHash: string;
    since: Date;
  },
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
  await db
    .deleteFrom("one_time_code")
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .execute();
}

/** Deletes a batch; returns true if there may be more. Codes sent again in between stay. */
export function deleteCodesBefore({ db }: Context, sentBefore: Date): Promise<boolean> {
  return deleteBatch(db, "one_time_code", {
    key: ["email", "purpose", "flow_hash"],
    limit: BATCH,
    where: (row) => row("sent_at", "<", sentBefore),
  });
}
