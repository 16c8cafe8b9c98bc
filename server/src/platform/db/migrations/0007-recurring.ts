import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...series, ...money, ...commitments]) await sql.raw(statement).execute(db);
}

const series = [
  // What is repeated is kept as clocks show it; only occurrences, which are rides, have instants.
  `create table ride_series (
    id uuid primary key default uuidv7(), host_id uuid not null references account, terms jsonb not null,
    local_time time not null, time_zone text not null,
    weekdays int[] not null check (cardinality(weekdays) > 0 and weekdays <@ array[1, 2, 3, 4, 5, 6, 7]),
    first_day date not null, last_day date check (last_day >= first_day),
    exceptions date[] not null default '{}', missed date[] not null default '{}',
    return_of uuid references ride_series,
    status text not null default 'active' check (status in ('active', 'ended')),
    made_until date, created_at timestamptz not null, ended_at timestamptz,
    check ((status = 'ended') = (ended_at is not null)))`,
  `create index ride_series_by_host on ride_series (host_id, id)`,
  `create index ride_series_by_return on ride_series (return_of) where return_of is not null`,
  `create index ride_series_to_make on ride_series (made_until nulls first, id) where status = 'active'`,

  `alter table ride
    add series_id uuid references ride_series, add series_day date, add apart boolean not null default false,
    add return_of uuid references ride, add return_id uuid references ride,
    add check ((series_id is null) = (series_day is null))`,
  // However many processes make the days of a series, each is made once; a cancelled one keeps its day.
  `create unique index ride_of_series on ride (series_id, series_day) where series_id is not null`,

  `create table ride_template (
    id uuid primary key default uuidv7(), host_id uuid not null references account, name text not null,
    terms jsonb not null, created_at timestamptz not null)`,
  `create unique index ride_template_by_name on ride_template (host_id, name)`,
];

const money = [
  // What passengers have promised for their seats never exceeds what the way costs. Rides hosted before have no limit.
  `alter table ride
    add running_cost_minor int check (running_cost_minor >= 0),
    add promised_minor int not null default 0 check (promised_minor >= 0),
    add constraint ride_cost_covered check (promised_minor <= running_cost_minor)`,
  `update ride set promised_minor = owed.minor from (
    select ride_id, sum(seats * contribution_minor) as minor from seat_request
    where status in ('accepted', 'completed', 'disputed') and contribution_minor > 0 group by ride_id) as owed
    where owed.ride_id = ride.id`,
];

const commitments = [
  `create extension if not exists btree_gist`,
  // When a person is under way: as the host of a ride, or as a passenger from pickup to dropoff. Whoever hosts is on no
  // other ride then; two bookings at once may be for others, so each passenger has a lane of their own beside the other.
  `create table commitment (
    id uuid primary key, uid uuid not null, ride_id uuid not null, during tstzrange not null, lane int8range not null,
    constraint commitment_apart exclude using gist (uid with =, during with &&, lane with &&))`,
  // Reckoned times are long rather than short: a ride counts as done after 0.8 of its time (domain.md, State machines).
  `create function under_way(departs timestamptz, arrives timestamptz) returns tstzrange language sql stable as $$
    select tstzrange(departs, departs + (arrives - departs) * 0.8) $$`,
  // Without "do nothing" two who commit at once would wait for each other.
  `create function commit_to(id uuid, uid uuid, ride_id uuid, during tstzrange, lane int8range) returns void
    language plpgsql as $$
    begin
      insert into commitment values (id, uid, ride_id, during, lane) on conflict on constraint commitment_apart do nothing;
      if not found then
        raise exclusion_violation using message = 'this person is under way then', constraint = 'commitment_apart';
      end if;
    end $$`,
  `create function keep_commitment_of_ride() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then delete from commitment where id = old.id; end if;
      if tg_op <> 'DELETE' and new.status in ('scheduled', 'departed') then
        perform commit_to(new.id, new.host_id, new.id, under_way(new.departs_at, new.arrives_at), '(,)');
      end if;
      return null;
    end $$`,
  `create function keep_commitment_of_seat_request() returns trigger language plpgsql as $$
    declare lane bigint;
    begin
      if tg_op <> 'INSERT' then delete from commitment where id = old.id; end if;
      if tg_op <> 'DELETE' and new.status = 'accepted' then
        lane := hashtextextended(new.id::text, 0);
        perform commit_to(new.id, new.seeker_id, new.ride_id, under_way(new.pickup_at, new.dropoff_at),
          int8range(lane, lane, '[]'));
      end if;
      return null;
    end $$`,
  // What overlaps already may stay.
  `insert into commitment select id, host_id, id, under_way(departs_at, arrives_at), '(,)' from ride
    where status in ('scheduled', 'departed') on conflict do nothing`,
  `insert into commitment
    select id, seeker_id, ride_id, under_way(pickup_at, dropoff_at), int8range(lane, lane, '[]')
    from seat_request, hashtextextended(seat_request.id::text, 0) as lane where status = 'accepted' on conflict do nothing`,
  ...["ride", "seat_request"].flatMap((table) => {
    const live = (row: string) =>
      table === "ride" ? `(${row}.status in ('scheduled', 'departed'))` : `(${row}.status = 'accepted')`;
    const [from, to] = table === "ride" ? ["departs_at", "arrives_at"] : ["pickup_at", "dropoff_at"];
    const keep = `for each row when (%) execute function keep_commitment_of_${table}()`;
    const changed = `${live("old")} <> ${live("new")} or ${live("new")} and (old.${from}, old.${to}) is distinct from (new.${from}, new.${to})`;
    return [
      `create trigger commitment_made after insert on ${table} ${keep.replace("%", live("new"))}`,
      `create trigger commitment_changed after update of status, ${from}, ${to} on ${table} ${keep.replace("%", changed)}`,
      `create trigger commitment_gone after delete on ${table} ${keep.replace("%", live("old"))}`,
    ];
  }),
];
