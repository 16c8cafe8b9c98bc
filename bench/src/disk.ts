import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { socketConnection } from "../../server/src/platform/db/embedded/embedded-postgres.ts";
import { findDataFolder } from "../../server/src/platform/db/embedded/data-folder.ts";
import { z } from "zod";
import { type Bench, type Figures, row, type Row, logProgress } from "./bench.ts";
import { waitForConsumers } from "./booking/fill-rides.ts";
import { fillUsers } from "./sockets/people.ts";
import { withTempFolder } from "./support/temp-folder.ts";
import { serve, SERVER } from "./support/processes.ts";

/** Enough operations of each kind that half-filled pages do not matter. */
const OPERATIONS = Number(process.env["OPERATIONS"] ?? 1_200);
const AT_ONCE = 8;
/** Interval of operations after which dead rows are vacuumed, as autovacuum does in a running community. */
const ROUND = 200;
/**
 * Rides hosted and booked, and messages sent, before anything is counted. The first rows of a table cost its maps of
 * free space, some 100 kB in all, which would be added to each operation.
 */
const WARM_UP = 100;
const SEATS = 3;
/** Per seat of a ride. Rides are a fortieth of a day apart, so each user is on one ride per day. */
const SEEKERS = 40;
/** After the last event was read, deliveries of notifications are still being written. */
const SETTLED_MS = 2_000;
const DAY_MS = 86_400_000;
const MOST = { booking: 4_000, message: 900, ride: 3_000 };
const PLACES = {
  origin: { label: "Freiburg im Breisgau", lat: 47.9959, lng: 7.8522 },
  stops: [
    { label: "Karlsruhe", lat: 49.0094, lng: 8.4044 },
    { label: "Mainz", lat: 49.9842, lng: 8.2791 },
  ],
  destination: { label: "Köln", lat: 50.9331, lng: 6.95 },
};
const WORDS = "See you at ten past eight at the main entrance, red coat.";

/** Disk space per operation: tables, indexes and what is stored beside them, through calls of the API. */
export const disk: Bench = { name: "disk", run: () => withTempFolder(measureIn) };

type Person = Awaited<ReturnType<typeof fillUsers>>[number];

/** Bytes of each table with its indexes, by name. */
type Sizes = ReadonlyMap<string, number>;

/** Deleted automatically after a day or a week. */
const PASSING = ["idempotency_key", "event"];

interface Cost {
  readonly bytes: number;
  /** What remains after a week. */
  readonly lasting: number;
  /** The tables that grew most. */
  readonly where: string;
}

async function measureIn(folder: string): Promise<Figures> {
  const people = await fillUsers(folder, WARM_UP + Math.ceil(OPERATIONS / SEATS) + SEATS * SEEKERS);
  const seekers = people.slice(0, SEATS * SEEKERS);
  const hosts = people.slice(SEATS * SEEKERS);
  const server = await serve(SERVER, {
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: "1000",
    // Members of a running community are rarely new; what limits new accounts is deleted after a day.
    NEW_ACCOUNT_DAYS: "0",
    LOG_LEVEL: "error",
  });
  const client = new pg.Client(socketConnection(findDataFolder(folder) ?? folder));
  await client.connect();
  try {
    const call = callerOf(server.address);
    const run = async (operation: (n: number) => Promise<unknown>, first: number, end: number) => {
      for (let from = first; from < end; from += ROUND) {
        await inTurns(operation, { from, until: Math.min(from + ROUND, end) });
        await waitForConsumers(folder);
        await client.query("vacuum");
      }
    };
    const cost = async (
      operation: (n: number) => Promise<unknown>,
      count: number,
    ): Promise<Cost> => {
      const before = await sizes(client, folder);
      await run(operation, WARM_UP, WARM_UP + count);
      return costOf(before, await sizes(client, folder), count);
    };

    const rides: string[] = [];
    const host = async (n: number, approval: string) => {
      const departsAt = new Date(Date.now() + (5 + n / SEEKERS) * DAY_MS).toISOString();
      const body = { ...PLACES, departsAt, seatsTotal: SEATS, approval };
      return call("/rides", hosts[n % hosts.length], body, randomUUID());
    };
    const offer = async (n: number) => void (rides[n] = (await host(n, "instant")).id);
    const book = (n: number) =>
      call(
        `/rides/${rides[n % rides.length]}/request`,
        seekerOf(seekers, n, rides.length),
        {},
        randomUUID(),
      );
    const pairs = await openPairs(call, seekers);
    const send = async (n: number) => {
      const pair = pairs[n % pairs.length];
      const body = { clientId: randomUUID(), text: WORDS };
      await call(`/chat/conversations/${pair?.id}/messages`, pair?.people[n % 2], body);
    };
    for (const operation of [offer, book, send]) await run(operation, 0, WARM_UP);
    const ride = await cost(offer, hosts.length - WARM_UP);
    const booking = await cost(book, rides.length * SEATS - WARM_UP);
    const message = await cost(send, OPERATIONS);
    return figuresOf({ ride, booking, message }, rides.length - WARM_UP);
  } finally {
    await client.end();
    await server.stop();
  }
}

