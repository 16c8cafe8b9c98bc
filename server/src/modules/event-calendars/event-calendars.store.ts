import type {
  EventCalendarFailure,
  NewEventCalendar,
  UnplacedEvents,
} from "@commonlane/contract/event-calendars";
import { type Selectable, sql } from "kysely";
import { areRestricted } from "#modules/privacy/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type CalendarRow = Selectable<Schema["event_calendar"]>;

export const findCalendars = ({ db }: Context): Promise<CalendarRow[]> =>
  db.selectFrom("event_calendar").selectAll().orderBy("name").orderBy("id").execute();

export function findCalendar({ db }: Context, id: string): Promise<CalendarRow | undefined> {
  return db.selectFrom("event_calendar").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Lets refreshes of one calendar run one after the other. Undefined if the calendar was removed. */
export function lockCalendar({ db }: InTransaction, id: string): Promise<CalendarRow | undefined> {
  return db
    .selectFrom("event_calendar")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** The same address again keeps its creator. */
export const saveCalendar = (
  { db }: InTransaction,
  { name, url, defaultPlace }: NewEventCalendar,
  addedBy: string,
  refreshAt: Date,
): Promise<CalendarRow> => {
  const values = {
    name,
    default_place: defaultPlace ? JSON.stringify(defaultPlace) : null,
  };
  return db
    .insertInto("event_calendar")
    .values({
      ...values,
      url,
      added_by: addedBy,
      refresh_at: refreshAt,
    })
    .onConflict((conflict) => conflict.column("url").doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
};

interface Refreshed {
  readonly events: number;
  readonly leftOut: number;
  readonly unplaced: readonly UnplacedEvents[];
  readonly refreshAt: Date;
}

export const recordRefresh = (
  { db, now }: InTransaction,
  id: string,
  { events, leftOut, unplaced, refreshAt }: Refreshed,
): Promise<CalendarRow> =>
  db
    .updateTable("event_calendar")
    .set({
      refreshed_at: now(),
      refresh_at: refreshAt,
      failure: null,
      events,
      left_out: leftOut,
      unplaced: JSON.stringify(unplaced),
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function recordFailure(
  { db }: Context,
  id: string,
  failure: EventCalendarFailure,
): Promise<void> {
  await db.updateTable("event_calendar").set({ failure }).where("id", "=", id).execute();
}

/** Claims the calendar that is due longest, of a creator who is neither suspended nor leaving. */
export const claimDueCalendar = (
  { db, now }: Context,
  nextAt: Date,
): Promise<CalendarRow | undefined> =>
  db
    .updateTable("event_calendar")
    .set({ refresh_at: nextAt })
    .where("id", "=", ({ selectFrom }) =>
      selectFrom("event_calendar")
        .select("id")
        .where("refresh_at", "<=", now())
        .where(sql<boolean>`not ${areRestricted(sql.ref("added_by"), sql.ref("added_by"))}`)
        .orderBy("refresh_at")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();

export async function deleteCalendar({ db }: InTransaction, id: string): Promise<void> {
  await db.deleteFrom("event_calendar").where("id", "=", id).execute();
}
