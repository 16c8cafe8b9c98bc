import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import {
  createVerifiedAccount,
  ensureSigningKeys,
  issueIdToken,
} from "../../../server/src/modules/accounts/index.ts";
import { approximatePosition } from "../../../server/src/modules/privacy/approximate/index.ts";
import type { Context } from "../../../server/src/platform/context.ts";
import { openDatabase } from "../../../server/src/platform/db/database.ts";
import { socketConnection } from "../../../server/src/platform/db/embedded/embedded-postgres.ts";
import { findDataFolder } from "../../../server/src/platform/db/embedded/data-folder.ts";
import { createRandom, logProgress } from "../bench.ts";
import { createBareContext } from "../support/bare-context.ts";

const MIDDLE = { lat: 48.0, lng: 7.85 };
/** Two thirds of the drivers are within this distance of the centre, north and east. */
const SPREAD_KM = 8;
const KM_PER_DEGREE = 111.195;
const AT_ONCE = 5_000;

export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** Drivers distributed as in a large city, the same in every run. */
export function* randomCity(count: number): Generator<Point> {
  const random = createRandom(17);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  for (let n = 0; n < count; n++) {
    yield {
      lat: MIDDLE.lat + (SPREAD_KM * normal()) / KM_PER_DEGREE,
      lng:
        MIDDLE.lng +
        (SPREAD_KM * normal()) / (KM_PER_DEGREE * Math.cos((MIDDLE.lat * Math.PI) / 180)),
    };
  }
}

export interface Filled {
  /** Token of a user who watches the map. */
  readonly seeker: string;
  /** Token of a passenger of `driver`, valid as such once their request is accepted. */
  readonly passenger: string;
  readonly driver: string;
  /** A file with the tokens and positions of some of the drivers. */
  readonly sendersIn: string;
}

/** A new data folder with active drivers, and the tokens of some of them. */
export async function fillDrivers(
  folder: string,
  drivers: number,
  senders: number,
): Promise<Filled> {
  const { db, close } = await openDatabase({ folder, onLost: logProgress });
  try {
    const ctx = createBareContext(db);
    await ensureSigningKeys(ctx);
    const points = [...randomCity(drivers)];
    const client = new pg.Client(socketConnection(findDataFolder(folder) ?? folder));
    await client.connect();
    for (let from = 0; from < drivers; from += AT_ONCE) {
      await insertDrivers(client, points.slice(from, from + AT_ONCE), from);
      logProgress(`${Math.min(drivers, from + AT_ONCE)} of ${drivers} drivers`);
    }
    await client.end();
    const positions: { token: string; at: Point }[] = [];
    for (const [n, at] of points.slice(0, senders).entries())
      positions.push({ token: await issueIdToken(ctx, uidOf(n)), at });
    const sendersIn = join(folder, "senders.json");
    writeFileSync(sendersIn, JSON.stringify(positions));
    const seeker = await signIn(ctx);
    const passenger = await signIn(ctx);
    const driver = await signIn(ctx);
    return { seeker, passenger, driver, sendersIn };
  } finally {
    await close();
  }
}

const uidOf = (n: number) => `01980000-0000-7000-8000-${String(n).padStart(12, "0")}`;

async function insertDrivers(
  client: pg.Client,
  points: readonly Point[],
  from: number,
): Promise<void> {
  const uids = points.map((_, n) => uidOf(from + n));
  const about = points.map((point) => approximatePosition(point, 500));
  const coordinates = [points, about].flatMap((all) => [
    all.map(({ lat }) => lat),
    all.map(({ lng }) => lng),
  ]);
  await client.query(
    `insert into account (uid, email, email_verified, password_hash, created_at)
     select uid::uuid, uid || '@example.org', true, '', now() from unnest($1::text[]) as uid`,
    [uids],
  );
  await client.query(
    `insert into profile (uid, first_name, last_name, birth_date)
     select uid, 'Ada', 'Moreau', '1990-06-15' from unnest($1::uuid[]) as uid`,
    [uids],
  );
  await client.query(
    `insert into active_driver (uid, lat, lng, approximate_lat, approximate_lng, seats, note, activated_at, last_seen_at)
     select uid, lat, lng, approximate_lat, approximate_lng, 3, 'Happy to drop you at the station.', now(), now()
     from unnest($1::uuid[], $2::float8[], $3::float8[], $4::float8[], $5::float8[])
       as driver (uid, lat, lng, approximate_lat, approximate_lng)`,
    [uids, ...coordinates],
  );
}

async function signIn(ctx: Context): Promise<string> {
  const profile = { firstName: "Bob", lastName: "Fischer", birthDate: "1990-06-15" };
  const { uid } = await createVerifiedAccount(ctx, {
    email: `${randomUUID()}@example.org`,
    profile,
  });
  return issueIdToken(ctx, uid);
}
