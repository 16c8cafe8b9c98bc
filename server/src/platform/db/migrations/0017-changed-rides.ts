import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const live = (row: string) => `${row}.status = 'accepted' and ${row}.confirm_by is null`;

const statements = [
  // What was agreed to before the ride was changed, and until when a passenger may say whether it still suits. It stays
  // with a booking that ended meanwhile: such an end counts against nobody.
  `alter table seat_request add agreed jsonb, add confirm_by timestamptz, add confirm_asked_at timestamptz`,
  `create index seat_request_to_confirm on seat_request (confirm_by) where status = 'accepted' and confirm_by is not null`,
  // Nobody is under way with a ride that they have not agreed to as it goes now.
  `create or replace function keep_commitment_of_seat_request() returns trigger language plpgsql as $$
    declare lane bigint;
    begin
      if tg_op <> 'INSERT' then delete from commitment where id = old.id; end if;
      if tg_op <> 'DELETE' and ${live("new")} then
        lane := hashtextextended(new.id::text, 0);
        perform commit_to(new.id, new.seeker_id, new.ride_id, under_way(new.pickup_at, new.dropoff_at),
          int8range(lane, lane, '[]'));
      end if;
      return null;
    end $$`,
  `drop trigger commitment_changed on seat_request`,
  `create trigger commitment_changed after update of status, confirm_by, pickup_at, dropoff_at on seat_request
    for each row when ((${live("old")}) <> (${live("new")}) or (${live("new")})
      and (old.pickup_at, old.dropoff_at) is distinct from (new.pickup_at, new.dropoff_at))
    execute function keep_commitment_of_seat_request()`,
];
