import type { Recipient } from "#platform/mail/compose-email.ts";
import { PREPARED } from "#platform/db/prepared-statements.ts";
import {
  type AccountLanguage,
  callerLanguage,
  languageOfAccount,
} from "#platform/i18n/caller-language.ts";
import type { Language } from "@commonlane/contract/languages";
import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";
import { executePrepared } from "#platform/db/prepared-statements.ts";
import { NO_PASSWORD } from "./passwords/password-hash.ts";

const BATCH = 500;

export interface NewAccount {
  readonly email: string;
  readonly passwordHash: string;
}

/** Returns undefined if a verified account has this address. */
export async function insertVerifiedAccount(
  { db, now }: InTransaction,
  { email, passwordHash }: NewAccount,
): Promise<string | undefined> {
  const inserted = await db
    .insertInto("account")
    .values({
      email,
      email_verified: true,
      password_hash: passwordHash,
      password_set_at: now(),
      created_at: now(),
      last_seen_at: now(),
    })
    .onConflict((taken) =>
      taken
        .column("email")
        .where(sql<boolean>`email_verified`)
        .doNothing(),
    )
    .returning("uid")
    .executeTakeFirst();
  return inserted?.uid;
}

/**
 * Each address has at most one unverified account (claim): a later claim replaces the earlier one and gets a new id.
 */
export async function claimEmail(
  { db, now }: InTransaction,
  { email, passwordHash }: NewAccount,
): Promise<string> {
  const values = {
    password_hash: passwordHash,
    password_set_at: now(),
    created_at: now(),
  };
  const { uid } = await db
    .insertInto("account")
    .values({
      email,
      email_verified: false,
      ...values,
    })
    .onConflict((claimed) =>
      claimed
        .column("email")
        .where(sql<boolean>`not email_verified`)
        .doUpdateSet({
          uid: sql<string>`uuidv7()`,
          ...values,
        }),
    )
    .returning("uid")
    .executeTakeFirstOrThrow();
  return uid;
}

export async function hasVerifiedAccount(ctx: Context, email: string): Promise<boolean> {
  return (await findVerifiedUid(ctx, email)) !== undefined;
}

/** Returns true if the owner of this address has not been warned since `lastWarnedBefore`, and marks them warned. */
export async function markSignUpWarningSent(
  { db, now }: InTransaction,
  email: string,
  lastWarnedBefore: Date,
): Promise<boolean> {
  const warned = await db
    .updateTable("account")
    .set({ warned_at: now() })
    .where("email", "=", email)
    .where("email_verified", "=", true)
    .where((row) =>
      row.or([row("warned_at", "is", null), row("warned_at", "<=", lastWarnedBefore)]),
    )
    .executeTakeFirst();
  return warned.numUpdatedRows === 1n;
}

/** The verified and the unverified account with this address, as far as they exist. */
export async function findAccountsByEmail({ db }: Context, email: string) {
  const query = db
    .selectFrom("account")
    .select([
      "uid",
      "email_verified",
      "password_hash",
      "suspended_at",
      "suspended_until",
      "suspension_reason",
    ])
    .select(["deletion_requested_at", "second_factor_on"])
    .where("email", "=", email);
  const rows = await executePrepared(db, query);
  return {
    verified: rows.find(({ email_verified }) => email_verified),
    claimed: rows.find(({ email_verified }) => !email_verified),
  };
}

/** The verified account with this address. */
export async function findVerifiedUid({ db }: Context, email: string): Promise<string | undefined> {
  const account = await db
    .selectFrom("account")
    .select("uid")
    .where("email", "=", email)
    .where("email_verified", "=", true)
    .executeTakeFirst();
  return account?.uid;
}

/** Whether an account can be signed in to with a password. With `lock`, other calls wait until the commit. */
export async function hasPassword(
  { db }: Context,
  uid: string,
  { lock = false } = {},
): Promise<boolean> {
  const account = await db
    .selectFrom("account")
    .select("password_hash")
    .where("uid", "=", uid)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return account !== undefined && account.password_hash !== NO_PASSWORD;
}

