import { DAY_MS } from "@commonlane/contract/durations";
import type { ModeratorActionKind } from "@commonlane/contract/moderator-actions";
import { type Selectable, sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type ModeratorActionRow = Selectable<Schema["moderator_action"]>;

export interface NewModeratorAction {
  readonly kind: ModeratorActionKind;
  /** The user, removal, report or rating. */
  readonly subjectId: string;
  readonly personUid: string | null;
  readonly moderatorUid: string;
  readonly reason: string;
  readonly choice?: boolean;
  readonly reportId?: string | undefined;
}

/** Undefined if the same action on the same subject is pending. */
export function insertModeratorAction(
  { db, now, settings }: InTransaction,
  { kind, subjectId, personUid, moderatorUid, reason, choice, reportId }: NewModeratorAction,
): Promise<ModeratorActionRow | undefined> {
  const taken = now();
  return db
    .insertInto("moderator_action")
    .values({
      kind,
      subject_id: subjectId,
      person_uid: personUid,
      report_id: reportId ?? null,
      moderator_uid: moderatorUid,
      reason,
      choice: choice ?? null,
      taken_at: taken,
      final_at: new Date(taken.getTime() + settings.MODERATION_UNDO_S * 1000),
      state: settings.MODERATION_UNDO_S === 0 ? "final" : "pending",
    })
    .onConflict((conflict) =>
      conflict.columns(["kind", "subject_id"]).where("state", "=", "pending").doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Undefined if the action is no longer pending. */
export function markUndone(
  { db, now }: InTransaction,
  id: string,
  moderatorUid: string,
): Promise<ModeratorActionRow | undefined> {
  return db
    .updateTable("moderator_action")
    .set({
      state: "undone",
      undone_by: moderatorUid,
      undone_at: now(),
    })
    .where("id", "=", id)
    .where("state", "=", "pending")
    .where("final_at", ">", now())
    .returningAll()
    .executeTakeFirst();
}

/** Ends a pending action because the opposite was done. Returns false if there was none. */
export async function supersedeAction(
  { db, now }: InTransaction,
  kind: ModeratorActionKind,
  subjectId: string,
  moderatorUid: string | null,
): Promise<boolean> {
  const ended = await db
    .updateTable("moderator_action")
    .set({
      state: "undone",
      undone_at: now(),
      ...(moderatorUid !== null && { undone_by: moderatorUid }),
    })
    .where("kind", "=", kind)
    .where("subject_id", "=", subjectId)
    .where("state", "=", "pending")
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

/** Actions whose time to undo them is over, oldest first. */
export async function findDueActions({ db, now }: Context, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("moderator_action")
    .select("id")
    .where("state", "=", "pending")
    .where("final_at", "<=", now())
    .orderBy("final_at")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns undefined if it was undone, or another process has made it final. */
export function makeActionFinal(
  { db, now }: InTransaction,
  id: string,
): Promise<ModeratorActionRow | undefined> {
  return db
    .updateTable("moderator_action")
    .set({ state: "final" })
    .where("id", "=", id)
    .where("state", "=", "pending")
    .where("final_at", "<=", now())
    .returningAll()
    .executeTakeFirst();
}

export function findModeratorAction(
  { db }: Context,
  id: string,
): Promise<ModeratorActionRow | undefined> {
  return db.selectFrom("moderator_action").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The newest action on a subject that was not undone. */
export function findLatestAction(
  { db }: Context,
  subjectId: string,
): Promise<ModeratorActionRow | undefined> {
  return db
    .selectFrom("moderator_action")
    .selectAll()
    .where("subject_id", "=", subjectId)
    .where("state", "<>", "undone")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Pending actions of all moderators, newest first, without those about this user. */
export async function findPendingActions(
  { db, now }: Context,
  viewerUid: string,
  limit: number,
): Promise<ModeratorActionRow[]> {
  const { rows } = await sql<ModeratorActionRow>`
    select *
    from moderator_action
    where state = 'pending' and final_at > ${now()}
      and person_uid is distinct from ${viewerUid}::uuid
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** Actions on these subjects, users or reports, newest first. */
export async function findActionsAbout(
  { db }: Context,
  ids: readonly string[],
  limit: number,
): Promise<ModeratorActionRow[]> {
  const { rows } = await sql<ModeratorActionRow>`
    select *
    from moderator_action
    where subject_id = any (${ids}::uuid[]) or person_uid = any (${ids}::uuid[])
      or report_id = any (${ids}::uuid[])
      order by id desc
      limit ${limit}`.execute(db);
  return rows;
}

/** Deletes one batch of actions as old as reports may become. Returns true if more may remain. */
export function deleteOldActions(
  { db, now, settings }: InTransaction,
  limit: number,
): Promise<boolean> {
  const before = new Date(now().getTime() - settings.REPORT_RETENTION_DAYS * DAY_MS);
  return deleteBatch(db, "moderator_action", {
    key: ["id"],
    limit,
    where: (row) => row.and([row("state", "<>", "pending"), row("taken_at", "<", before)]),
  });
}
