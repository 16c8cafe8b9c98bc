import { sql } from "kysely";
import { type NewDrive, type RideRow, type Stretch, takingSeatsOf } from "#modules/rides/index.ts";
import type { Fact, Topic } from "@commonlane/contract/live";
import type { Context } from "#platform/context.ts";
import { keepingAnswer } from "#platform/db/idempotency.ts";
import { OFTEN } from "#platform/db/often.ts";
import { writingEvents } from "#platform/db/outbox.ts";
import { ring } from "#platform/db/ringing.ts";
import type { Keeping } from "#platform/http/at-once.ts";
import type { NewSeatRequest } from "./seat-requests.store.ts";

type Booking = NewSeatRequest & { readonly id: string };

/** The columns of a new booking with their types: in a select the database does not guess them. */
const COLUMNS = {
  id: "uuid",
  ride_id: "uuid",
  seeker_id: "uuid",
  seats: "int",
  pickup: "jsonb",
  dropoff: "jsonb",
  areas: "jsonb",
  pickup_at: "timestamptz",
  dropoff_at: "timestamptz",
  first_leg: "int",
  last_leg: "int",
  detour_m: "int",
  detour_s: "int",
  message: "text",
  needs: "text[]",
  contribution_minor: "int",
  currency: "text",
  status: "text",
  expires_at: "timestamptz",
  created_at: "timestamptz",
  decided_at: "timestamptz",
} as const satisfies Record<keyof Booking, string>;

/**
 * Takes the seats, records the booking, tells of it and keeps the answer, in one statement, which is a transaction by
 * itself. False, and nothing is done, where the seats are gone or the ride is not as it was read. Refused by a constraint
 * where this person has a request on it already, is under way then, or the key has been used.
 */
export async function bookAtOnce(
  ctx: Context,
  booking: Booking,
  {
    ride,
    stretch,
    drive,
    told,
    keeping,
  }: {
    ride: RideRow;
    stretch: Stretch;
    /** The way with this one, where they need a stop and nobody is met at another time for it. */
    drive: NewDrive | undefined;
    told: readonly { topic: Topic; fact: Fact }[];
    keeping: Keeping | undefined;
  },
): Promise<boolean> {
  const at = ctx.now();
  const { pickup, dropoff, areas } = booking;
  const values = {
    ...booking,
    pickup: JSON.stringify(pickup),
    dropoff: JSON.stringify(dropoff),
    areas: areas && JSON.stringify(areas),
  };
  const columns = sql.join(Object.keys(COLUMNS).map((name) => sql.id(name)));
  const row = sql.join(typed(values));
  const kept = keeping ? sql`, kept as (${keepingAnswer(keeping.claim, keeping, at, "booked")})` : sql``;
  const { rows } = await sql`${OFTEN}
    with taken as (${takingSeatsOf(ctx, ride, stretch, drive)} returning ride.id),
    booked as (insert into seat_request (${columns}) select ${row} from taken returning ride_id),
    told as (${writingEvents(at, told, "booked")})
    ${kept}
    select from booked`.execute(ctx.db);
  if (rows.length === 0) return false;
  ring(ctx.db);
  return true;
}

const typed = (values: { readonly [name in keyof Booking]: unknown }) =>
  Object.entries(COLUMNS).map(([name, type]) => sql`${Reflect.get(values, name)}::${sql.raw(type)}`);
