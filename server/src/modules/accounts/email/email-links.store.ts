import type { Context, InTransaction } from "#platform/context.ts";
import type { LinkPurpose } from "#platform/db/schema/sign-in-columns.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

const BATCH = 500;

type NewEmailLink = Omit<Schema["email_link"], "used_at" | "created_at">;
/** Account and address that a link token was mailed for. */
export interface EmailLink {
  readonly uid: string;
  readonly email: string;
  readonly created_at: Date;
}

export async function insertEmailLink(
  { db, now }: InTransaction,
  link: NewEmailLink,
): Promise<void> {
  await db
    .insertInto("email_link")
    .values({ ...link, created_at: now() })
    .execute();
}

/** Finds a link whether used or not; undefined if it does not exist or has expired. */
export function findEmailLink(
  { db, now }: Context,
  tokenHash: string,
  purpose: LinkPurpose,
): Promise<EmailLink | undefined> {
  return db
    .selectFrom("email_link")
    .select(["uid", "email", "created_at"])
    .where("token_hash", "=", tokenHash)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now())
    .executeTakeFirst();
}

/** Marks the link used and returns it to exactly one caller. */
export function markEmailLinkUsed(
  { db, now }: InTransaction,
  tokenHash: string,
  purpose: LinkPurpose,
): Promise<EmailLink | undefined> {
  return db
    .updateTable("email_link")
    .set({ used_at: now() })
    .where("token_hash", "=", tokenHash)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", now())
    .returning(["uid", "email", "created_at"])
    .executeTakeFirst();
}

/** Marks the oldest valid link of this account to this address used and returns it; undefined if there is none. */
export async function markOldestLinkUsed(
  ctx: InTransaction,
  {
    uid,
    email,
    purpose,
  }: {
    uid: string;
    email: string;
    purpose: LinkPurpose;
  },
): Promise<EmailLink | undefined> {
  const oldest = await ctx.db
    .selectFrom("email_link")
    .select("token_hash")
    .where("uid", "=", uid)
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", ctx.now())
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  return oldest && markEmailLinkUsed(ctx, oldest.token_hash, purpose);
}

/** Voids unused links of this account that were created at `since` or later. */
export async function deleteUnusedLinksSince(
  { db }: InTransaction,
  {
    uid,
    purpose,
    since,
  }: {
    uid: string;
    purpose: LinkPurpose;
    since: Date;
  },
): Promise<void> {
  await db
    .deleteFrom("email_link")
    .where("uid", "=", uid)
    .where("purpose", "=", purpose)
    .where("created_at", ">=", since)
    .where("used_at", "is", null)
    .execute();
}

/** Deletes a batch of expired links; returns true if there may be more. */
export const deleteExpiredLinks = ({ db, now }: Context): Promise<boolean> =>
  deleteBatch(db, "email_link", {
    key: ["token_hash"],
    limit: BATCH,
    where: (row) => row("expires_at", "<=", now()),
  });
