import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { DAY_MS } from "@commonlane/contract/durations";
import {
  createVerifiedAccount,
  ensureSigningKeys,
  issueIdToken,
} from "../../../server/src/modules/accounts/index.ts";
import { transaction } from "../../../server/src/platform/context.ts";
import { openDatabase } from "../../../server/src/platform/db/database.ts";
import { socketConnection } from "../../../server/src/platform/db/embedded/embedded-postgres.ts";
import { findDataFolder } from "../../../server/src/platform/db/embedded/data-folder.ts";
import { encodePolyline } from "@commonlane/contract/polyline";
import { logProgress } from "../bench.ts";
import type { RandomRide, RandomRoutes } from "../matching/random-routes.ts";
import { createBareContext } from "../support/bare-context.ts";

const PSQL = "/usr/lib/postgresql/15/bin/psql";
const COLUMNS = `id, host_id, points, origin_lat, origin_lng, polyline, leg_distance_m, leg_duration_s, departs_at,
  arrives_at, time_zone, seats_total, seats_left, contribution_minor, currency, approval, max_detour_m, max_detour_s,
  luggage, preferences, audience, max_two_in_back, note, created_at`;
const AT_ONCE = 1_000;

/** A new data folder with rides over Europe, each with its own host; returns the token of a user who hosts none. */
export async function fillEurope(
  folder: string,
  ways: RandomRoutes,
  rides: number,
): Promise<{ token: string }> {
  const { db, close } = await openDatabase({ folder, onLost: logProgress });
  try {
    const ctx = createBareContext(db);
    await ensureSigningKeys(ctx);
    await psql(folder, [
      `insert into account (uid, email, email_verified, password_hash, created_at)
        select ('01980000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@example.org', true, '', now()
        from generate_series(0, ${rides - 1}) as n`,
      "insert into profile (uid, first_name, last_name) select uid, 'Ada', 'Moreau' from account",
    ]);
    await psql(folder, [`copy ride (${COLUMNS}) from stdin`], lines(ways, rides));
    await psql(folder, ["vacuum analyze"]);
    logProgress(`${rides.toLocaleString("en")} rides are in the database`);
    const profile = { firstName: "Seeker", lastName: "Moreau", birthDate: "1990-06-15" };
    const { uid } = await createVerifiedAccount(ctx, {
      email: `${randomUUID()}@example.org`,
      profile,
    });
    // An event, so that a stored index has a position to continue from.
    await transaction(ctx, async (ctx) =>
      ctx.publish("rides", { type: "ride.changed", rideId: ways.ride(0).id }),
    );
    return { token: await issueIdToken(ctx, uid) };
  } finally {
    await close();
  }
}

/** Runs statements on the open database of a folder, without constraint checks and triggers per row. */
async function psql(
  folder: string,
  statements: readonly string[],
  stdin: Iterable<string> = [],
): Promise<void> {
  const {
    host,
    port,
    user,
    database,
    password = "",
  } = socketConnection(findDataFolder(folder) ?? folder);
  const at = ["-h", host, "-p", String(port), "-U", user, "-d", database];
  const commands = ["set session_replication_role = replica", ...statements].flatMap(
    (statement) => ["-c", statement],
  );
  const run = spawn(PSQL, ["-q", "-v", "ON_ERROR_STOP=1", ...at, ...commands], {
    stdio: ["pipe", "ignore", "inherit"],
    env: { ...process.env, PGPASSWORD: password },
  });
  const done = once(run, "exit");
  for (const text of stdin)
    if (!run.stdin.write(text)) await Promise.race([once(run.stdin, "drain"), done]);
  run.stdin.end();
  const [code] = await done;
  if (code !== 0) throw new Error("The rides were not taken.");
}

function* lines(ways: RandomRoutes, rides: number): Generator<string> {
  let text: string[] = [];
  for (let n = 0; n < rides; n++) {
    text.push(lineOf(ways.ride(n), n));
    if (text.length < AT_ONCE && n + 1 < rides) continue;
    yield text.join("");
    text = [];
  }
}

/** A ride as a host would have created it, estimated without a routing engine. */
function lineOf(
  { id, points, legs, departsAtMs, seatsLeft, maxDetourM, maxDetourS }: RandomRide,
  n: number,
): string {
  const legM = legs.map(({ distanceM }) => distanceM);
  const legS = legs.map(({ durationS }) => durationS);
  const arrivesAtMs = departsAtMs + 1000 * legS.reduce((sum, seconds) => sum + seconds, 0);
  const [origin] = points;
  const columns = [
    id,
    `01980000-0000-7000-8000-${String(n).padStart(12, "0")}`,
    JSON.stringify(points.map((point, k) => ({ label: `Stop ${k}, on the way`, ...point }))),
    origin?.lat,
    origin?.lng,
    // COPY interprets backslashes.
    encodePolyline(points).replaceAll("\\", "\\\\"),
    `{${legM.map(Math.round).join(",")}}`,
    `{${legS.join(",")}}`,
    new Date(departsAtMs).toISOString(),
    new Date(arrivesAtMs).toISOString(),
    "Europe/Berlin",
    Math.max(4, ...seatsLeft),
    `{${seatsLeft.join(",")}}`,
    1800,
    "EUR",
    n % 3 === 0 ? "instant" : "manual",
    maxDetourM,
    maxDetourS,
    1,
    '{"smoking":"no"}',
    "everyone",
    "f",
    "One suitcase each, please.",
    new Date(departsAtMs - DAY_MS).toISOString(),
  ];
  return `${columns.join("\t")}\n`;
}
