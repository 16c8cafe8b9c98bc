import { type Kysely, sql } from "kysely";

/** Calendars of others whose events become events of the community. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create table event_calendar (
  id uuid primary key default uuidv7(),
  name text not null check (name <> ''),
  url text collate "C" not null unique,
  default_place jsonb,
  added_by uuid not null references account,
  refreshed_at timestamptz,
  refresh_at timestamptz not null,
  failure text check (failure in ('unreachable', 'unreadable')),
  events int not null default 0,
  left_out int not null default 0,
  unplaced jsonb not null default '[]'
);
create index event_calendar_by_refresh on event_calendar (refresh_at);
create index event_calendar_by_adder on event_calendar (added_by);
alter table community_event
  add calendar_id uuid references event_calendar,
  add calendar_key text collate "C",
  add calendar_digest text collate "C",
  add constraint community_event_of_calendar
    check ((calendar_id is null) = (calendar_key is null) and (calendar_id is null) = (calendar_digest is null));
create unique index community_event_by_calendar on community_event (calendar_id, calendar_key) where calendar_id is not null;
comment on column event_calendar.default_place is 'Of events whose place is not found.';
comment on column event_calendar.added_by is 'Creator of its events.';
comment on column event_calendar.refresh_at is 'When it is due again.';
comment on column event_calendar.failure is 'Of the last refresh; null if it succeeded.';
comment on column event_calendar.events is 'Upcoming ones, at the last refresh.';
comment on column event_calendar.left_out is 'Too long, too many or without a time.';
comment on column event_calendar.unplaced is 'Texts of places that were not found, with the number of events.';
comment on column community_event.calendar_id is 'Null unless it comes from a calendar of others.';
comment on column community_event.calendar_key is 'Which occurrence of the calendar it is.';
comment on column community_event.calendar_digest is 'Hash of what the calendar said last; empty if it says nothing more.';`,
    )
    .execute(db);
}
