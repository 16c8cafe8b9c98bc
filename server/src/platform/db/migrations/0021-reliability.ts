import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Events are forgotten after some days; what people did with what they agreed to is kept, without a word of theirs.
  `create table reliability_event (
    id bigint generated always as identity primary key, uid uuid not null references account on delete cascade,
    ride_id uuid not null, seat_request_id uuid not null,
    kind text not null check (kind in
      ('travelled', 'cancelled', 'released', 'disputed', 'absent', 'cleared', 'answered', 'unanswered')),
    seconds int, at timestamptz not null,
    check ((seconds is not null) = (kind in ('cancelled', 'answered'))))`,
  `create index reliability_event_of_person on reliability_event (uid, id)`,
  `alter table profile add reliability jsonb`,

  // What was before there was a log, as far as the records tell it. Numbers follow when a server starts.
  `insert into reliability_event (uid, ride_id, seat_request_id, kind, seconds, at)
    select uid, ride_id, id, kind, case when kind = 'cancelled' then whole(pickup_at - at) end, at
    from (select seat_request.*, person.uid,
        case seat_request.status
          when 'completed' then 'travelled'
          when 'cancelled' then
            case when ended_by = side and confirm_by is null then 'cancelled' else 'released' end
          else case when settled_at is null then 'disputed'
            when outcome = case side when 'host' then 'host-absent' else 'passenger-absent' end then 'absent'
            else 'cleared' end
        end as kind, coalesce(settled_at, said_at, ended_at, dropoff_at) as at
      from seat_request join ride on ride.id = ride_id left join passage on seat_request_id = seat_request.id
        cross join lateral (values (seeker_id, 'seeker'), (host_id, 'host')) as person (uid, side)
      where seat_request.status in ('completed', 'disputed', 'cancelled')) as ended
    order by at, id`,
  `insert into reliability_event (uid, ride_id, seat_request_id, kind, seconds, at)
    select host_id, ride_id, seat_request.id, 'answered', whole(decided_at - seat_request.created_at), decided_at
    from seat_request join ride on ride.id = ride_id
    where decided_at > seat_request.created_at order by decided_at, seat_request.id`,
  `insert into reliability_event (uid, ride_id, seat_request_id, kind, at)
    select host_id, ride_id, seat_request.id, 'unanswered', coalesce(ended_at, expires_at)
    from seat_request join ride on ride.id = ride_id where seat_request.status = 'expired' order by ended_at, seat_request.id`,
].map((statement) => statement.replaceAll(/whole\(([^()]+)\)/g, "extract(epoch from ($1))::int"));
