import { expect, test } from "vitest";
import { NeighbourClient } from "./neighbour-client.ts";
import { NeighbourSearches } from "./search-neighbours.ts";
import {
  addServer,
  type Community,
  listNeighbours,
  neighbourSearch,
  openCommunity,
  searchNeighbours,
} from "../../../test/fixtures/neighbours.ts";
import { hostRide, towns } from "../../../test/fixtures/rides.ts";
import {
  neverRespond,
  openFakeUpstream,
  type RequestHandler,
  respondWith,
} from "../../../test/services/fake-upstream.ts";

/** A community with a ride of its own, and a neighbour that answers as the test says. */
async function openBesides(handler: RequestHandler) {
  const uni = await openCommunity("Uni");
  const server = await openFakeUpstream(handler);
  await addServer(uni, server.url);
  await hostRide(uni.app, await uni.app.createUser(), { stops: [towns.karlsruhe, towns.mainz] });
  return { uni, server };
}

const countOwn = async ({ app, seeker }: Community) => {
  const { body } = await app.call<{ items: object[] }>("GET", "/rides/search", {
    as: seeker,
    query: neighbourSearch,
  });
  return body.items.length;
};

/** A journey as the standard has it, from Karlsruhe to Köln at noon. */
const journeyAt = (url: string) => ({
  id: "1",
  operator: "others.example",
  driver: { id: "7", operator: "others.example", alias: "Alex" },
  passengerPickupLat: towns.karlsruhe.lat,
  passengerPickupLng: towns.karlsruhe.lng,
  passengerPickupAddress: "Karlsruhe",
  passengerPickupDate: Date.parse("2026-01-02T12:00:00Z") / 1000,
  passengerDropLat: towns.koeln.lat,
  passengerDropLng: towns.koeln.lng,
  passengerDropAddress: "Köln",
  duration: 9000,
  type: "PLANNED",
  webUrl: `${url}/trips/1`,
  availableSeats: 2,
  price: { type: "PAYING", amount: 12.5, currency: "EUR" },
});

const redirectTo =
  (location: string): RequestHandler =>
  (_, reply) =>
    void reply.writeHead(302, { location }).end();
const sendTenMegabytes: RequestHandler = (_, reply) => {
  reply.on("error", () => undefined).writeHead(200, { "content-type": "application/json" });
  reply.end(`["${"x".repeat(10_000_000)}"]`);
};
const sendHalf: RequestHandler = (_, reply) => void reply.writeHead(200).write('[{"id":');

const failures: readonly [string, RequestHandler, string][] = [
  ["never answers", neverRespond, "slow"],
  ["stops in the middle", sendHalf, "slow"],
  ["sends 10 MB", sendTenMegabytes, "unreachable"],
  ["sends garbage", respondWith("<html>"), "invalid"],
  ["sends no list", respondWith({ journeys: [] }), "invalid"],
  ["fails", respondWith("", 500), "unreachable"],
  ["refuses the key", respondWith("", 401), "refused"],
];
for (const [does, handler, lastFailure] of failures)
  test(`[domain/neighbours:slow] of a neighbour that ${does}, the search says that it did not answer`, async () => {
    const { uni } = await openBesides(handler);
    const { items, asked } = await searchNeighbours(uni);
    expect([items, asked.map(({ hasAnswered }) => hasAnswered)]).toEqual([[], [false]]);
    expect(await countOwn(uni)).toBe(1);
    expect((await listNeighbours(uni)).items[0]).toMatchObject({ lastFailure, searchesSent: 1 });
  });

test("a neighbour that is down does not hide another one, and is not asked again and again", async () => {
  const { uni, server } = await openBesides((_, reply) => void reply.destroy());
  const other = await openFakeUpstream((request, reply) =>
    respondWith([journeyAt(other.url)])(request, reply),
  );
  await addServer(uni, other.url);
  for (let minute = 0; minute < 6; minute++) {
    const departsAfter = `2026-01-02T00:${minute}0:00Z`;
    expect((await searchNeighbours(uni, { departsAfter })).items).toHaveLength(1);
  }
  expect(server.requests).toHaveLength(3);
  expect((await listNeighbours(uni)).items[0]).toMatchObject({ searchesSent: 3 });
  expect(other.requests).toHaveLength(6);
});

test("[domain/neighbours:slow] answers that cannot be read pause a neighbour, too", async () => {
  const nested = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const { uni, server } = await openBesides(respondWith(`{"a":${nested}}`));
  for (let minute = 0; minute < 6; minute++)
    await searchNeighbours(uni, { departsAfter: `2026-01-02T00:${minute}0:00Z` });
  expect(server.requests).toHaveLength(3);
  expect(await countOwn(uni)).toBe(1);
});

test("equal searches at once are one request", async () => {
  const { uni, server } = await openBesides(respondWith([]));
  await Promise.all([searchNeighbours(uni), searchNeighbours(uni), searchNeighbours(uni)]);
  expect(server.requests).toHaveLength(1);
});

