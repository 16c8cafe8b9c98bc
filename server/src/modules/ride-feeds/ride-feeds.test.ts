import { load } from "cheerio";
import type { FeedReceiver } from "@commonlane/contract/feed-receivers";
import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { z } from "zod";
import { decodeTrips, openListingApp, rideListing } from "../../../test/fixtures/listed-rides.ts";
import { createModerator } from "../../../test/fixtures/moderators.ts";
import { hostRide, requestSeats, towns } from "../../../test/fixtures/rides.ts";
import { createTestApp } from "../../../test/app/test-app.ts";

/** Amarillo's model, transcribed from its documentation. */
const AmarilloOffer = z.object({
  id: z.string().regex(/^[a-zA-Z0-9_-]{1,256}$/),
  agency: z.string().regex(/^[a-zA-Z0-9]{1,20}$/),
  deeplink: z.url({ protocol: /^https?$/ }),
  stops: z
    .array(
      z.object({
        id: z.string().regex(/^\w+:\w+$/),
        name: z.string().min(1).max(256),
        departureTime: z.string().regex(/^\d\d:[0-5]\d(:[0-5]\d)?$/),
        arrivalTime: z.string().regex(/^\d\d:[0-5]\d(:[0-5]\d)?$/),
        lat: z.number().gte(-90).lt(90),
        lon: z.number().gte(-180).lt(180),
        pickup_dropoff: z.enum(["pickup_and_dropoff", "only_pickup", "only_dropoff"]),
      }),
    )
    .min(2)
    .max(100),
  departureTime: z.string().regex(/^\d\d:[0-5]\d(:[0-5]\d)?$/),
  departureDate: z.iso.date(),
  lastUpdated: z.iso.datetime(),
});

const listed = { isListed: true };

test("[domain/listing:only-consented] only rides with both consents leave, in no format another, and none of a person or passenger", async () => {
  const { app, readOffers, readGtfs, readRealtime, readSiri } = await openListingApp();
  const host = await app.createUser({ firstName: "Amara", lastName: "Lindqvist" });
  const home = { placeId: null, label: "Rathausgasse 7, Freiburg", lat: 47.99555, lng: 7.84999 };
  const ride = await hostRide(app, host, {
    ...listed,
    origin: { ...home, shown: "exact" },
    note: "Behind the old mill",
  });
  const publicOnly = await hostRide(app, host, { departsAt: "2026-01-03T06:45:00.000Z" });
  await app.call("PUT", `/rides/${publicOnly.id}/public`, { as: host, body: { isPublic: true } });
  const seat = await requestSeats(app, ride, host, { message: "Hello" });
  await seat.accept();

  const offers = await readOffers();
  const { stops, trips } = await readGtfs();
  const siri = await readSiri();
  expect(offers.map(({ deeplink }) => deeplink)).toEqual([expect.stringContaining(ride.id)]);
  expect(trips).toHaveLength(1);
  expect(decodeTrips(await readRealtime())).toHaveLength(1);
  expect(load(siri, { xml: true })("EstimatedVehicleJourney")).toHaveLength(1);

  const texts = [JSON.stringify(offers), JSON.stringify(stops), siri];
  const secrets = ["Amara", "Lindqvist", "Rathausgasse", "47.9955", "old mill", host.uid];
  for (const text of texts)
    for (const secret of [...secrets, seat.seeker.uid]) expect(text).not.toContain(secret);
});

