import type { EventDetails } from "@commonlane/contract/events";
import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { timeZoneAt } from "#platform/time-zone.ts";
import type { EventRow } from "./events.store.ts";

/** An event as a calendar of others has it. */
export interface CalendarEvent extends Pick<
  EventDetails,
  "title" | "description" | "place" | "website"
> {
  readonly key: string;
  /** Of all that the calendar says of it. */
  readonly digest: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Digests of the events of a calendar that are not over, by key. */
export async function findCalendarDigests(
  { db, now }: Context,
  calendarId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("community_event")
    .select(["calendar_key", "calendar_digest"])
    .where("calendar_id", "=", calendarId)
    .where("ends_at", ">", now())
    .execute();
  return new Map(rows.map((row) => [row.calendar_key ?? "", row.calendar_digest ?? ""]));
}

interface CalendarChanges {
  readonly calendarId: string;
  readonly creatorUid: string;
  /** New ones, and those of which the calendar says something else. */
  readonly changed: readonly CalendarEvent[];
  readonly keptKeys: readonly string[];
  /** Events that start later are left alone. */
  readonly completeUntil: Date;
}

/** Changes the events of a calendar to what it says, and cancels those of which it says nothing more. */
export async function followCalendar(ctx: InTransaction, changes: CalendarChanges): Promise<void> {
  const { calendarId, creatorUid, changed, keptKeys, completeUntil } = changes;
  for (const event of changed)
    publishChange(ctx, await saveCalendarEvent(ctx, event, calendarId, creatorUid));
  const keys = [...keptKeys, ...changed.map(({ key }) => key)];
  await cancelWhere(
    ctx,
    sql<boolean>`calendar_id = ${calendarId} and starts_at < ${completeUntil}
      and calendar_key <> all(${keys}::text[])`,
  );
}

/** Cancels the events of a calendar that are not over; all of them stay as events of their creator. */
export async function leaveCalendar(ctx: InTransaction, calendarId: string): Promise<void> {
  await cancelWhere(ctx, sql<boolean>`calendar_id = ${calendarId}`);
  await ctx.db
    .updateTable("community_event")
    .set({
      calendar_id: null,
      calendar_key: null,
      calendar_digest: null,
    })
    .where("calendar_id", "=", calendarId)
    .execute();
}

async function saveCalendarEvent(
  { db, now }: InTransaction,
  event: CalendarEvent,
  calendarId: string,
  creatorUid: string,
): Promise<EventRow> {
  const { title, description, place, website, startsAt, endsAt, digest } = event;
  const values = {
    title,
    description: description || null,
    place: JSON.stringify(place),
    starts_at: startsAt,
    ends_at: endsAt,
    time_zone: timeZoneAt(place),
    website: website ?? null,
    calendar_digest: digest,
    changed_at: now(),
  };
  return db
    .insertInto("community_event")
    .values({
      ...values,
      creator_id: creatorUid,
      calendar_id: calendarId,
      calendar_key: event.key,
      created_at: now(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(["calendar_id", "calendar_key"])
        .where("calendar_id", "is not", null)
        .doUpdateSet({
          ...values,
          status: "scheduled",
          revision: sql`community_event.revision + 1`,
        }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function cancelWhere(
  ctx: InTransaction,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<void> {
  const cancelled = await ctx.db
    .updateTable("community_event")
    .set({
      status: "cancelled",
      calendar_digest: "",
      revision: sql`revision + 1`,
      changed_at: ctx.now(),
    })
    .where(condition)
    .where("status", "=", "scheduled")
    .where("ends_at", ">", ctx.now())
    .returningAll()
    .execute();
  for (const event of cancelled) publishChange(ctx, event);
}

/** Publishes that the event has changed, to the devices of its creator. */
export const publishChange = (
  { publish }: InTransaction,
  { id, creator_id }: Pick<EventRow, "id" | "creator_id">,
): void =>
  publish(`user:${creator_id}`, {
    type: "community-event.changed",
    eventId: id,
  });
