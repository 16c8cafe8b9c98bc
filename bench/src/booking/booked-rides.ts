import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { createVerifiedAccount, ensureSigningKeys, issueIdToken } from "../../../server/src/modules/accounts/index.ts";
import { connect, openDatabase } from "../../../server/src/platform/db/database.ts";
import { throughSocket } from "../../../server/src/platform/db/embedded.ts";
import { existingData } from "../../../server/src/platform/db/embedded-home.ts";
import { say } from "../bench.ts";
import { contextOn } from "../support/bare-context.ts";

const SEEKERS = 200;
export const LEGS = 14;
export const SEATS = 8;
/** About 22 km apart, going north. */
const POINTS = Array.from({ length: LEGS + 1 }, (_, n) => ({ label: `Stop ${n}`, lat: 47 + 0.2 * n, lng: 8.5 }));

/** The n-th ride that is booked over HTTP, and the n-th of pgbench's own. */
export const rideId = (n: number): string => `01990000-0000-7000-8000-${String(n).padStart(12, "0")}`;
export const PGBENCH_FROM = 1_000_000;

/** The two ends of a leg, as a seeker asks for them. */
export const partOf = (leg: number) => ({ pickup: POINTS[leg], dropoff: POINTS[leg + 1] });

/** A new data folder with twice so many empty instant rides, each with a host of its own, and people who ask for seats. */
export async function fillBookable(folder: string, rides: number): Promise<{ tokens: string[] }> {
  const { db, close } = await openDatabase({ folder, onLost: say });
  try {
    const ctx = contextOn(db);
    await ensureSigningKeys(ctx);
    const tokens: string[] = [];
    for (let n = 0; n < SEEKERS; n++) {
      const profile = { firstName: `Seeker${n}`, lastName: "Moreau", birthDate: "1990-06-15" };
      const { uid } = await createVerifiedAccount(ctx, { email: `${randomUUID()}@example.org`, profile });
      tokens.push(await issueIdToken(ctx, uid));
    }
    for (const from of [0, PGBENCH_FROM]) {
      const numbers = sql`generate_series(${from}::int, ${from + rides - 1}::int) as n`;
      const uid = sql`('01980000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`;
      await sql`insert into account (uid, email, email_verified, password_hash, created_at)
        select ${uid}, n || '@example.org', true, '', now() from ${numbers}`.execute(db);
      await sql`insert into profile (uid, first_name, last_name)
        select ${uid}, 'Host', 'Moreau' from ${numbers}`.execute(db);
      await sql`insert into ride (id, host_id, points, origin_lat, origin_lng, polyline, leg_distance_m, leg_duration_s,
          departs_at, arrives_at, time_zone, seats_total, seats_left, contribution_minor, currency, approval,
          max_detour_m, max_detour_s, luggage, preferences, audience, max_two_in_back, created_at)
        select ('01990000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${uid}, ${JSON.stringify(POINTS)}::jsonb,
          47, 8.5, '_p~iF~ps|U_ulLnnqC', array_fill(28900, array[${LEGS}::int]), array_fill(1445, array[${LEGS}::int]),
          now() + interval '5 days', now() + interval '6 days', 'Europe/Berlin', ${SEATS},
          array_fill(${SEATS}::int, array[${LEGS}::int]), 700, 'EUR', 'instant', 10000, 600, 1, '{}', 'everyone', false, now()
        from ${numbers}`.execute(db);
    }
    await sql`vacuum analyze`.execute(db);
    return { tokens };
  } finally {
    await close();
  }
}

/** What is wrong in the books of a running server: legs whose seats are not those of the ride, and bookings in all. */
export async function books(folder: string): Promise<{ wrongLegs: number; bookings: number; keys: number }> {
  const db = connect(throughSocket(existingData(folder) ?? folder), { max: 1, statementTimeoutMs: 0 });
  try {
    const { rows } = await sql<{ wrongLegs: number; bookings: number; keys: number }>`
      select (
          select count(*) from ride, generate_series(1, ${LEGS}::int) as leg
          where ride.id < ${rideId(PGBENCH_FROM)}::uuid and seats_left[leg] + (
            select coalesce(sum(seats), 0) from seat_request
            where ride_id = ride.id and status = 'accepted' and leg - 1 between first_leg and last_leg) <> ${SEATS}
        ) as "wrongLegs",
        (select count(*) from seat_request where status = 'accepted') as bookings,
        (select count(*) from idempotency_key where status = 201) as keys`.execute(db);
    return rows[0] ?? { wrongLegs: NaN, bookings: NaN, keys: NaN };
  } finally {
    await db.destroy();
  }
}