test("[domain/neighbours:slow] a search that waits behind others is given up as early as they are", async () => {
  // Each answer is in time, but not those of two searches one after the other.
  const { uni } = await openBesides(
    (request, reply) => void setTimeout(() => respondWith([])(request, reply), 1_200),
  );
  const searches = Array.from({ length: 12 }, (_, n) =>
    searchNeighbours(uni, { departsAfter: `2026-01-02T0${Math.floor(n / 6)}:${n % 6}0:00Z` }),
  );
  const answers = await Promise.all(searches);
  const late = answers.filter(({ asked }) => asked[0]?.hasAnswered === false);
  expect(late.length).toBeGreaterThan(0);
});

test("[domain/neighbours:redirect] a redirect to this machine is not followed", async () => {
  const secret = await openFakeUpstream(respondWith([]));
  const { uni } = await openBesides(redirectTo(`${secret.url}/driver_journeys`));
  expect((await searchNeighbours(uni)).asked).toMatchObject([{ hasAnswered: false }]);
  expect(secret.requests).toEqual([]);
});

test("[domain/neighbours:private] a public community never asks an address of a private network", async () => {
  const { uni, server } = await openBesides(respondWith([]));
  const settings = { ...uni.app.ctx.settings, PUBLIC_URL: "https://rides.example.org" };
  const searches = new NeighbourSearches(new NeighbourClient(), uni.app.ctx.now);
  const search = { ...neighbourSearch, seats: 1, walkM: 1000 };
  const { asked } = await searches.find({ ...uni.app.ctx, settings }, search);
  expect(asked).toMatchObject([{ hasAnswered: false }]);
  expect(server.requests).toEqual([]);
});

test("[domain/neighbours:hostile] what was not asked for, opens elsewhere or could deceive is left out, and the rest is shown", async () => {
  const { uni, server } = await openBesides(respondWith([]));
  const good = journeyAt(server.url);
  const hostile: object[] = [
    { webUrl: "javascript:alert(1)" },
    { webUrl: "https://evil.example/trips/1" },
    { webUrl: `${server.url.replace("//", "//name:password@")}/trips/1` },
    { webUrl: "/trips/1" },
    { webUrl: undefined },
    { driver: { ...good.driver, alias: "<script>alert(1)</script>" } },
    { driver: { ...good.driver, alias: "Alex\u202Etxt" } },
    { driver: { ...good.driver, alias: "A".repeat(61) } },
    { passengerPickupAddress: "Karlsruhe\u0000" },
    { passengerDropAddress: "Köln".repeat(100) },
    { passengerPickupLat: towns.mainz.lat, passengerPickupLng: towns.mainz.lng },
    { passengerDropLat: towns.mainz.lat, passengerDropLng: towns.mainz.lng },
    { passengerPickupDate: good.passengerPickupDate + 2 * 86_400 },
    { passengerPickupDate: "soon" },
    { passengerPickupLat: 1e9 },
    { duration: -1 },
    { availableSeats: { toString: 3 } },
    { availableSeats: "" },
    { passengerPickupLat: [towns.karlsruhe.lat] },
    { passengerPickupLng: true },
    { passengerPickupLat: Number.NaN },
    { passengerPickupDate: 253_402_300_800 },
    { passengerPickupDate: -62_167_219_200 },
    { duration: null },
    { duration: " " },
    { id: "bad\u2066" },
    { price: { type: "PAYING", amount: Number.MAX_VALUE, currency: "EUR" } },
  ];
  const bad = hostile.map((change, n) => ({ ...good, id: `bad ${n}`, ...change }));
  const twice = { ...good, passengerDropAddress: "Another place" };
  server.become(respondWith([...bad, null, 7, "x", [], good, twice]));
  const { items, asked } = await searchNeighbours(uni);
  expect(asked).toMatchObject([{ hasAnswered: true }]);
  expect(items.map(({ id }) => id.split(" ").slice(1).join(" "))).toEqual(["1"]);
});

test("what other servers leave out or write otherwise is read as far as it goes", async () => {
  const { uni, server } = await openBesides(respondWith([]));
  const good = journeyAt(server.url);
  const { id: _, driver: __, price: ___, availableSeats: ____, ...least } = good;
  server.become(
    respondWith([
      { ...least, future: "field" },
      { ...good, id: "2", duration: "9000", price: { type: "FREE" }, driver: null },
      { ...good, id: "3", price: { type: "UNKNOWN" }, availableSeats: null },
    ]),
  );
  const { items } = await searchNeighbours(uni);
  expect(items).toHaveLength(3);
  expect(items.find(({ id }) => id.endsWith("/trips/1"))).toMatchObject({
    driverName: null,
    seatsLeft: null,
    price: { kind: "unknown" },
  });
  expect(items.find(({ id }) => id.endsWith(" 2"))).toMatchObject({ price: { kind: "free" } });
});
