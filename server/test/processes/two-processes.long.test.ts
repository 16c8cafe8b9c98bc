import { captcha } from "@commonlane/contract/captcha";
import type { LiveEvent } from "@commonlane/contract/live";
import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { io } from "socket.io-client";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { grantAdministratorRole } from "#modules/moderation/index.ts";
import type { Context } from "#platform/context.ts";
import { buildDatabaseUrl } from "#platform/db/read-database-url.ts";
import { createTestDatabase } from "../app/test-database.ts";
import { solveChallengeHeader } from "../fixtures/proof-of-work.ts";
import { freePort, startRedis } from "../services/redis.ts";
import {
  rideInput,
  openDatabaseContext,
  createUsers,
  type Person,
  createUser,
  send,
} from "./http-users.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

const PATIENCE = { timeout: 30_000, interval: 10 };
const SLOW = { timeout: 90_000 };
const SITE = "http://rides.example.org";

/** Two processes of one community, on fixed ports, as behind a proxy at PUBLIC_URL. */
async function openTwo(environment: Record<string, string> = {}) {
  const connection = await createTestDatabase();
  const place = { DATABASE_URL: buildDatabaseUrl(connection) };
  const start = async (PORT: number) =>
    startServer(place, {
      PUBLIC_URL: SITE,
      PORT: String(PORT),
      LOG_LEVEL: "fatal",
      ...environment,
    });
  const ports = [await freePort(), await freePort()] as const;
  const [one, two] = await Promise.all([start(ports[0]), start(ports[1])]);
  const at = (n: number) => `http://127.0.0.1:${ports[n % 2]}`;
  return {
    one,
    two,
    at,
    again: () => start(ports[1]),
    ctx: openDatabaseContext(connection, { PUBLIC_URL: SITE }),
  };
}

/** Events that a browser receives over a connection that reconnects and resumes. */
function listen(address: string, { token }: Person) {
  const heard: LiveEvent[] = [];
  let seq: string | undefined;
  const socket = io(address, {
    path: "/live",
    transports: ["websocket"],
    auth: (answer) => answer({ token, seq }),
    forceNew: true,
    reconnectionDelay: 20,
    reconnectionDelayMax: 200,
  });
  onTestFinished(() => void socket.disconnect());
  let resyncs = 0;
  socket.on("event", (payload: LiveEvent) => (heard.push(payload), (seq = payload.seq)));
  socket.on("resync", (message: { seq: string }) => (resyncs++, (seq = message.seq)));
  const accepted = () =>
    heard.flatMap((payload) =>
      payload.type === "seat-request.accepted" ? [payload.seatRequest.id] : [],
    );
  return {
    accepted,
    resyncs: () => resyncs,
    ready: () => vi.waitUntil(() => resyncs > 0, PATIENCE),
  };
}

/** Requests a seat at one process and accepts at another; returns the request's id. */
async function book(ctx: Context, address: string, seeker: Person): Promise<string> {
  const driver = await createUser(ctx);
  const ride = await send<Ride>(address, {
    method: "POST",
    path: "/rides",
    token: driver.token,
    body: rideInput(),
  });
  const path = `/rides/${ride.body.id}/request`;
  const response = await send<SeatRequest>(address, {
    method: "POST",
    path,
    token: seeker.token,
    body: {},
  });
  const { status, body } = await send(address, {
    method: "POST",
    path: `/rides/${ride.body.id}/requests/${response.body.id}/accept`,
    token: driver.token,
  });
  expect([status, body.status]).toEqual([200, "accepted"]);
  return response.body.id;
}

