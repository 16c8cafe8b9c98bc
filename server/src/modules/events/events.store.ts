import { DAY_MS } from "@commonlane/contract/durations";
import type { EventDetails } from "@commonlane/contract/events";
import { type Selectable, sql } from "kysely";
import { isForMember } from "#modules/groups/index.ts";
import { areRestricted, canInteractWithColumn, isRemovedContent } from "#modules/privacy/index.ts";
import { isCreator } from "#modules/community/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { lockAccount } from "#platform/db/locks.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type EventRow = Selectable<Schema["community_event"]>;

interface NewEvent extends EventDetails {
  readonly timeZone: string;
}

/**
 * Locks the creator's account, so that concurrent events are counted. Returns undefined if the creator may not create
 * events, or has created `maxPerDay` in the last 24 hours; events of a calendar do not count.
 */
export async function insertEvent(
  ctx: InTransaction,
  creatorUid: string,
  event: NewEvent,
  maxPerDay: number,
): Promise<EventRow | undefined> {
  const { title, description, place, startsAt, endsAt, timeZone, website, membersOf } = event;
  await lockAccount(ctx, creatorUid);
  const since = new Date(ctx.now().getTime() - DAY_MS);
  const { rows } = await sql<EventRow>`
    insert into community_event
      (
        creator_id, title, description, place, starts_at, ends_at, time_zone,
        website, members_of, is_public, created_at, changed_at)
    select ${creatorUid}::uuid, ${title}, ${description || null},
      ${JSON.stringify(place)}::jsonb,
      ${startsAt}::timestamptz, ${endsAt}::timestamptz, ${timeZone},
      ${website ?? null}, ${membersOf ?? null}::uuid,
      ${isPublicEvent(event)}::boolean, ${ctx.now()}::timestamptz,
      ${ctx.now()}::timestamptz
    where ${isCreator("event", creatorUid)}
      and (
        select count(*)
        from community_event
        where creator_id = ${creatorUid} and calendar_id is null and created_at > ${since})
      < ${maxPerDay}
    returning *`.execute(ctx.db);
  return rows[0];
}

/** Returns undefined unless it is an event of this user that is neither over nor cancelled. */
export function updateEvent(
  { db, now }: Context,
  {
    id,
    creatorUid,
  }: {
    readonly id: string;
    readonly creatorUid: string;
  },
  changes: NewEvent | "cancelled",
): Promise<EventRow | undefined> {
  return db
    .updateTable("community_event")
    .set({
      revision: sql`revision + 1`,
      changed_at: now(),
    })
    .$if(changes === "cancelled", (query) => query.set({ status: "cancelled" }))
    .$if(changes !== "cancelled", (query) =>
      query.set(changes === "cancelled" ? {} : toColumns(changes)),
    )
    .where("id", "=", id)
    .where("creator_id", "=", creatorUid)
    .where("status", "=", "scheduled")
    .where("ends_at", ">", now())
    .returningAll()
    .executeTakeFirst();
}

/** An event for some members has no public page. */
const isPublicEvent = ({ isPublic, membersOf }: NewEvent): boolean =>
  isPublic === true && !membersOf;

const toColumns = (event: NewEvent) => ({
  ...detailColumns(event),
  is_public: isPublicEvent(event),
});

const detailColumns = ({
  title,
  description,
  place,
  startsAt,
  endsAt,
  timeZone,
  website,
  membersOf,
}: NewEvent) => ({
  title,
  description: description || null,
  place: JSON.stringify(place),
  starts_at: new Date(startsAt),
  ends_at: new Date(endsAt),
  time_zone: timeZone,
  website: website ?? null,
  members_of: membersOf ?? null,
});

/** Events that this user may see: own ones, and those for the user that are not hidden, of users without a restriction. */
const visibleEvents = ({ db, now }: Context, viewerUid: string) =>
  db
    .selectFrom("community_event")
    .selectAll()
    .where(canInteractWithColumn(viewerUid, "creator_id"))
    .where(
      sql<boolean>`
        (creator_id = ${viewerUid}
          or ${isForMember(sql.ref("members_of"), sql`${viewerUid}::uuid`, now())})`,
    )
    .where(
      sql<boolean>`
        (creator_id = ${viewerUid}
          or not ${isRemovedContent(sql.ref("community_event.id"))})`,
    );

export function findVisibleEvent(
  ctx: Context,
  viewerUid: string,
  id: string,
): Promise<EventRow | undefined> {
  return visibleEvents(ctx, viewerUid).where("id", "=", id).executeTakeFirst();
}

/** Events that are open to visitors, soonest first. */
export function findPublicEventRows(ctx: Context, limit: number): Promise<EventRow[]> {
  return selectPublicEvents(ctx).orderBy("starts_at").limit(limit).execute();
}

/** An event that is open to visitors, not over and of a creator who is neither suspended nor leaving. */
export function findPublicEventRow(ctx: Context, id: string): Promise<EventRow | undefined> {
  return selectPublicEvents(ctx).where("id", "=", id).executeTakeFirst();
}

/** Those of these events that are open to visitors. */
export function findPublicEventsOf(ctx: Context, ids: readonly string[]): Promise<EventRow[]> {
  return selectPublicEvents(ctx)
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}

const selectPublicEvents = ({ db, now }: Context) =>
  db
    .selectFrom("community_event")
    .selectAll()
    .where("is_public", "=", true)
    .where("members_of", "is", null)
    .where("status", "=", "scheduled")
    .where("ends_at", ">", now())
    .where(sql<boolean>`not ${isRemovedContent(sql.ref("community_event.id"))}`)
    .where(sql<boolean>`not ${areRestricted(sql.ref("creator_id"), sql.ref("creator_id"))}`);

export function findEvent({ db }: Context, id: string): Promise<EventRow | undefined> {
  return db.selectFrom("community_event").selectAll().where("id", "=", id).executeTakeFirst();
}

interface EventPage {
  /** Each of them must occur in the title or the place, or one of its place names in the place. */
  readonly words: readonly {
    readonly word: string;
    readonly placeNames: readonly string[];
  }[];
  readonly limit: number;
  readonly after:
    | {
        readonly at: string;
        readonly id: string;
      }
    | undefined;
}

/** Events that are neither over nor cancelled, soonest first. */
export function findUpcomingEvents(
  ctx: Context,
  viewerUid: string,
  { words, limit, after }: EventPage,
): Promise<EventRow[]> {
  let query = visibleEvents(ctx, viewerUid)
    .where("status", "=", "scheduled")
    .where("ends_at", ">", ctx.now());
  for (const { word, placeNames } of words)
    query = query.where(
      sql<boolean>`(position(lower(${word}) in lower(title || ' ' || (place ->> 'label'))) > 0
        or exists (select from unnest(${placeNames}::text[]) as name
          where position(lower(name) in lower(place ->> 'label')) > 0))`,
    );
  return query
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(starts_at, id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("starts_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Deletes events that ended long ago; returns true if there may be more. */
export const deleteOldEvents = (
  { db }: Context,
  endedBefore: Date,
  limit: number,
): Promise<boolean> =>
  deleteBatch(db, "community_event", {
    key: ["id"],
    limit,
    where: (row) => row("ends_at", "<", endedBefore),
  });
