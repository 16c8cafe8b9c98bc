import type { ContentRef } from "@commonlane/contract/content-removals";
import { type RawBuilder, type Selectable, sql } from "kysely";
import { isConfirmedBooking } from "#modules/privacy/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";
import { type AppealsQuery, appealsCondition } from "./appeals-query.store.ts";

export type ContentRemovalRow = Selectable<Schema["content_removal"]>;

/** Owner of removed content, and route and time of a ride or request. */
export interface ContentOwner {
  readonly owner_uid: string;
  readonly from_label: string | null;
  readonly to_label: string | null;
  readonly at: Date | null;
  readonly time_zone: string | null;
}

/**
 * Locks a ride, event or profile until the transaction ends, so that seat requests come either before or after the removal.
 */
export async function findContentOwner(
  { db }: InTransaction,
  { kind, id }: ContentRef,
): Promise<ContentOwner | undefined> {
  const from = {
    ride: sql`
      select host_id as owner_uid, points -> 0 ->> 'label' as from_label,
        points -> -1 ->> 'label' as to_label,
      departs_at as at, time_zone from ride where id = ${id} for no key update`,
    "ride-request": sql`
      select seeker_id as owner_uid, origin ->> 'label' as from_label,
        destination ->> 'label' as to_label,
      departs_after as at, time_zone from ride_request where id = ${id}`,
    event: sql`
      select creator_id as owner_uid, null as from_label, null as to_label,
        starts_at as at, time_zone
      from community_event where id = ${id} for no key update`,
    person: sql`
      select uid as owner_uid, null as from_label, null as to_label,
        null::timestamptz as at, null as time_zone
      from profile where uid = ${id} for no key update`,
  };
  const { rows } =
    await sql<ContentOwner>`${from[kind === "bio" || kind === "photo" ? "person" : kind]}`.execute(
      db,
    );
  return rows[0];
}

interface NewContentRemoval {
  readonly about: ContentRef;
  readonly ownerUid: string;
  readonly reason: string;
  /** When the removal expires. */
  readonly until: Date | null;
  readonly original: string | null;
}

