import { randomUUID } from "node:crypto";
import { HOUR_MS } from "@commonlane/contract/durations";
import type { LiveEvent } from "@commonlane/contract/live";
import type { Profile } from "@commonlane/contract/profiles";
import type { Ride, RideSearchResult } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { io } from "socket.io-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { appliedMigrations, releaseMigrations } from "#platform/db/migrate.ts";
import { findWrongSeatCounts } from "./consistency-check.ts";
import {
  rideInput,
  type Call,
  signUpThroughServers,
  createUsers,
  type Person,
  createUser,
  send,
} from "./http-users.ts";
import { type TwoServers, startTwoServers } from "./cluster.ts";

const ROUNDS = Number(process.env["ROUNDS"] ?? 20);
const SEEKERS = 50;
const PATIENCE = { timeout: 30_000, interval: 10 };

const host = (address: string, { token }: Person, overrides: object = {}) =>
  send<Ride>(address, { method: "POST", path: "/rides", token, body: rideInput(overrides) });
const askOn = (address: string, rideId: string, { token }: Person, body: object = {}) =>
  send<SeatRequest>(address, { method: "POST", path: `/rides/${rideId}/request`, token, body });
const acceptance = (
  { rideId, id }: SeatRequest,
  { token }: Person,
  key: string = randomUUID(),
): Call => ({
  method: "POST",
  path: `/rides/${rideId}/requests/${id}/accept`,
  token,
  key,
});
const counted = (codes: readonly string[]) => Object.groupBy(codes, (code) => code);

test(
  `[domain/seat-request:accept-takes-seats] ${SEEKERS} parallel acceptances for the last seat through two processes, ${ROUNDS} times: one succeeds`,
  { timeout: 60_000 + ROUNDS * 15_000 },
  async () => {
    const { both, ctx } = await startTwoServers();
    const driver = await createUser(ctx);
    const seekers = await createUsers(ctx, SEEKERS);
    const server = (n: number) => both[n % 2]?.address ?? "";
    for (let round = 0; round < ROUNDS; round++) {
      const { body: ride } = await host(server(round), driver, { seatsTotal: 1 });
      const response = await Promise.all(
        seekers.map((seeker, n) => askOn(server(n), ride.id, seeker)),
      );
      const answers = await Promise.all(
        response.map(({ body }, n) => send(server(n), acceptance(body, driver))),
      );
      const outcomes = counted(
        answers.map(({ status, body }) => `${status} ${body.code ?? body.status}`),
      );
      expect([outcomes["200 accepted"]?.length, outcomes["409 ride_full"]?.length]).toEqual([
        1,
        SEEKERS - 1,
      ]);
      const after = await send<Ride>(server(round + 1), {
        method: "GET",
        path: `/rides/${ride.id}`,
        token: driver.token,
      });
      expect(after.body.seatsLeftByLeg).toEqual([0, 0, 0]);
    }
    expect(await findWrongSeatCounts(ctx)).toEqual([]);
    expect(both.map(({ output: said }) => said())).toEqual(["", ""]);
  },
);

test(
  "two processes started together on an empty database act as one service",
  { timeout: 120_000 },
  async () => {
    const cluster = await startTwoServers({ empty: true });
    const { one, two, both, ctx } = cluster;
    // Migrations, places and keys were created exactly once.
    expect(await appliedMigrations(ctx.db)).toEqual(releaseMigrations);
    expect(await ctx.db.selectFrom("signing_key").select("kid").execute()).toHaveLength(1);
    const found = await send<{ items: { label: string }[] }>(two.address, {
      method: "GET",
      path: "/auth/places/predictions?query=Freiburg",
    });
    expect(found.body.items[0]?.label).toContain("Freiburg");

    const joined = await signUpThroughServers(both.map(({ address }) => address));
    for (const { address } of both) {
      const own = await send<Profile>(address, {
        method: "GET",
        path: "/firebase-auth/profile",
        token: joined.idToken,
      });
      expect([own.status, own.body.uid]).toEqual([200, joined.user.uid]);
    }
    await checkFreshSearch(cluster);
    await checkSharedKeys(cluster);
    await checkLiveEvents(cluster);
    await checkSignOut(cluster);
    expect(await findWrongSeatCounts(ctx)).toEqual([]);
    expect(both.map(({ output: said }) => said())).toEqual(["", ""]);
    expect(await Promise.all([one.stop(), two.stop()])).toEqual([0, 0]);
  },
);

