import { randomUUID } from "node:crypto";
import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { LatLng } from "@commonlane/matching/geo";
import pg from "pg";
import { createVerifiedAccount } from "../../../server/src/modules/accounts/index.ts";
import { calculateRoute } from "../../../server/src/modules/rides/route/index.ts";
import type { Context } from "../../../server/src/platform/context.ts";
import type { Connection } from "../../../server/src/platform/db/database.ts";
import { createRandom, logProgress } from "../bench.ts";

/** Villages of Liechtenstein, from south to north, and two in the mountains. */
const VILLAGES: readonly LatLng[] = [
  { lat: 47.0666, lng: 9.5033 },
  { lat: 47.0971, lng: 9.5197 },
  { lat: 47.1072, lng: 9.5281 },
  { lat: 47.141, lng: 9.5209 },
  { lat: 47.1664, lng: 9.5105 },
  { lat: 47.1866, lng: 9.5445 },
  { lat: 47.2067, lng: 9.5269 },
  { lat: 47.2161, lng: 9.5003 },
  { lat: 47.2382, lng: 9.5249 },
  { lat: 47.1157, lng: 9.5434 },
  { lat: 47.1027, lng: 9.6097 },
];
const DAYS = 14;
const ROUTES_AT_ONCE = 4;
const BATCH = 500;
const SPREAD_DEGREES = 0.02;

/** Random places, rides and searches of one region; the same in every run. */
export class RandomRegion {
  readonly #next: () => number;
  /** Midnight before the first ride. */
  readonly startMs: number;

  constructor(seed: number, startMs: number) {
    this.#next = createRandom(seed);
    this.startMs = startMs;
  }

  place(): LatLng & { readonly label: string } {
    const { lat, lng } = this.#pick(VILLAGES);
    const near = (degrees: number) =>
      Number((degrees + SPREAD_DEGREES * (this.#next() - 0.5)).toFixed(5));
    return { label: "A place", lat: near(lat), lng: near(lng) };
  }

  trip(): { readonly from: LatLng; readonly to: LatLng } {
    return { from: this.place(), to: this.place() };
  }

  /** Mostly in the morning and in the afternoon. */
  instantMs(): number {
    const hour = this.#next() < 0.5 ? 5 + 5 * this.#next() : 11 + 9 * this.#next();
    return this.startMs + Math.floor(DAYS * this.#next()) * DAY_MS + Math.round(hour * HOUR_MS);
  }

  detour(): { readonly metres: number; readonly seconds: number } {
    const metres = this.#pick([0, 2_000, 5_000, 5_000, 10_000]);
    return { metres, seconds: metres / 10 };
  }

  #pick<T>(choices: readonly T[]): T {
    const choice = choices[Math.floor(choices.length * this.#next())];
    if (choice === undefined) throw new Error("There is nothing to choose from.");
    return choice;
  }
}

/** Trips, times and detours of the rides in a region. */
type HostedRegion = Pick<RandomRegion, "trip" | "instantMs" | "detour">;

/** Inserts rides on real roads, each with a host of its own, and returns a seeker. */
export async function fillRegion(
  ctx: Context,
  connection: Connection,
  region: HostedRegion,
  rides: number,
): Promise<{ uid: string }> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query("set session_replication_role = replica");
    await client.query(HOSTS, [rides]);
    for (let first = 0; first < rides; first += BATCH) {
      const rows: object[] = [];
      while (rows.length < Math.min(BATCH, rides - first)) {
        const some = Array.from({ length: ROUTES_AT_ONCE }, (_, n) =>
          randomRide(ctx, region, first + rows.length + n),
        );
        rows.push(...(await Promise.all(some)));
      }
      await client.query(RIDES, [JSON.stringify(rows.slice(0, rides - first))]);
    }
    await client.query("vacuum analyze");
    logProgress(`${rides.toLocaleString("en")} rides are in the database`);
    const profile = { firstName: "Seeker", lastName: "Moreau", birthDate: "1990-06-15" };
    return await createVerifiedAccount(ctx, { email: `${randomUUID()}@example.org`, profile });
  } finally {
    await client.end();
  }
}

const idOf = (n: number, kind: string) =>
  `0198${kind}-0000-7000-8000-${String(n).padStart(12, "0")}`;

async function randomRide(ctx: Context, region: HostedRegion, n: number): Promise<object> {
  const { from, to } = region.trip();
  const [origin, destination] = [from, to].map((place) => ({ label: "A place", ...place }));
  if (!origin || !destination) throw new Error("A trip has two ends.");
  const { metres, seconds } = region.detour();
  const route = calculateRoute(ctx, [origin, destination], new Date(region.instantMs()));
  if (!route.leg_points) throw new Error("A ride does not follow roads.");
  return {
    ...route,
    id: idOf(n, "0001"),
    host_id: idOf(n, "0000"),
    origin_lat: origin.lat,
    origin_lng: origin.lng,
    max_detour_m: metres,
    max_detour_s: seconds,
  };
}

const HOSTS = `with made as (
    insert into account (uid, email, email_verified, password_hash, created_at)
    select ('01980000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@example.org', true, '', now()
    from generate_series(0, $1::int - 1) as n returning uid)
  insert into profile (uid, first_name, last_name) select uid, 'Host', 'Moreau' from made`;
const RIDES = `insert into ride (id, host_id, points, origin_lat, origin_lng, polyline, leg_distance_m, leg_duration_s, leg_points,
    departs_at, arrives_at, time_zone, seats_total, seats_left, contribution_minor, currency, approval,
    max_detour_m, max_detour_s, luggage, preferences, audience, max_two_in_back, created_at)
  select id, host_id, points, origin_lat, origin_lng, polyline, leg_distance_m, leg_duration_s, leg_points,
    departs_at, arrives_at, 'Europe/Vaduz', 3, '{3}', null, null, 'instant',
    max_detour_m, max_detour_s, 1, '{}', 'everyone', false, now()
  from jsonb_to_recordset($1::jsonb) as given (id uuid, host_id uuid, points jsonb, origin_lat float8, origin_lng float8,
    polyline text, leg_distance_m int[], leg_duration_s int[], leg_points int[], departs_at timestamptz,
    arrives_at timestamptz, max_detour_m int, max_detour_s int)`;
