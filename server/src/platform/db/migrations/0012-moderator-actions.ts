import { type Kysely, sql } from "kysely";

/** Where a report was started from, when it was first handled, and the actions of moderators that can be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table report add context jsonb, add first_action_at timestamptz;
create index report_created on report (created_at);
create index report_by_reporter on report (reporter_id);

-- An action of a moderator. Until final_at it is pending and can be undone; what cannot be taken back waits for that.
create table moderator_action (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('warn', 'suspend', 'hide', 'resolve', 'decide-removal-appeal', 'decide-rating-appeal')),
  subject_id uuid not null, -- the user, removal, report or rating
  person_uid uuid references account on delete cascade, -- the user concerned
  report_id uuid references report on delete set null, -- the report that it answers
  moderator_uid uuid references account on delete set null,
  reason text not null,
  choice boolean, -- warn everyone of the fraud; restore the content; hide the rating
  taken_at timestamptz not null,
  final_at timestamptz not null,
  state text not null check (state in ('pending', 'final', 'undone')),
  undone_by uuid references account on delete set null,
  undone_at timestamptz,
  constraint moderator_action_undone check ((state = 'undone') = (undone_at is not null))
);
-- Of two moderators who do the same at once, one wins.
create unique index moderator_action_pending on moderator_action (kind, subject_id) where state = 'pending';
create index moderator_action_due on moderator_action (final_at) where state = 'pending';
create index moderator_action_about on moderator_action (subject_id, id);
create index moderator_action_of_person on moderator_action (person_uid, id);
create index moderator_action_of_report on moderator_action (report_id, id);
create index moderator_action_by_moderator on moderator_action (moderator_uid);
create index moderator_action_undone_by on moderator_action (undone_by);`,
    )
    .execute(db);
}
