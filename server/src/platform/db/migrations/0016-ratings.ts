import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...ratings, ...counted, ...passages]) await sql.raw(statement).execute(db);
}

const ratings = [
  // Once for each ride, by each of the two of the other. It becomes public when both have rated, and at publishes_at by itself.
  `create table rating (
    id uuid primary key default uuidv7(), ride_id uuid not null references ride,
    rater_uid uuid not null references account, rated_uid uuid not null references account,
    stars int not null check (stars between 1 and 5), comment text check (length(comment) <= 1000),
    created_at timestamptz not null, publishes_at timestamptz not null, published_at timestamptz,
    reply text check (length(reply) <= 1000), replied_at timestamptz,
    constraint rating_once unique (ride_id, rater_uid, rated_uid), check (rater_uid <> rated_uid),
    check ((reply is null) = (replied_at is null)), check (replied_at is null or published_at is not null))`,
  `create index rating_of_person on rating (rated_uid, published_at, id) where published_at is not null`,
  `create index rating_by_person on rating (rater_uid, rated_uid, id)`,
  `create index rating_to_publish on rating (publishes_at) where published_at is null`,

  // What moderators are asked about ratings; their decisions come with their console.
  `create table rating_appeal (
    rating_id uuid primary key references rating on delete cascade, reason text not null check (length(reason) <= 1000),
    created_at timestamptz not null)`,
];

const counted = [
  // What everybody is shown beside a name is counted where the name is read; nobody but the trigger writes it.
  `alter table profile
    add rating_count int not null default 0 check (rating_count >= 0),
    add rating_sum int not null default 0,
    add constraint profile_rating_plausible check (rating_sum between rating_count and 5 * rating_count)`,
  // Profiles are taken in the order of their uids, so that two who publish at once never wait for each other in a circle;
  // what is not published touches none.
  `create function count_ratings() returns trigger language plpgsql as $$
    begin
      perform 1 from profile where uid in (select rated_uid from changed where published_at is not null)
        order by uid for no key update;
      update profile set rating_count = told.count, rating_sum = told.sum
        from (select uid as of, count(rating.id) as count, coalesce(sum(stars), 0) as sum
          from (select distinct rated_uid as uid from changed where published_at is not null) as people
            left join rating on rated_uid = uid and published_at is not null
          group by uid) as told
        where uid = told.of and (rating_count, rating_sum) is distinct from (told.count, told.sum);
      return null;
    end $$`,
  ...[
    ["made", "insert", "new"],
    ["changed", "update", "new"],
    ["gone", "delete", "old"],
  ].map(
    ([name, happening, table]) => `
    create trigger rating_${name} after ${happening} on rating referencing ${table} table as changed
      for each statement execute function count_ratings()`,
  ),
];

const passages = [
  // How it went for one booked passenger. A row is made when somebody first looks at it, or does something.
  `create table passage (
    seat_request_id uuid primary key references seat_request on delete cascade,
    pin text not null check (pin ~ '^[0-9]{4}$'), pin_tries int not null default 0 check (pin_tries between 0 and 5),
    picked_up_at timestamptz, paid_at timestamptz, received_at timestamptz,
    said_by text check (said_by in ('seeker', 'host')),
    said_fault text check (said_fault in ('host-absent', 'passenger-absent', 'nobody')), said_note text,
    said_at timestamptz, answer_until timestamptz,
    answer_fault text check (answer_fault in ('host-absent', 'passenger-absent', 'nobody')), answer_note text,
    answered_at timestamptz,
    outcome text check (outcome in ('host-absent', 'passenger-absent', 'nobody')), settled_at timestamptz,
    check ((said_by is null) = (said_at is null)), check ((said_by is null) = (said_fault is null)),
    check ((said_by is null) = (answer_until is null)), check (said_by is null or picked_up_at is null),
    check ((answer_fault is null) = (answered_at is null)), check (answered_at is null or said_at is not null),
    check ((outcome is null) = (settled_at is null)), check (settled_at is null or said_at is not null),
    check (answered_at is null or settled_at is not null))`,
  `create index passage_to_settle on passage (answer_until) where said_at is not null and settled_at is null`,
];