test("[domain/listing:never] a ride for some members, hidden, of a suspended host, cancelled, closed or departed leaves no more", async () => {
  const { app, readOffers } = await openListingApp();
  const hosts = await Promise.all([1, 2, 3, 4, 5].map(() => app.createUser({ gender: "female" })));
  const [narrowing, hidden, suspended, cancelling, closing] = hosts;
  if (!narrowing || !hidden || !suspended || !cancelling || !closing) throw new Error("No host.");
  const rides = await Promise.all(hosts.map((host) => hostRide(app, host, listed)));
  const idOf = (n: number) => rides[n]?.id ?? "";
  expect(await readOffers()).toHaveLength(5);

  const moderator = await createModerator(app);
  await app.call("PUT", `/rides/${idOf(0)}`, { as: narrowing, body: { audience: "sameGender" } });
  await app.call("POST", "/moderation/content-removals", {
    as: moderator,
    body: { about: { kind: "ride", id: idOf(1) }, reason: "Spam", days: 7 },
  });
  await app.call("POST", `/moderation/people/${suspended.uid}/suspend`, {
    as: moderator,
    body: { reason: "Spam", days: 7 },
  });
  expect(await readOffers()).toHaveLength(2);
  await app.call("DELETE", `/rides/${idOf(3)}`, { as: cancelling });
  await app.call("PUT", `/rides/${idOf(4)}/public`, { as: closing, body: { isPublic: false } });
  expect(await readOffers()).toEqual([]);

  const departing = await hostRide(app, await app.createUser(), listed);
  expect(await readOffers()).toHaveLength(1);
  app.clock.now = new Date(departing.departsAt);
  expect(await readOffers()).toEqual([]);
});

test("Amarillo's model accepts the offers; lastUpdated changes with a ride and stays without a change", async () => {
  const { app, readOffers } = await openListingApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host, listed);
  const before = z.array(AmarilloOffer).parse(await readOffers());
  expect(before[0]).toMatchObject({
    id: ride.id,
    agency: "example",
    departureDate: "2026-01-02",
    departureTime: "07:45:00",
  });
  expect(before[0]?.stops.map(({ name }) => name)).toEqual([
    "Freiburg im Breisgau",
    "Mainz",
    "Köln",
  ]);

  app.clock.now = new Date("2026-01-01T09:00:00Z");
  expect(await readOffers()).toEqual(before);
  await app.call("PUT", `/rides/${ride.id}`, {
    as: host,
    body: { departsAt: "2026-01-02T07:47:00.000Z" },
  });
  const after = await readOffers();
  expect(after[0]).toMatchObject({
    departureTime: "08:45:00",
    lastUpdated: "2026-01-01T09:00:00.000Z",
  });
});

test("SIRI has the seats with the driver, and leaves out what OpenTripPlanner rejects as too long", async () => {
  const { app, readSiri } = await openListingApp();
  const host = await app.createUser();
  const short = { ...listed, destination: towns.karlsruhe, stops: [], maxDetourS: 600 };
  const ride = await hostRide(app, host, { ...short, contribution: null });
  await (await requestSeats(app, ride, host, { seats: 2 })).accept();
  const tooLong = { ...listed, departsAt: "2026-01-03T06:45:00Z" };
  await hostRide(app, host, tooLong);

  const $ = load(await readSiri(), { xml: true });
  const journeys = $("EstimatedVehicleJourney").toArray();
  expect(journeys.map((journey) => $(journey).find("EstimatedCall").length)).toEqual([2, 0]);
  expect(
    $("OnboardCount")
      .toArray()
      .map((count) => $(count).text()),
  ).toEqual(["3", "1"]);
  expect($("TotalCapacity").first().text()).toBe("4");
  expect($("PublicContact Url").text()).toContain(`/rides/${ride.id}?from={from}&to={to}`);
  const arrival = $("ExpectedArrivalTime").text();
  const latest = $("LatestExpectedArrivalTime").text();
  expect(Date.parse(latest)).toBeGreaterThanOrEqual(Date.parse(arrival));
});

test("OpenTripPlanner asks with POST and XML", async () => {
  const { app, keys } = await openListingApp();
  const { statusCode, body } = await app.http.inject({
    method: "POST",
    url: "/open/siri-et",
    headers: { "x-api-key": keys.siri, "content-type": "application/xml" },
    body: "<Siri><ServiceRequest/></Siri>",
  });
  expect([statusCode, body.includes("<ServiceDelivery>")]).toEqual([200, true]);
});

