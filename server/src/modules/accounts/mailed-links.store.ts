import type { Context, InTransaction } from "#platform/context.ts";
import type { LinkPurpose } from "#platform/db/account-tables.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";
import type { Schema } from "#platform/db/schema.ts";

const BATCH = 500;

type NewLink = Omit<Schema["mailed_link"], "used_at" | "created_at">;
/** What a token is good for. */
export interface Link {
  readonly uid: string;
  readonly email: string;
  readonly created_at: Date;
}

export async function insertLink({ db, now }: InTransaction, link: NewLink): Promise<void> {
  await db
    .insertInto("mailed_link")
    .values({ ...link, created_at: now() })
    .execute();
}

/** Used or not; nothing when there is none, or its time is over. */
export function findLink({ db, now }: Context, tokenHash: string, purpose: LinkPurpose): Promise<Link | undefined> {
  return db
    .selectFrom("mailed_link")
    .select(["uid", "email", "created_at"])
    .where("token_hash", "=", tokenHash)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now())
    .executeTakeFirst();
}

/** The link, for the one caller that uses it up. */
export function takeLink(
  { db, now }: InTransaction,
  tokenHash: string,
  purpose: LinkPurpose,
): Promise<Link | undefined> {
  return db
    .updateTable("mailed_link")
    .set({ used_at: now() })
    .where("token_hash", "=", tokenHash)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", now())
    .returning(["uid", "email", "created_at"])
    .executeTakeFirst();
}

/** Those for one account made at `since` or later and not used; they are good for nothing any more. */
export async function deleteLinksSince(
  { db }: InTransaction,
  { uid, purpose, since }: { uid: string; purpose: LinkPurpose; since: Date },
): Promise<void> {
  await db
    .deleteFrom("mailed_link")
    .where("uid", "=", uid)
    .where("purpose", "=", purpose)
    .where("created_at", ">=", since)
    .where("used_at", "is", null)
    .execute();
}

/** Deletes a batch of those whose time is over; true when there may be more. */
export const deleteLinks = ({ db, now }: Context): Promise<boolean> =>
  deleteBatch(db, "mailed_link", { key: ["token_hash"], limit: BATCH, where: (row) => row("expires_at", "<=", now()) });