test(
  "a limit, wrong passwords and proofs of work count for two processes together, and a proof from one is valid at the other",
  SLOW,
  async () => {
    const { at, ctx } = await openTwo({ RATE_LIMIT_FACTOR: "0.25" });
    const { token } = await createUser(ctx);
    // Twenty an hour, times the factor.
    const tries = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        send(at(n), {
          method: "POST",
          path: "/notifications/test",
          token,
          body: { channel: "email" },
        }),
      ),
    );
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(tries.filter(({ body }) => body.code === "too_many")).toHaveLength(11);

    const credentials = { email: "bob@example.org", password: "Wrong one 1" };
    // All from one network, which has half of the ten attempts.
    const guesses = await Promise.all(
      Array.from({ length: 14 }, (_, n) =>
        send(at(n), { method: "POST", path: "/identity/sign-in", body: credentials }),
      ),
    );
    expect(guesses.filter(({ body }) => body.code === "credentials_wrong")).toHaveLength(5);
    expect(guesses.filter(({ body }) => body.code === "too_many")).toHaveLength(9);

    const work = async (n: number) => {
      const path = `${captcha.challenge.path}?action=registration-code`;
      const { body } = await send<unknown>(at(n), { method: "GET", path });
      return captcha.challenge.reply.parse(body).challenge;
    };
    // With this factor five are free; five more about double the difficulty, whichever process issues them.
    const first = await work(0);
    const later = await Promise.all(Array.from({ length: 9 }, (_, n) => work(n)));
    const hardest = Math.max(...later.map((challenge) => challenge?.parameters.data.keys ?? 0));
    // With separate counts the difficulty would not rise; the decay over time is small.
    expect(hardest).toBeGreaterThan(1.5 * (first?.parameters.data.keys ?? 0));
    const proof = await solveChallengeHeader(first);
    const ask = (n: number) =>
      send(at(n), {
        method: "POST",
        path: "/auth/send-registration-otp",
        body: { email: "ada@example.org" },
        proof,
      });
    expect((await ask(1)).status).toBe(200);
    expect((await ask(0)).body.code).toBe("captcha_over");
  },
);

test(
  "after a crash and restart, what one process accepts is visible in the other",
  SLOW,
  async () => {
    const { two, at, again, ctx } = await openTwo();
    const seeker = await createUser(ctx);
    const line = listen(at(1), seeker);
    await line.ready();
    const booked = [await book(ctx, at(0), seeker)];
    await vi.waitUntil(() => line.accepted().length === 1, PATIENCE);
    await two.kill();
    for (let n = 0; n < 3; n++) booked.push(await book(ctx, at(0), seeker));
    await again();
    await vi.waitUntil(() => line.accepted().length === 4, PATIENCE);
    booked.push(await book(ctx, at(1), seeker), await book(ctx, at(0), seeker));
    await vi.waitUntil(() => line.accepted().length === 6, PATIENCE);
    expect([line.accepted(), line.resyncs()]).toEqual([booked, 1]);
  },
);

const leave = async ({ stop, output: said }: ServerProcess) => [await stop(), said()];

describe.runIf(startRedis.available)("with a real Redis", () => {
  test(
    "while Redis goes and comes back, users can book: no request fails, and nothing is lost",
    SLOW,
    async () => {
      const redis = await startRedis();
      const { one, two, at, ctx } = await openTwo({ REDIS_URL: redis.url });
      const [seeker] = await createUsers(ctx, 1);
      if (!seeker) throw new Error("This needs one result.");
      const line = listen(at(1), seeker);
      await line.ready();
      const booked: string[] = [];
      const bookSome = async () => {
        for (let n = 0; n < 3; n++) booked.push(await book(ctx, at(n), seeker));
      };
      await bookSome();
      for (let round = 0; round < 2; round++) {
        const dying = redis.kill();
        await bookSome();
        await dying;
        await bookSome();
        const coming = redis.start();
        await bookSome();
        await coming;
      }
      await vi.waitUntil(() => line.accepted().length === booked.length, PATIENCE);
      expect([line.accepted(), line.resyncs()]).toEqual([booked, 1]);
      await redis.kill();
      expect(await Promise.all([one, two].map(leave))).toEqual([
        [0, ""],
        [0, ""],
      ]);
    },
  );
});

test(
  "[domain/administration:all-processes] a setting changed at one process takes effect at the other, and after a restart",
  SLOW,
  async () => {
    const { two, at, ctx, again } = await openTwo();
    const administrator = await createUser(ctx);
    await grantAdministratorRole(ctx, administrator.uid);
    const robots = async (n: number) =>
      (await fetch(`${at(n)}/robots.txt`, { headers: OWN_HOST })).text();
    expect(await robots(1)).not.toContain("Sitemap");
    const changed = await send(at(0), {
      method: "PUT",
      path: "/administration/settings",
      token: administrator.token,
      body: { publicRides: "indexed" },
    });
    expect(changed.status).toBe(200);
    for (const n of [0, 1])
      await vi.waitUntil(async () => (await robots(n)).includes("Sitemap"), PATIENCE);
    await two.kill();
    await again();
    expect(await robots(1)).toContain("Sitemap");
  },
);
const OWN_HOST = { host: new URL(SITE).host };
