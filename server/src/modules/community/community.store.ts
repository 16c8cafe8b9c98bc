import { type Selectable, sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export interface RulesRow {
  readonly email_domains: string[];
  readonly invite_only: boolean;
  readonly maintenance: string | null;
  readonly event_creators: "members" | "moderators";
  readonly group_creators: "members" | "moderators";
}

const DEFAULT_RULES: RulesRow = {
  email_domains: [],
  invite_only: false,
  maintenance: null,
  event_creators: "members",
  group_creators: "members",
};

/** Returns the defaults until rules are set, under which anyone may join. */
export async function getRules({ db }: Context): Promise<RulesRow> {
  const row = await db
    .selectFrom("community")
    .select(["email_domains", "invite_only", "maintenance", "event_creators", "group_creators"])
    .executeTakeFirst();
  return row ?? DEFAULT_RULES;
}

/** Changes the given rules and keeps the others. */
export async function setRules({ db }: InTransaction, changes: Partial<RulesRow>): Promise<void> {
  await db
    .insertInto("community")
    .values({ maintenance: null, ...changes })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({
        id: true,
        ...changes,
      }),
    )
    .execute();
}

export type AnnouncementRow = Selectable<Schema["announcement"]>;

/** Current announcements, latest first. */
export function findCurrentAnnouncements(
  { db, now }: Context,
  limit: number,
): Promise<AnnouncementRow[]> {
  return db
    .selectFrom("announcement")
    .selectAll()
    .where((row) => row.or([row("ends_at", "is", null), row("ends_at", ">", now())]))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export function insertAnnouncement(
  { db, now }: InTransaction,
  {
    text,
    endsAt,
  }: {
    text: string;
    endsAt: Date | null;
  },
): Promise<AnnouncementRow> {
  return db
    .insertInto("announcement")
    .values({
      text,
      created_at: now(),
      ends_at: endsAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns true if there was one. */
export async function deleteAnnouncement({ db }: InTransaction, id: string): Promise<boolean> {
  const deleted = await db.deleteFrom("announcement").where("id", "=", id).executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

export type InviteRow = Omit<Selectable<Schema["invite"]>, "code_hash">;
const INVITE_COLUMNS = ["id", "label", "uses_left", "used", "created_at", "expires_at"] as const;

export function findUsableInvites({ db, now }: Context, limit: number): Promise<InviteRow[]> {
  return db
    .selectFrom("invite")
    .select(INVITE_COLUMNS)
    .where("uses_left", ">", 0)
    .where("expires_at", ">", now())
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

interface NewInvite {
  readonly codeHash: string;
  readonly label: string;
  readonly uses: number;
  readonly expiresAt: Date;
}

export function insertInvite(
  { db, now }: InTransaction,
  { codeHash, label, uses, expiresAt }: NewInvite,
) {
  return db
    .insertInto("invite")
    .values({
      code_hash: codeHash,
      label,
      uses_left: uses,
      created_at: now(),
      expires_at: expiresAt,
    })
    .returning(INVITE_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Returns true if there was one. */
export async function deleteInvite({ db }: InTransaction, id: string): Promise<boolean> {
  const deleted = await db.deleteFrom("invite").where("id", "=", id).executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

export async function isInviteUsable({ db, now }: Context, codeHash: string): Promise<boolean> {
  const row = await db
    .selectFrom("invite")
    .select("id")
    .where("code_hash", "=", codeHash)
    .where("uses_left", ">", 0)
    .where("expires_at", ">", now())
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses an invite once; returns false if it is used up, expired or unknown. */
export async function redeemInvite({ db, now }: InTransaction, codeHash: string): Promise<boolean> {
  const used = await db
    .updateTable("invite")
    .set({
      uses_left: sql`uses_left - 1`,
      used: sql`used + 1`,
    })
    .where("code_hash", "=", codeHash)
    .where("uses_left", ">", 0)
    .where("expires_at", ">", now())
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}
