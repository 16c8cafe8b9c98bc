import { randomUUID } from "node:crypto";
import { HOUR_MS } from "@commonlane/contract/durations";
import type { Ride, RideSearchResult } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { expect, test } from "vitest";
import { openTransactionInOtherDatabase } from "../app/open-transaction.ts";
import { rideInput, createUsers, type Person, send } from "./http-users.ts";
import { startTwoServers } from "./cluster.ts";

const CHECKS = Number(process.env["FRESHNESS_CHECKS"] ?? 180);
const WRITERS = 6;
/** Long enough to avoid other rides of the same driver. */
const MOVED_BY_MS = HOUR_MS / 2;

/** Expected search result for a ride after an acknowledged change; null if it must not be found. */
type Expected = { readonly departsAt: string; readonly seatsLeft: number } | null;

/** Two processes, and the requests sent to them. */
class Checks {
  done = 0;
  readonly stale: string[] = [];
  readonly refused: string[] = [];
  readonly #addresses: readonly string[];

  constructor(addresses: readonly string[]) {
    this.#addresses = addresses;
  }

  /** A random process, so that half of the searches go to another process than the change. */
  address(): string {
    return this.#addresses[Math.floor(Math.random() * this.#addresses.length)] ?? "";
  }

  async change<Body>(
    call: Parameters<typeof send>[1],
    expected: number,
  ): Promise<Body | undefined> {
    const { status, body } = await send<Body>(this.address(), call);
    if (status === expected) return body;
    this.refused.push(`${call.method} ${call.path} ${status} ${JSON.stringify(body)}`);
    return undefined;
  }

  async search(change: string, seeker: Person, ride: Ride, expected: Expected): Promise<void> {
    const { origin, destination } = ride;
    const query = new URLSearchParams({
      fromLat: String(origin.lat),
      fromLng: String(origin.lng),
      toLat: String(destination.lat),
      toLng: String(destination.lng),
      departsAfter: new Date(Date.parse(ride.departsAt) - HOUR_MS).toISOString(),
      departsBefore: new Date(Date.parse(ride.departsAt) + HOUR_MS).toISOString(),
      limit: "100",
    });
    const path = `/rides/search?${query.toString()}`;
    const { body } = await send<{ items: RideSearchResult[] }>(this.address(), {
      method: "GET",
      path,
      token: seeker.token,
    });
    const found = body.items.find((item) => item.ride.id === ride.id);
    const actual: Expected = found
      ? { departsAt: found.ride.departsAt, seatsLeft: Math.min(...found.ride.seatsLeftByLeg) }
      : null;
    this.done++;
    if (JSON.stringify(actual) !== JSON.stringify(expected))
      this.stale.push(
        `${change}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`,
      );
  }
}

/** A driver and a seeker change a ride in every way that a search shows, and search after each change. */
async function write(checks: Checks, driver: Person, seeker: Person): Promise<void> {
  const { token } = driver;
  const body = rideInput({ approval: "instant", seatsTotal: 1 });
  const ride = await checks.change<Ride>({ method: "POST", path: "/rides", token, body }, 201);
  if (!ride) return;
  const path = `/rides/${ride.id}`;
  const { departsAt } = ride;
  await checks.search("hosted", seeker, ride, { departsAt, seatsLeft: 1 });
  const later = new Date(Date.parse(departsAt) + MOVED_BY_MS).toISOString();
  await checks.change({ method: "PUT", path, token, body: { departsAt: later } }, 200);
  await checks.search("moved", seeker, ride, { departsAt: later, seatsLeft: 1 });
  const booked = {
    method: "POST",
    path: `${path}/request`,
    token: seeker.token,
    body: {},
    key: randomUUID(),
  } as const;
  const request = await checks.change<SeatRequest>(booked, 201);
  await checks.search("booked", seeker, ride, null);
  if (request) {
    await checks.change(
      { method: "DELETE", path: `/rides/requests/${request.id}`, token: seeker.token },
      200,
    );
    await checks.search("given back", seeker, ride, { departsAt: later, seatsLeft: 1 });
  }
  await checks.change({ method: "DELETE", path, token }, 200);
  await checks.search("cancelled", seeker, ride, null);
}

test(
  `[domain/search:fresh] ${CHECKS} times the next search in either process shows an acknowledged change, next to an open transaction elsewhere`,
  { timeout: 60_000 + CHECKS * 500 },
  async () => {
    const { both, ctx } = await startTwoServers();
    await openTransactionInOtherDatabase();
    const checks = new Checks(both.map(({ address }) => address));
    const writers = Array.from({ length: WRITERS }, async () => {
      while (checks.done < CHECKS && checks.refused.length === 0) {
        const [driver, seeker] = await createUsers(ctx, 2);
        if (!driver || !seeker) throw new Error("This needs two results.");
        for (let n = 0; n < 4; n++) await write(checks, driver, seeker);
      }
    });
    await Promise.all(writers);
    expect(checks.refused).toEqual([]);
    expect(checks.stale).toEqual([]);
    expect(checks.done).toBeGreaterThanOrEqual(CHECKS);
    expect(both.map(({ output: said }) => said())).toEqual(["", ""]);
  },
);
