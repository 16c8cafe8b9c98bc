import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import {
  createVerifiedAccount,
  ensureSigningKeys,
  issueIdToken,
} from "../../../server/src/modules/accounts/index.ts";
import { openDatabase } from "../../../server/src/platform/db/database.ts";
import { socketConnection } from "../../../server/src/platform/db/embedded/embedded-postgres.ts";
import { findDataFolder } from "../../../server/src/platform/db/embedded/data-folder.ts";
import { logProgress } from "../bench.ts";
import { createBareContext } from "../support/bare-context.ts";

const SEEKERS = 200;
export const LEGS = 14;
export const SEATS = 8;
/** About 22 km apart, northwards. */
const POINTS = Array.from({ length: LEGS + 1 }, (_, n) => ({
  label: `Stop ${n}`,
  lat: 47 + 0.2 * n,
  lng: 8.5,
}));

/** The n-th ride to book over HTTP, and the n-th for pgbench. */
export const rideId = (n: number): string =>
  `01990000-0000-7000-8000-${String(n).padStart(12, "0")}`;
export const PGBENCH_FROM = 1_000_000;

/** Both ends of a leg as a seeker requests them. */
export const segmentOf = (leg: number) => ({ pickup: POINTS[leg], dropoff: POINTS[leg + 1] });

/** A new data folder with twice as many empty instant rides, each with its own host, and seekers. */
export async function fillBookableRides(
  folder: string,
  rides: number,
): Promise<{ tokens: string[] }> {
  const { db, connection, close } = await openDatabase({ folder, onLost: logProgress });
  const client = new pg.Client(connection);
  try {
    const ctx = createBareContext(db);
    await ensureSigningKeys(ctx);
    const tokens: string[] = [];
    for (let n = 0; n < SEEKERS; n++) {
      const profile = { firstName: "Seeker", lastName: "Moreau", birthDate: "1990-06-15" };
      const { uid } = await createVerifiedAccount(ctx, {
        email: `${randomUUID()}@example.org`,
        profile,
      });
      tokens.push(await issueIdToken(ctx, uid));
    }
    await client.connect();
    for (const from of [0, PGBENCH_FROM]) {
      const numbers = [from, from + rides - 1];
      await client.query(HOSTS, numbers);
      await client.query(RIDES, [...numbers, JSON.stringify(POINTS), LEGS, SEATS]);
    }
    await client.query("vacuum analyze");
    return { tokens };
  } finally {
    await client.end();
    await close();
  }
}

const HOST = "('01980000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid";
const HOSTS = `with made as (
    insert into account (uid, email, email_verified, password_hash, created_at)
    select ${HOST}, n || '@example.org', true, '', now() from generate_series($1::int, $2::int) as n returning uid)
  insert into profile (uid, first_name, last_name) select uid, 'Host', 'Moreau' from made`;
const RIDES = `insert into ride (id, host_id, points, origin_lat, origin_lng, polyline, leg_distance_m, leg_duration_s,
    departs_at, arrives_at, time_zone, seats_total, seats_left, contribution_minor, currency, approval,
    max_detour_m, max_detour_s, luggage, preferences, audience, max_two_in_back, created_at)
  select ('01990000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${HOST}, $3::jsonb,
    47, 8.5, '_p~iF~ps|U_ulLnnqC', array_fill(28900, array[$4::int]), array_fill(1445, array[$4::int]),
    now() + interval '5 days', now() + interval '6 days', 'Europe/Berlin', $5::int,
    array_fill($5::int, array[$4::int]), 700, 'EUR', 'instant', 10000, 600, 1, '{}', 'everyone', false, now()
  from generate_series($1::int, $2::int) as n`;

const LOOK_MS = 50;

/** Stays ten minutes behind on purpose, because an e-mail is sent only for messages that are still unread then. */
const BEHIND = "unread-messages.2";

/** Waits until the event consumers of a running server have caught up, so that they do not disturb what follows. */
export async function waitForConsumers(folder: string): Promise<void> {
  const client = new pg.Client(socketConnection(findDataFolder(folder) ?? folder));
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ left: boolean }>(
        `select exists (select from event, event_consumer
          where (event.xid, event.id) > (event_consumer.xid, event_consumer.id) and event_consumer.name <> $1) as left`,
        [BEHIND],
      );
      if (!rows[0]?.left) return;
      await sleep(LOOK_MS);
    }
  } finally {
    await client.end();
  }
}

export interface BookingTotals {
  /** Legs whose free and taken seats do not add up to the seats of the ride. */
  readonly wrongLegs: number;
  readonly bookings: number;
  /** Replies stored under a key. */
  readonly keys: number;
}

/** Reads the bookings and seats stored by a running server. */
export async function readBookingTotals(folder: string): Promise<BookingTotals> {
  const client = new pg.Client(socketConnection(findDataFolder(folder) ?? folder));
  await client.connect();
  try {
    const { rows } = await client.query<BookingTotals>(
      `select (
          select count(*)::int from ride, generate_series(1, $1::int) as leg
          where ride.id < $2::uuid and seats_left[leg] + (
            select coalesce(sum(seats), 0) from seat_request
            where ride_id = ride.id and status = 'accepted' and leg - 1 between first_leg and last_leg) <> $3::int
        ) as "wrongLegs",
        (select count(*)::int from seat_request where status = 'accepted') as bookings,
        (select count(*)::int from idempotency_key where status = 201) as keys`,
      [LEGS, rideId(PGBENCH_FROM), SEATS],
    );
    return rows[0] ?? { wrongLegs: NaN, bookings: NaN, keys: NaN };
  } finally {
    await client.end();
  }
}