/** The three passengers of a ride are different users, and no user has two rides at the same hour. */
function seekerOf(seekers: readonly Person[], n: number, rides: number): Person | undefined {
  const passenger = Math.floor(n / rides);
  return seekers[(n % SEEKERS) + SEEKERS * passenger];
}

type Call = ReturnType<typeof callerOf>;

const callerOf =
  (address: string) =>
  async (
    path: string,
    person: Person | undefined,
    body: object,
    key?: string,
  ): Promise<{ id: string }> => {
    const response = await fetch(`${address}/api${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${person?.token ?? ""}`,
        "content-type": "application/json",
        ...(key !== undefined && { "idempotency-key": key }),
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return z.object({ id: z.string() }).parse(JSON.parse(text));
  };

/** Conversations of two users who travel together. */
async function openPairs(
  call: Call,
  people: readonly Person[],
): Promise<{ id: string; people: Person[] }[]> {
  const pairs: { id: string; people: Person[] }[] = [];
  for (let n = 0; n + 1 < people.length; n += 2) {
    const two = people.slice(n, n + 2);
    const { id } = await call("/chat/conversations", two[0], { withUid: two[1]?.uid });
    pairs.push({ id, people: two });
  }
  return pairs;
}

async function inTurns(
  operation: (n: number) => Promise<unknown>,
  { from, until }: { from: number; until: number },
): Promise<void> {
  let next = from;
  const work = async () => {
    while (next < until) await operation(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** After all background writes, without dead rows. Places are imported while the server already runs. */
async function sizes(client: pg.Client, folder: string): Promise<Sizes> {
  await waitForConsumers(folder);
  await sleep(SETTLED_MS);
  await client.query("vacuum analyze");
  const { rows } = await client.query<{ name: string; bytes: number }>(
    `select c.relname::text as name, pg_total_relation_size(c.oid)::float8 as bytes
     from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
       and c.relname not in ('dev_email', 'place', 'place_name')`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

function costOf(before: Sizes, after: Sizes, count: number): Cost {
  const grown = [...after].map(([name, bytes]) => ({
    name,
    each: (bytes - (before.get(name) ?? 0)) / count,
  }));
  const largest = grown.filter(({ each }) => each >= 10).toSorted((a, b) => b.each - a.each);
  return {
    bytes: grown.reduce((sum, { each }) => sum + each, 0),
    lasting: grown.reduce((sum, { name, each }) => sum + (PASSING.includes(name) ? 0 : each), 0),
    where: largest.map(({ name, each }) => `${name} ${each.toFixed()}`).join(", "),
  };
}

function figuresOf(costs: Readonly<Record<keyof typeof MOST, Cost>>, rides: number): Figures {
  const rowsOf = (what: string, name: keyof typeof MOST): Row[] => {
    const { bytes, lasting, where } = costs[name];
    logProgress(`${what}: ${where}`);
    return [
      row(`${what} (${where})`, bytes, { unit: "B", atMost: MOST[name] }),
      row(`${what}, of that after a week`, lasting, { unit: "B" }),
    ];
  };
  return {
    how: `Bytes on disk for each operation: the growth of all tables with their indexes and what is stored beside them, after \`vacuum\`, divided by the number of operations (dead rows are cleared away every ${ROUND} operations, as autovacuum does). Made through the API, with everything that follows (events, kept answers, notifications and their deliveries, conversations), once ${WARM_UP} of each have filled the first pages of each table. ${rides} rides with 4 points and ${SEATS} seats, each booked full by ${SEATS} passengers; ${OPERATIONS} messages of ${WORDS.length} letters between pairs. Idempotency keys (24 hours) and events (7 days) are counted in full, though they are deleted later; the local mailbox of servers without a mail server and the table of places are not. The members are not new accounts.`,
    rows: [
      ...rowsOf("a booking", "booking"),
      ...rowsOf("a direct message", "message"),
      ...rowsOf("a ride", "ride"),
    ],
  };
}
