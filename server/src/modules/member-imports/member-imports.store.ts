import { type Selectable, sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import type { ImportedContent } from "#platform/db/schema/ride-columns.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";
import type { Schema } from "#platform/db/schema/schema.ts";
import { hashSecret } from "#platform/hashes.ts";
import type { ReadMember } from "./read-members.ts";

interface NewImportedMember extends ImportedContent {
  readonly email: string;
}

/** The row of a person whose data still wait. */
export type WaitingMember = Selectable<Schema["imported_member"]> & {
  readonly email: string;
  readonly content: ImportedContent;
};

const hashEmail = (email: string): string => hashSecret("imported-member", email);

/** Stores them in place of what is there, except for people who took over or deleted their data. */
export async function saveMembers(
  { db, now }: InTransaction,
  members: readonly NewImportedMember[],
  {
    platform,
    expiresAt,
  }: {
    readonly platform: string;
    readonly expiresAt: Date;
  },
): Promise<void> {
  const rows = members.map(({ email, ...content }) => ({
    email_hash: hashEmail(email),
    email,
    content,
  }));
  await sql`
    insert into imported_member (email_hash, email, content, platform, imported_at, expires_at)
    select email_hash, email, content, ${platform}, ${now()}, ${expiresAt}
    from json_to_recordset(${JSON.stringify(rows)}) as row (email_hash text, email text, content json)
    on conflict (email_hash) do update
      set content = excluded.content, platform = excluded.platform, expires_at = excluded.expires_at
      where imported_member.email is not null`.execute(db);
}

/** People of these who took over or deleted their data. */
export async function countClosed(
  { db }: Context,
  members: readonly ReadMember[],
): Promise<number> {
  const hashes = members.map(({ email }) => hashEmail(email));
  const { closed } = await db
    .selectFrom("imported_member")
    .select(({ fn }) => fn.countAll<number>().as("closed"))
    .where("email", "is", null)
    .where("email_hash", "=", sql<string>`any(${hashes}::text[])`)
    .executeTakeFirstOrThrow();
  return closed;
}

export async function findStatus({ db }: Context) {
  const { rows } = await sql<{
    waiting: number;
    invited: number;
    closed: number;
    first_expires_at: Date | null;
  }>`
    select count(email)::int as waiting,
      count(email) filter (where invitation_requested_at is not null)::int as invited,
      (count(*) - count(email))::int as closed,
      min(expires_at) filter (where email is not null) as first_expires_at
    from imported_member`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error("a count has no row");
  return counts;
}

const isWaiting = (row: Selectable<Schema["imported_member"]> | undefined): row is WaitingMember =>
  row !== undefined && row.email !== null && row.content !== null;

const findOf = ({ db, now }: Context, uid: string) =>
  db
    .selectFrom("imported_member")
    .innerJoin("account", "account.email", "imported_member.email")
    .selectAll("imported_member")
    .where("account.uid", "=", uid)
    .where("account.email_verified", "=", true)
    .where("imported_member.expires_at", ">", now());

/** What waits for the verified address of an account. */
export async function findWaiting(ctx: Context, uid: string): Promise<WaitingMember | undefined> {
  const row = await findOf(ctx, uid).executeTakeFirst();
  return isWaiting(row) ? row : undefined;
}

/** The same, locked until the transaction ends. */
export async function lockWaiting(
  ctx: InTransaction,
  uid: string,
): Promise<WaitingMember | undefined> {
  const row = await findOf(ctx, uid).forUpdate("imported_member").executeTakeFirst();
  return isWaiting(row) ? row : undefined;
}

/** A row of which only the hash of the address is left. */
const CLOSED = {
  email: null,
  content: null,
} as const;

/** Keeps what is left; nothing is kept but the hash of the address if nothing is left. */
export async function saveRest(
  { db }: InTransaction,
  emailHash: string,
  content: ImportedContent | undefined,
): Promise<void> {
  const rest = content ? { content: JSON.stringify(content) } : CLOSED;
  await db.updateTable("imported_member").set(rest).where("email_hash", "=", emailHash).execute();
}

/** True if the link was valid. */
export async function closeByLink(
  { db, now }: Context,
  removalTokenHash: string,
): Promise<boolean> {
  const row = await db
    .updateTable("imported_member")
    .set(CLOSED)
    .where("removal_token_hash", "=", removalTokenHash)
    .where("expires_at", ">", now())
    .returning("email_hash")
    .executeTakeFirst();
  return row !== undefined;
}

export async function requestInvitations({ db, now }: Context): Promise<void> {
  await db
    .updateTable("imported_member")
    .set({ invitation_requested_at: now() })
    .where("email", "is not", null)
    .where("invitation_requested_at", "is", null)
    .execute();
}

/** Claims people who were not invited yet. Two processes never claim the same person. */
export async function claimUninvited(
  { db, now }: InTransaction,
  limit: number,
): Promise<WaitingMember[]> {
  const rows = await db
    .selectFrom("imported_member")
    .selectAll()
    .where("invitation_requested_at", "is not", null)
    .where("invited_at", "is", null)
    .where("email", "is not", null)
    .where("expires_at", ">", now())
    .orderBy("invitation_requested_at")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.filter(isWaiting);
}

export async function recordInvitation(
  { db, now }: InTransaction,
  emailHash: string,
  removalTokenHash: string,
): Promise<void> {
  await db
    .updateTable("imported_member")
    .set({
      invited_at: now(),
      removal_token_hash: removalTokenHash,
    })
    .where("email_hash", "=", emailHash)
    .execute();
}

export async function deleteWaiting({ db }: Context): Promise<void> {
  await db.deleteFrom("imported_member").where("email", "is not", null).execute();
}

/** Also forgets the hashes of those who took over or deleted their data. */
export const deleteExpired = ({ db, now }: Context): Promise<boolean> =>
  deleteBatch(db, "imported_member", {
    key: ["email_hash"],
    limit: 500,
    where: (row) => row("expires_at", "<=", now()),
  });
