import type { LiveEvent } from "@commonlane/contract/live";
import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { io } from "socket.io-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { buildDatabaseUrl } from "#platform/db/read-database-url.ts";
import { createTestDatabase } from "../app/test-database.ts";
import { freePort } from "../services/redis.ts";
import { findContradictions } from "./consistency-check.ts";
import {
  createUser,
  createUsers,
  openDatabaseContext,
  type Person,
  rideInput,
  send,
} from "./http-users.ts";
import { Load } from "./load.ts";
import { hasPreviousRelease, unpackPreviousRelease } from "./previous-release.ts";
import { startMain, startServer } from "./server-process.ts";

const PATIENCE = { timeout: 120_000, interval: 100 };
const SITE = "http://rides.example.org";
const REQUESTS_AT_EACH = 10;

/** Ids of the seat requests that a host hears of at this server. */
async function listen(address: string, { token }: Person): Promise<ReadonlySet<string>> {
  const heard = new Set<string>();
  const socket = io(address, {
    path: "/live",
    transports: ["websocket"],
    auth: { token },
    forceNew: true,
  });
  onTestFinished(() => void socket.disconnect());
  const ready = new Promise<void>((resolve, reject) => {
    socket.once("resync", () => resolve());
    socket.once("connect_error", reject);
  });
  socket.on("event", (event: LiveEvent) => {
    if (event.type === "seat-request.created") heard.add(event.seatRequest.id);
  });
  await ready;
  return heard;
}

test.runIf(hasPreviousRelease())(
  "the previous release runs beside this one: no event is lost, and each reads what the other writes",
  { timeout: 900_000, retry: 0 },
  async () => {
    const connection = await createTestDatabase({ empty: true });
    const place = { DATABASE_URL: buildDatabaseUrl(connection) };
    const ports = [await freePort(), await freePort()] as const;
    const settingsOf = (port: number) => ({ PUBLIC_URL: SITE, PORT: String(port) });
    const older = await startMain(unpackPreviousRelease().main, place, settingsOf(ports[0]));
    const newer = await startServer(place, settingsOf(ports[1]));
    // Both say that they are at PUBLIC_URL, where a proxy would be.
    const addresses = ports.map((port) => `http://127.0.0.1:${port}`);
    const ctx = openDatabaseContext(connection, { PUBLIC_URL: SITE });

    const loads = await Promise.all(
      addresses.map(async () => new Load(await createUsers(ctx, 3), await createUsers(ctx, 6))),
    );
    const running = Promise.all(
      loads.map((load, n) => load.run(addresses[n] ?? "", 150, () => load.stop())),
    );

    // Each host listens at one server while the request is made at the other.
    const made: string[] = [];
    const hosts: string[] = [];
    const heardAt: ReadonlySet<string>[] = [];
    for (const [n, address] of addresses.entries()) {
      const host = await createUser(ctx);
      hosts.push(host.uid);
      const other = addresses[1 - n] ?? address;
      heardAt.push(await listen(other, host));
      for (let count = 0; count < REQUESTS_AT_EACH; count++) {
        const seeker = await createUser(ctx);
        const call = { method: "POST", token: host.token, body: rideInput() } as const;
        const ride = await send<Ride>(other, { ...call, path: "/rides" });
        const path = `/rides/${ride.body.id}/request`;
        const asked = await send<SeatRequest>(address, {
          method: "POST",
          path,
          token: seeker.token,
          body: {},
        });
        expect(asked.status).toBe(201);
        made.push(asked.body.id);
      }
    }
    const heard = () => new Set(heardAt.flatMap((ids) => [...ids]));
    await vi.waitFor(() => expect(made.filter((id) => !heard().has(id))).toEqual([]), PATIENCE);
    const notifications = ctx.db
      .selectFrom("notification")
      .select("id")
      .where("kind", "=", "seat-request.created")
      .where("uid", "in", hosts);
    await vi.waitFor(
      async () => expect(await notifications.execute()).toHaveLength(made.length),
      PATIENCE,
    );

    await running;
    for (const load of loads) expect(load.unexpectedReplies).toEqual([]);
    const all = Object.assign(new Load([], []), {
      rides: new Map(loads.flatMap(({ rides }) => [...rides])),
      requests: new Map(loads.flatMap(({ requests }) => [...requests])),
      refused: new Set(loads.flatMap(({ refused }) => [...refused])),
    });
    expect(await findContradictions(ctx, all, hosts)).toEqual([]);
    expect([older.output(), newer.output()]).toEqual(["", ""]);
    expect([await older.stop(), await newer.stop()]).toEqual([0, 0]);
  },
);