/** What a sign-in without an address needs to know of a verified account that was not erased. */
export function findSignInAccount({ db }: Context, uid: string) {
  return db
    .selectFrom("account")
    .select([
      "uid",
      "email",
      "suspended_at",
      "suspended_until",
      "suspension_reason",
      "deletion_requested_at",
    ])
    .select("second_factor_on")
    .where("uid", "=", uid)
    .where("email_verified", "=", true)
    .where("erased_at", "is", null)
    .executeTakeFirst();
}

/** Fields needed to change a verified account. */
export function findVerifiedAccount({ db }: Context, uid: string) {
  return db
    .selectFrom("account")
    .select(["email", "password_hash"])
    .where("uid", "=", uid)
    .where("email_verified", "=", true)
    .executeTakeFirst();
}

/** User claims of an ID token. */
export interface TokenUser {
  readonly uid: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly displayName: string | null;
}

export async function findTokenUser({ db }: Context, uid: string): Promise<TokenUser | undefined> {
  const query = db
    .selectFrom("account")
    .leftJoin("profile", "profile.uid", "account.uid")
    .select([
      "account.uid",
      "email",
      "email_verified as emailVerified",
      "display_name as displayName",
    ])
    .where("account.uid", "=", uid);
  return (await executePrepared(db, query))[0];
}

/** Display name of the verified account with this address; null if there is no account or no name. */
export async function findDisplayNameByEmail(
  { db }: Context,
  email: string,
): Promise<string | null> {
  const account = await db
    .selectFrom("account")
    .innerJoin("profile", "profile.uid", "account.uid")
    .select("display_name")
    .where("email", "=", email)
    .where("email_verified", "=", true)
    .executeTakeFirst();
  return account?.display_name ?? null;
}

/** Deletes a batch; returns true if there may be more. */
export function deleteUnverifiedAccountsBefore({ db }: Context, before: Date): Promise<boolean> {
  return deleteBatch(db, "account", {
    key: ["uid"],
    limit: BATCH,
    where: (row) => row.and([row("email_verified", "=", false), row("created_at", "<", before)]),
  });
}

/** E-mail addresses of these users. Leaves out unverified and suspended accounts and those being deleted. */
export async function findEmailAddresses(
  { db }: Context,
  uids: readonly string[],
): Promise<Map<string, string>> {
  const accounts = await db
    .selectFrom("account")
    .select(["uid", "email"])
    .where("uid", "=", sql<string>`any(${uids}::uuid[])`)
    .where("email_verified", "=", true)
    .where("suspended_at", "is", null)
    .where("deletion_requested_at", "is", null)
    .execute();
  return new Map(accounts.map(({ uid, email }) => [uid, email]));
}

/** Languages of e-mails and pushes to these accounts. */
export async function findAccountLanguages(
  { db, community }: Context,
  uids: readonly string[],
): Promise<(uid: string) => Language> {
  const { rows } = await sql<AccountLanguage & { uid: string }>`${PREPARED}
    select account.uid, locale, browser_language
    from account
    left join profile on profile.uid = account.uid
    where account.uid = any(${uids}::uuid[])`.execute(db);
  const languages = new Map(rows.map((row) => [row.uid, languageOfAccount(row, community)]));
  return (uid) => languages.get(uid) ?? community.language;
}

/**
 * Recipient of an e-mail to this address: in the language of its verified account, else in `fallback`, by default the
 * one of the request.
 */
export async function recipientAt(
  ctx: Context,
  email: string,
  fallback: Language = callerLanguage(ctx),
): Promise<Recipient> {
  const { rows } = await sql<AccountLanguage>`${PREPARED}
    select locale, browser_language
    from account
    left join profile on profile.uid = account.uid
    where account.email = ${email} and email_verified`.execute(ctx.db);
  return {
    to: email,
    language: rows[0] ? languageOfAccount(rows[0], ctx.community) : fallback,
  };
}