/** Returns undefined if the content is removed already. */
export function insertContentRemoval(
  { db, now }: InTransaction,
  { about: { kind, id }, ownerUid, reason, until, original }: NewContentRemoval,
): Promise<ContentRemovalRow | undefined> {
  const row = {
    kind,
    subject_id: id,
    owner_uid: ownerUid,
    reason,
    original,
    hidden_at: now(),
    hidden_until: until,
  };
  return db
    .insertInto("content_removal")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["subject_id", "kind"]).where("ended_at", "is", null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Returns false if the removal had ended. */
export async function endContentRemoval({ db, now }: InTransaction, id: string): Promise<boolean> {
  const ended = await db
    .updateTable("content_removal")
    .set({ ended_at: now() })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return ended.numUpdatedRows === 1n;
}

/** An active removal that has expired. Takes no lock: the content must be locked first. */
export async function findExpiredRemoval({ db, now }: Context): Promise<string | undefined> {
  const due = await db
    .selectFrom("content_removal")
    .select("id")
    .where("hidden_until", "<=", now())
    .where("ended_at", "is", null)
    .orderBy("hidden_until")
    .limit(1)
    .executeTakeFirst();
  return due?.id;
}

/** Ends the active removal of an item, if there is one. */
export async function endRemovalOf(
  { db, now }: InTransaction,
  { kind, id }: ContentRef,
): Promise<void> {
  await db
    .updateTable("content_removal")
    .set({ ended_at: now() })
    .where("subject_id", "=", id)
    .where("kind", "=", kind)
    .where("ended_at", "is", null)
    .execute();
}

/** Returns true if the removal is active, belongs to this user and had no appeal. */
export async function insertRemovalAppeal(
  { db, now }: InTransaction,
  id: string,
  ownerUid: string,
  appeal: string,
) {
  const appealed = await db
    .updateTable("content_removal")
    .set({ appeal, appealed_at: now() })
    .where("id", "=", id)
    .where("owner_uid", "=", ownerUid)
    .where("ended_at", "is", null)
    .where("appealed_at", "is", null)
    .executeTakeFirst();
  return appealed.numUpdatedRows === 1n;
}

/** Returns false if there was no open appeal. */
export async function markRemovalAppealDecided(
  { db, now }: InTransaction,
  id: string,
  note: string,
): Promise<boolean> {
  const decided = await db
    .updateTable("content_removal")
    .set({ decided_at: now(), note })
    .where("id", "=", id)
    .where("appealed_at", "is not", null)
    .where("decided_at", "is", null)
    .executeTakeFirst();
  return decided.numUpdatedRows === 1n;
}

async function selectRemovals(
  { db }: Context,
  condition: RawBuilder<unknown>,
): Promise<ContentRemovalRow[]> {
  const { rows } =
    await sql<ContentRemovalRow>`select * from content_removal where ${condition}`.execute(db);
  return rows;
}

export const findContentRemoval = async (
  ctx: Context,
  id: string,
): Promise<ContentRemovalRow | undefined> => (await selectRemovals(ctx, sql`id = ${id}`))[0];

/** The active removal of an item. */
export const findActiveRemoval = async (
  ctx: Context,
  { kind, id }: ContentRef,
): Promise<ContentRemovalRow | undefined> =>
  (await selectRemovals(ctx, sql`subject_id = ${id} and kind = ${kind} and ended_at is null`))[0];

/** All removals of a ride, or of a user's content, latest first. */
export const findRemovalsAbout = (
  ctx: Context,
  id: string,
  limit: number,
): Promise<ContentRemovalRow[]> =>
  selectRemovals(
    ctx,
    sql`
      (subject_id = ${id} or owner_uid = ${id})
      order by id desc
      limit ${limit}`,
  );

/** Removals with open appeals, oldest first, or decided ones, latest first. */
export const findAppealedRemovals = (
  ctx: Context,
  query: AppealsQuery,
): Promise<ContentRemovalRow[]> =>
  selectRemovals(
    ctx,
    appealsCondition(query, {
      id: sql`id`,
      appealedAt: sql`appealed_at`,
    }),
  );

/** A removed bio or photo that the user has replaced need not be shown to them. */
const isReplaced = sql`
  exists (
    select
    from profile
    where uid = owner_uid
      and (kind = 'bio' and bio is not null
        or kind = 'photo' and photo_id is not null))`;

/** Active removals of a user's content and of the rides they have a seat on, latest first. */
export const findRemovalsVisibleTo = (
  ctx: Context,
  uid: string,
  limit: number,
): Promise<ContentRemovalRow[]> =>
  selectRemovals(
    ctx,
    sql`ended_at is null and not ${isReplaced} and (owner_uid = ${uid} or kind = 'ride' and subject_id in (
      select ride_id from seat_request where seeker_id = ${uid} and ${isConfirmedBooking}))
      order by id desc limit ${limit}`,
  );

/** Users with a confirmed seat on a ride. */
export async function findPassengers({ db }: Context, rideId: string): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select seeker_id as uid
    from seat_request
    where ride_id = ${rideId} and ${isConfirmedBooking}`.execute(db);
  return rows.map(({ uid }) => uid);
}

/**
 * Makes a decided appeal pending again, and hides the content if the decision had restored it. Returns false if the
 * content was hidden once more since.
 */
export async function reopenRemovalAppeal(
  { db }: InTransaction,
  id: string,
  original: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    update content_removal
    set decided_at = null, note = null, ended_at = null, original = ${original}
    where id = ${id}
      and decided_at is not null
      and not exists (
        select
        from content_removal as other
        where other.subject_id = content_removal.subject_id
          and other.kind = content_removal.kind
          and other.ended_at is null
          and other.id <> content_removal.id)
    returning id`.execute(db);
  return rows.length === 1;
}

/** Id of the photo on a profile. */
export async function findOwnPhoto({ db }: Context, uid: string): Promise<string | null> {
  const row = await db
    .selectFrom("profile")
    .select("photo_id")
    .where("uid", "=", uid)
    .executeTakeFirst();
  return row?.photo_id ?? null;
}
