import { sql } from "kysely";
import {
  type DrivenRouteChange,
  type SegmentSeats,
  takeSeatsStatement,
} from "#modules/rides/route/index.ts";
import { type RideRow } from "#modules/rides/index.ts";
import { areRestricted, isRemovedContent } from "#modules/privacy/index.ts";
import type { DomainEvent, Topic } from "@commonlane/contract/live";
import type { Context } from "#platform/context.ts";
import { storeReplyFragment } from "#platform/db/idempotency-keys.ts";
import { PREPARED } from "#platform/db/prepared-statements.ts";
import { insertEventsFragment } from "#platform/db/outbox/outbox.ts";
import { notifyConsumers } from "#platform/db/outbox/notify.ts";
import type { ReplyToStore } from "#platform/http/endpoints/fast-path.ts";
import type { NewSeatRequest } from "../seat-requests.store.ts";

type InstantBooking = NewSeatRequest & { readonly id: string };

/** Column types of a new booking: PostgreSQL does not infer them in a select. */
const COLUMNS = {
  id: "uuid",
  ride_id: "uuid",
  seeker_id: "uuid",
  seats: "int",
  pickup: "json",
  dropoff: "json",
  approximate_stops: "json",
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
} as const satisfies Record<keyof InstantBooking, string>;

/**
 * Takes the seats, inserts the booking, publishes its events and stores the idempotent reply in one statement, which is
 * its own transaction. Returns false and changes nothing if the seats are gone, the ride changed or the two were kept
 * apart since it was read, or the seeker waits in its queue, where others then move up. Fails with a constraint violation
 * if the seeker already has a request on the ride, travels at that time, or the key has been used.
 */
export async function bookInstantly(
  ctx: Context,
  booking: InstantBooking,
  {
    ride,
    segmentSeats,
    drive,
    events,
    idempotency,
  }: {
    ride: RideRow;
    segmentSeats: SegmentSeats;
    /** The driven route with the new stop, if it needs one and no other passenger's time changes. */
    drive: DrivenRouteChange | undefined;
    events: readonly {
      topic: Topic;
      payload: DomainEvent;
    }[];
    idempotency: ReplyToStore | undefined;
  },
): Promise<boolean> {
  const at = ctx.now();
  const seeker = sql`${booking.seeker_id}::uuid`;
  const { pickup, dropoff, approximate_stops } = booking;
  const values = {
    ...booking,
    pickup: JSON.stringify(pickup),
    dropoff: JSON.stringify(dropoff),
    approximate_stops: approximate_stops && JSON.stringify(approximate_stops),
  };
  const columns = sql.join(Object.keys(COLUMNS).map((name) => sql.id(name)));
  const row = sql.join(typedValues(values));
  const storedReply = idempotency
    ? sql`
      ,
      kept as (${storeReplyFragment(idempotency.claim, idempotency, at, "booked")})`
    : sql``;
  const { rows } = await sql`${PREPARED}
    with taken as (
      ${takeSeatsStatement(ctx, ride, segmentSeats, drive)}
        and not ${areRestricted(seeker, sql`ride.host_id`)}
        and not ${isRemovedContent(sql`ride.id`)}
        and not exists (
          select from standby
          where ride_id = ride.id and seeker_id = ${seeker} and standby.status = 'waiting')
      returning ride.id),
    booked as (
      insert into seat_request (${columns})
      select ${row}
      from taken
      returning ride_id),
    result as (${insertEventsFragment(at, events, "booked")})
    ${storedReply}
    select from booked`.execute(ctx.db);
  if (rows.length === 0) return false;
  notifyConsumers(ctx.db);
  return true;
}

function typedValues(values: { readonly [name in keyof InstantBooking]: unknown }) {
  return Object.entries(COLUMNS).map(
    ([name, type]) => sql`${Reflect.get(values, name)}::${sql.raw(type)}`,
  );
}
