import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { socketConnection } from "../../../server/src/platform/db/embedded/embedded-postgres.ts";
import { findDataFolder } from "../../../server/src/platform/db/embedded/data-folder.ts";
import { LEGS, PGBENCH_FROM } from "./fill-rides.ts";

const PGBENCH = "/usr/lib/postgresql/15/bin/pgbench";
const CLIENTS = 16;

/** The booking statement alone: takes seats on one leg of a ride if they are free. */
const statement = (seats: number) => `update ride set seats_left = array(
    select case when leg between :leg and :leg then seats - (${seats}) else seats end
    from unnest(seats_left) with ordinality as ledger (seats, leg) order by leg)
  where id = ('01990000-0000-7000-8000-' || lpad(:n::text, 12, '0'))::uuid and status = 'scheduled'
    and departs_at > now() and ${seats} <= all (seats_left[:leg::int : :leg::int]);`;

/** Takes seats of many rides; on a single ride takes and returns them, each client on its own leg. */
const scriptFor = (rides: number, hot: boolean): string =>
  hot
    ? `\\set n ${PGBENCH_FROM}\n\\set leg :client_id % ${LEGS} + 1\n${statement(1)}\n${statement(-1)}\n`
    : `\\set n random(${PGBENCH_FROM}, ${PGBENCH_FROM + rides - 1})\n\\set leg random(1, ${LEGS})\n${statement(1)}\n`;

/** Bookings per second that pgbench commits with 16 clients on the database of a running server. */
export function pgbench(
  folder: string,
  { rides, hot, seconds }: { rides: number; hot: boolean; seconds: number },
): number {
  const script = join(folder, "pgbench.sql");
  writeFileSync(script, scriptFor(rides, hot));
  const {
    host,
    port,
    user,
    database,
    password = "",
  } = socketConnection(findDataFolder(folder) ?? folder);
  const clients = [
    "-c",
    String(CLIENTS),
    "-j",
    "2",
    "-T",
    String(seconds),
    "-n",
    "-M",
    "prepared",
    "-f",
    script,
  ];
  const run = spawnSync(
    PGBENCH,
    [...clients, "-h", host, "-p", String(port), "-U", user, database],
    {
      encoding: "utf8",
      env: { ...process.env, PGPASSWORD: password },
    },
  );
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(run.stdout)?.[1]);
  if (run.status !== 0 || !(perSecond > 0)) throw new Error(`pgbench: ${run.stderr}`);
  return hot ? 2 * perSecond : perSecond;
}