/** After one process has acknowledged a change, the next request to the other process finds it, every time. */
async function checkFreshSearch({ one, two, ctx }: TwoServers): Promise<void> {
  const [driver, seeker] = await createUsers(ctx, 2);
  if (!driver || !seeker) throw new Error("This needs two results.");
  for (const [here, there] of [
    [one, two],
    [two, one],
    [one, two],
    [two, one],
  ] as const) {
    const { body: ride } = await host(here.address, driver);
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
    const search = () =>
      send<{ items: RideSearchResult[] }>(there.address, {
        method: "GET",
        path: `/rides/search?${query.toString()}`,
        token: seeker.token,
      });
    const idsOf = async () => (await search()).body.items.map((found) => found.ride.id);
    expect(await idsOf()).toContain(ride.id);
    await send(here.address, { method: "DELETE", path: `/rides/${ride.id}`, token: driver.token });
    expect(await idsOf()).not.toContain(ride.id);
  }
}

/** A repeated request under the same key runs once, whichever process receives it, in sequence or in parallel. */
async function checkSharedKeys({ one, two, ctx }: TwoServers): Promise<void> {
  const driver = await createUser(ctx);
  const { body: ride } = await host(one.address, driver);
  const seats = async () =>
    (
      await send<Ride>(two.address, {
        method: "GET",
        path: `/rides/${ride.id}`,
        token: driver.token,
      })
    ).body.seatsLeftByLeg;
  const { body: response } = await askOn(one.address, ride.id, await createUser(ctx));
  const call = acceptance(response, driver);
  const first = await send(one.address, call);
  expect(first).toMatchObject({ status: 200, replayed: false, body: { status: "accepted" } });
  expect(await send(two.address, call)).toEqual({ ...first, replayed: true });
  expect(await seats()).toEqual([2, 2, 2]);

  const { body: other } = await askOn(two.address, ride.id, await createUser(ctx));
  const again = acceptance(other, driver);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => send(n % 2 ? one.address : two.address, again)),
  );
  const made = answers.filter(({ status, replayed }) => status === 200 && !replayed);
  const replayedReplies = answers.filter(({ status, replayed }) => status === 200 && replayed);
  const busy = answers.filter(({ body }) => body.code === "in_flight");
  expect([made.length, replayedReplies.length + busy.length]).toEqual([1, 19]);
  for (const { body } of replayedReplies) expect(body).toEqual(made[0]?.body);
  expect(await seats()).toEqual([1, 1, 1]);
}

/** Clients connected to one process receive events of the other. */
async function checkLiveEvents({ one, two, ctx }: TwoServers): Promise<void> {
  const driver = await createUser(ctx);
  const seeker = await createUser(ctx);
  const [hostHears, seekerHears] = await Promise.all([
    listen(one.address, driver),
    listen(two.address, seeker),
  ]);
  const { body: ride } = await host(one.address, driver);
  const { body: response } = await askOn(two.address, ride.id, seeker);
  await vi.waitUntil(() => hostHears.some(({ type }) => type === "seat-request.created"), PATIENCE);
  await send(one.address, acceptance(response, driver));
  await vi.waitUntil(
    () => seekerHears.some(({ type }) => type === "seat-request.accepted"),
    PATIENCE,
  );
  const accepted = seekerHears.filter(({ type }) => type === "seat-request.accepted");
  expect(accepted).toMatchObject([{ by: "host", seatRequest: { id: response.id } }]);
}

async function listen(address: string, { token }: Person): Promise<LiveEvent[]> {
  const socket = io(address, {
    path: "/live",
    transports: ["websocket"],
    auth: { token },
    forceNew: true,
  });
  onTestFinished(() => void socket.disconnect());
  const heard: LiveEvent[] = [];
  let isReady = false;
  socket.on("event", (payload: LiveEvent) => heard.push(payload));
  socket.on("resync", () => (isReady = true));
  await vi.waitUntil(() => isReady, PATIENCE);
  return heard;
}

/** Each process has already cached the token, so the other can only learn of the sign-out from the database. */
async function checkSignOut({ one, two, ctx }: TwoServers): Promise<void> {
  const { token } = await createUser(ctx);
  const profile = ({ address }: { address: string }) =>
    send(address, { method: "GET", path: "/firebase-auth/profile", token });
  expect([(await profile(one)).status, (await profile(two)).status]).toEqual([200, 200]);
  const out = await send<{ success: boolean }>(one.address, {
    method: "POST",
    path: "/identity/sign-out",
    token,
  });
  expect(out.body).toEqual({ success: true });
  await vi.waitUntil(async () => (await profile(two)).status === 401, PATIENCE);
  await vi.waitUntil(async () => (await profile(one)).status === 401, PATIENCE);
}
