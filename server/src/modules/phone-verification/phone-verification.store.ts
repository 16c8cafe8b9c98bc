import {
  CODE_MAX_ATTEMPTS,
  CODE_RESEND_AFTER_S,
  TEXTS_PER_DAY_MAX,
  TEXTS_PER_HOUR_MAX,
  TEXTS_PER_NUMBER_AND_DAY_MAX,
} from "@commonlane/contract/limits";
import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";

const BATCH = 500;

/** Stores the secret unless there is one, and returns the stored one, which is the same for every process. */
export async function getOrInsertSecret({ db }: Context, secret: string): Promise<string> {
  const find = () => db.selectFrom("phone_verification_key").select("secret");
  const existing = await find().executeTakeFirst();
  if (existing) return existing.secret;
  await db
    .insertInto("phone_verification_key")
    .values({ secret })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  return (await find().executeTakeFirstOrThrow()).secret;
}

interface NewText {
  readonly accountHash: string;
  readonly phoneHash: string;
  /** Messages in 24 hours to all members. */
  readonly perDay: number;
}

/**
 * Counts a text message, or returns undefined if the account or the community has reached a limit. `isSent` is false if
 * the number has: its owner gets no more, and the account cannot tell. Locks the counts of everyone until the
 * transaction ends, so that no concurrent message exceeds a limit.
 */
export async function countText(
  { db, now }: InTransaction,
  { accountHash, phoneHash, perDay }: NewText,
): Promise<{ isSent: boolean } | undefined> {
  const at = now();
  await sql`select from phone_verification_key for no key update`.execute(db);
  const since = (s: number) => sql`${at}::timestamptz - make_interval(secs => ${s})`;
  const ownSince = (s: number) =>
    sql`
      (
        select count(*)
        from text_message
        where account_hash = ${accountHash} and at > ${since(s)})`;
  const { rows } = await sql<{ isSent: boolean }>`
    insert into text_message (account_hash, phone_hash, at)
    select ${accountHash},
      case when (
        select count(*)
        from text_message
        where phone_hash = ${phoneHash} and at > ${since(DAY_S)})
      < ${TEXTS_PER_NUMBER_AND_DAY_MAX} then ${phoneHash} end, ${at}
    where ${ownSince(CODE_RESEND_AFTER_S)} = 0
      and ${ownSince(HOUR_S)} < ${TEXTS_PER_HOUR_MAX}
      and ${ownSince(DAY_S)} < ${TEXTS_PER_DAY_MAX}
      and (
        select count(*)
        from text_message
        where phone_hash is not null and at > ${since(DAY_S)}) < ${perDay}
    returning phone_hash is not null as "isSent"`.execute(db);
  return rows[0];
}
const HOUR_S = 3600;
const DAY_S = 86_400;

/** Times of the messages that the account requested in 24 hours, latest first. */
export async function findTextTimes({ db, now }: Context, accountHash: string): Promise<Date[]> {
  const rows = await db
    .selectFrom("text_message")
    .select("at")
    .where("account_hash", "=", accountHash)
    .where("at", ">", new Date(now().getTime() - DAY_S * 1000))
    .orderBy("at", "desc")
    .limit(TEXTS_PER_DAY_MAX)
    .execute();
  return rows.map(({ at }) => at);
}

interface NewCode {
  readonly phoneHash: string;
  readonly codeHash: string;
}

/** Replaces the previous code of the account. */
export async function replaceCode(
  { db, now }: InTransaction,
  uid: string,
  { phoneHash, codeHash }: NewCode,
): Promise<void> {
  const values = {
    phone_hash: phoneHash,
    code_hash: codeHash,
    sent_at: now(),
    tries: 0,
  };
  await db
    .insertInto("phone_code")
    .values({ uid, ...values })
    .onConflict((conflict) => conflict.column("uid").doUpdateSet(values))
    .execute();
}

export interface CodeKey {
  readonly uid: string;
  readonly phoneHash: string;
  readonly sentAfter: Date;
}

/** Returns true if a code for this number can still be entered. */
export async function hasCode(
  { db }: Context,
  { uid, phoneHash, sentAfter }: CodeKey,
): Promise<boolean> {
  const code = await db
    .selectFrom("phone_code")
    .select("uid")
    .where("uid", "=", uid)
    .where("phone_hash", "=", phoneHash)
    .where("sent_at", ">", sentAfter)
    .where("tries", "<", CODE_MAX_ATTEMPTS)
    .executeTakeFirst();
  return code !== undefined;
}

/** Consumes one attempt and returns the hash to compare with; undefined if there is no code, or none is left. */
export async function countCodeAttempt(
  { db }: Context,
  { uid, phoneHash, sentAfter }: CodeKey,
): Promise<string | undefined> {
  const updated = await db
    .updateTable("phone_code")
    .set((row) => ({ tries: row("tries", "+", 1) }))
    .where("uid", "=", uid)
    .where("phone_hash", "=", phoneHash)
    .where("sent_at", ">", sentAfter)
    .where("tries", "<", CODE_MAX_ATTEMPTS)
    .returning("code_hash")
    .executeTakeFirst();
  return updated?.code_hash;
}

/** Deletes the code; exactly one concurrent caller gets true. */
export async function consumeCode(
  { db }: Context,
  uid: string,
  codeHash: string,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom("phone_code")
    .where("uid", "=", uid)
    .where("code_hash", "=", codeHash)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

/** Deletes a batch; returns true if there may be more. */
/** Deletes the code of an account, if one is on its way. */
export async function deleteCodeOf({ db }: InTransaction, uid: string): Promise<void> {
  await db.deleteFrom("phone_code").where("uid", "=", uid).execute();
}

export function deleteCodesBefore({ db }: Context, sentBefore: Date): Promise<boolean> {
  return deleteBatch(db, "phone_code", {
    key: ["uid"],
    limit: BATCH,
    where: (row) => row("sent_at", "<=", sentBefore),
  });
}

/** Deletes a batch; returns true if there may be more. */
export function deleteTextsBefore({ db }: Context, before: Date): Promise<boolean> {
  return deleteBatch(db, "text_message", {
    key: ["id"],
    limit: BATCH,
    where: (row) => row("at", "<=", before),
  });
}