test("[domain/listing:receivers] a feed needs the key of a receiver of its format, and ends with it", async () => {
  const { app, administrator, keys, fetchFeed } = await openListingApp();
  const statusWith = async (key: string | undefined) =>
    (await app.http.inject({ url: "/open/gtfs.zip", headers: key ? { "x-api-key": key } : {} }))
      .statusCode;
  expect(await statusWith(undefined)).toBe(401);
  expect(await statusWith("wrong")).toBe(401);
  expect(await statusWith(keys.amarillo)).toBe(401);
  expect(await statusWith(keys.gtfs)).toBe(200);

  const list = async () =>
    (
      await app.call<{ items: FeedReceiver[]; listedRides: number }>(
        "GET",
        "/administration/feed-receivers",
        { as: administrator },
      )
    ).body;
  const { items } = await list();
  const receiver = items.find(({ format }) => format === "gtfs");
  expect(receiver).toMatchObject({
    fetches: 1,
    lastFailedAt: null,
    lastFetchedAt: expect.any(String),
  });
  expect(JSON.stringify(items)).not.toContain(keys.gtfs);
  await app.call("DELETE", `/administration/feed-receivers/${receiver?.id}`, { as: administrator });
  expect((await fetchFeed("/open/gtfs.zip", "gtfs")).statusCode).toBe(401);
});

test("[domain/listing:receivers] the list of receivers counts listed rides without reading them, since the audit log waits", async () => {
  const { app, administrator } = await openListingApp();
  await hostRide(app, await app.createUser(), listed);
  const { body } = await app.call<{ listedRides: number }>(
    "GET",
    "/administration/feed-receivers",
    { as: administrator },
  );
  expect(body.listedRides).toBe(1);
  expect(await app.db.selectFrom("listed_ride").select("ride_id").execute()).toEqual([]);
});

test("without changes a feed is the same file, which a receiver need not load again", async () => {
  const { app, fetchFeed } = await openListingApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host, listed);
  for (const [url, format] of [
    ["/open/offers.json", "amarillo"],
    ["/open/gtfs.zip", "gtfs"],
    ["/open/siri-et", "siri"],
  ] as const) {
    const first = await fetchFeed(url, format);
    const etag = String(first.headers["etag"]);
    expect(first.headers["link"]).toBe(
      '<https://creativecommons.org/licenses/by/4.0/>; rel="license"',
    );
    for (const known of [etag, `W/${etag}`])
      expect((await fetchFeed(url, format, { "if-none-match": known })).statusCode).toBe(304);
  }
  const before = await fetchFeed("/open/gtfs.zip", "gtfs");
  const change = { body: { seatsTotal: 2, departsAt: "2026-01-02T08:00:00Z" } };
  await app.call<Ride>("PUT", `/rides/${ride.id}`, { as: host, ...change });
  expect((await fetchFeed("/open/gtfs.zip", "gtfs")).headers["etag"]).not.toBe(
    before.headers["etag"],
  );
});

test("a community that lists no rides has no feeds, whatever was listed before", async () => {
  const { app, keys } = await openListingApp();
  await hostRide(app, await app.createUser(), listed);
  const off = await createTestApp({ community: { publicRides: "off", rideListing } });
  expect((await off.http.inject({ url: "/open/offers.json" })).statusCode).toBe(401);
  Object.assign(app.community, { rideListing: null });
  const reply = await app.http.inject({
    url: "/open/offers.json",
    headers: { "x-api-key": keys.amarillo },
  });
  expect(reply.statusCode).toBe(404);
});

test("[domain/listing:receivers] a feed that is off, and an address of another format, are failures of their receiver", async () => {
  const { app, administrator, keys, fetchFeed } = await openListingApp();
  const find = async (wanted: string) => {
    const { body } = await app.call<{ items: FeedReceiver[] }>(
      "GET",
      "/administration/feed-receivers",
      { as: administrator },
    );
    return body.items.find(({ format }) => format === wanted);
  };
  const wrongAddress = { "x-api-key": keys.siri };
  expect((await app.http.inject({ url: "/open/gtfs.zip", headers: wrongAddress })).statusCode).toBe(
    401,
  );
  Object.assign(app.community, { rideListing: null });
  expect((await fetchFeed("/open/gtfs.zip", "gtfs")).statusCode).toBe(404);
  const failed = { fetches: 0, lastFetchedAt: null, lastFailedAt: expect.any(String) };
  expect(await find("siri")).toMatchObject(failed);
  expect(await find("gtfs")).toMatchObject(failed);
});
