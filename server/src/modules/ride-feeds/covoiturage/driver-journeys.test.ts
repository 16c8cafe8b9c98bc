import { distanceM } from "@commonlane/matching/geo";
import { expect, test } from "vitest";
import { z } from "zod";
import { openListingApp } from "../../../../test/fixtures/listed-rides.ts";
import { hostRide, requestSeats, towns } from "../../../../test/fixtures/rides.ts";

/** The schema of a driver journey, transcribed from the standard: what we send, and nothing else. */
const DriverJourney = z.strictObject({
  id: z.string().min(1).max(255),
  operator: z.string(),
  driver: z.strictObject({ id: z.string(), operator: z.string(), alias: z.string() }),
  passengerPickupLat: z.number(),
  passengerPickupLng: z.number(),
  passengerPickupAddress: z.string(),
  passengerPickupDate: z.int(),
  passengerDropLat: z.number(),
  passengerDropLng: z.number(),
  passengerDropAddress: z.string(),
  driverDepartureLat: z.number(),
  driverDepartureLng: z.number(),
  driverDepartureAddress: z.string(),
  driverArrivalLat: z.number(),
  driverArrivalLng: z.number(),
  driverArrivalAddress: z.string(),
  distance: z.int(),
  duration: z.int(),
  type: z.literal("PLANNED"),
  webUrl: z.url(),
  availableSeats: z.int(),
  price: z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("FREE") }),
    z.strictObject({ type: z.literal("PAYING"), amount: z.number(), currency: z.string() }),
  ]),
});
type Journey = z.infer<typeof DriverJourney>;

interface Search {
  readonly departureLat: number;
  readonly departureLng: number;
  readonly arrivalLat: number;
  readonly arrivalLng: number;
  readonly departureDate: number;
  readonly timeDelta?: number;
  readonly departureRadius?: number;
  readonly arrivalRadius?: number;
  readonly count?: number;
}

const at = (time: string) => Date.parse(time) / 1000;

/** Near Karlsruhe to near Köln, at about the time at which the ride passes. */
const search: Search = {
  departureLat: towns.karlsruhe.lat + 0.004,
  departureLng: towns.karlsruhe.lng,
  arrivalLat: towns.koeln.lat,
  arrivalLng: towns.koeln.lng + 0.004,
  departureDate: at("2026-01-02T08:30:00Z"),
  timeDelta: 7200,
};

async function openSearch() {
  const listing = await openListingApp();
  const { app, keys } = listing;
  const request = (query: object, key: string | undefined = keys.covoiturage) =>
    app.http.inject({
      url: "/standard-covoiturage/driver_journeys",
      query: Object.fromEntries(
        Object.entries(query).map(([name, value]) => [name, String(value)]),
      ),
      headers: { "x-api-key": key },
    });
  /** The assertions that the standard's own tester makes of every answer. */
  const find = async (query: Search, key?: string): Promise<Journey[]> => {
    const reply = await request(query, key);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers["content-type"]).toContain("application/json");
    const journeys = z.array(DriverJourney).parse(JSON.parse(reply.body));
    const { departureRadius = 1, arrivalRadius = 1, timeDelta = 900, count = Infinity } = query;
    expect(journeys.length).toBeLessThanOrEqual(count);
    expect(new Set(journeys.map(({ id }) => id)).size).toBe(journeys.length);
    for (const journey of journeys) {
      const pickup = { lat: journey.passengerPickupLat, lng: journey.passengerPickupLng };
      const drop = { lat: journey.passengerDropLat, lng: journey.passengerDropLng };
      const departure = { lat: query.departureLat, lng: query.departureLng };
      const arrival = { lat: query.arrivalLat, lng: query.arrivalLng };
      expect(distanceM(departure, pickup)).toBeLessThanOrEqual(1010 * departureRadius);
      expect(distanceM(arrival, drop)).toBeLessThanOrEqual(1010 * arrivalRadius);
      const offS = Math.abs(journey.passengerPickupDate - query.departureDate);
      expect(offS).toBeLessThanOrEqual(timeDelta);
      const { host, pathname, username, search, hash } = new URL(`https://${journey.operator}`);
      expect([host, pathname, username, search, hash]).toEqual([journey.operator, "/", "", "", ""]);
    }
    return journeys;
  };
  return { ...listing, request, find };
}

const onRoute = { isListed: true, stops: [towns.karlsruhe, towns.mainz] };

test("[domain/listing:covoiturage] a search finds a listed ride by its stops, with a first name, price and link, and nothing more", async () => {
  const { app, find } = await openSearch();
  const host = await app.createUser({ firstName: "Amara", lastName: "Lindqvist" });
  const ride = await hostRide(app, host, onRoute);
  await hostRide(app, await app.createUser(), { stops: [towns.karlsruhe] });
  const [journey, ...others] = await find(search);
  expect(others).toEqual([]);
  expect(journey).toMatchObject({
    id: ride.id,
    passengerPickupAddress: "Karlsruhe",
    passengerDropAddress: "Köln",
    availableSeats: 3,
    driver: { alias: "Amara" },
    price: { type: "PAYING", currency: "EUR" },
  });
  expect(journey?.webUrl).toContain(`/rides/${ride.id}?from=`);
  const { amount } = z.object({ amount: z.number() }).parse(journey?.price);
  expect(amount).toBeGreaterThan(9);
  expect(amount).toBeLessThan(18);
  expect(JSON.stringify(journey)).not.toContain(host.uid);
});

test("time, both radii and count limit what is found, and a full leg hides it", async () => {
  const { app, find } = await openSearch();
  const host = await app.createUser();
  const ride = await hostRide(app, host, onRoute);
  await hostRide(app, await app.createUser(), onRoute);
  expect(await find(search)).toHaveLength(2);
  expect(await find({ ...search, count: 1 })).toHaveLength(1);
  expect(await find({ ...search, count: 0 })).toEqual([]);
  expect(await find({ ...search, departureDate: at("2026-01-02T20:00:00Z") })).toEqual([]);
  expect(await find({ ...search, departureRadius: 0.1 })).toEqual([]);
  expect(await find({ ...search, arrivalRadius: 0.1 })).toEqual([]);
  const back = { departureLat: search.arrivalLat, departureLng: search.arrivalLng };
  const there = { arrivalLat: search.departureLat, arrivalLng: search.departureLng };
  expect(await find({ ...search, ...back, ...there, timeDelta: 86_400 })).toEqual([]);

  const middle = { seats: 3, pickup: towns.karlsruhe, dropoff: towns.mainz };
  await (await requestSeats(app, ride, host, middle)).accept();
  expect(await find(search)).toHaveLength(1);
});

test("a withdrawn consent shows at the next search", async () => {
  const { app, find } = await openSearch();
  const host = await app.createUser();
  const ride = await hostRide(app, host, onRoute);
  expect(await find(search)).toHaveLength(1);
  await app.call("PUT", `/rides/${ride.id}/public`, {
    as: host,
    body: { isPublic: true, isListed: false },
  });
  expect(await find(search)).toEqual([]);
});

test("[domain/listing:unlinkable] two receivers know the same driver by different ids, and each by the same one in all rides", async () => {
  const { app, find, addReceiver } = await openSearch();
  const host = await app.createUser();
  await hostRide(app, host, onRoute);
  await hostRide(app, host, { ...onRoute, departsAt: "2026-01-03T06:45:00Z" });
  const otherKey = await addReceiver(app, "covoiturage");
  const nextDay = { ...search, departureDate: at("2026-01-03T08:30:00Z") };
  const driverOf = async (query: Search, key?: string) => (await find(query, key))[0]?.driver.id;
  expect(await driverOf(search)).toBe(await driverOf(nextDay));
  expect(await driverOf(search, otherKey)).not.toBe(await driverOf(search));
});

test("a missing, wrong or hostile parameter is a bad request, an unknown one is ignored, and a key is needed", async () => {
  const { request, app, keys } = await openSearch();
  const { departureDate: _, ...incomplete } = search;
  const broken = [
    incomplete,
    { ...search, departureLat: "47,1;drop" },
    { ...search, arrivalLng: 181 },
    { ...search, departureDate: "soon" },
    { ...search, departureRadius: 5000 },
    { ...search, count: -1 },
  ];
  for (const query of broken) {
    const { statusCode, body } = await request(query);
    expect(statusCode).toBe(400);
    expect(JSON.parse(body)).toMatchObject({ error: expect.any(String) });
  }
  expect((await request({ ...search, future: "yes" })).statusCode).toBe(200);
  expect((await request(search, "wrong")).statusCode).toBe(401);
  const status = await app.http.inject({
    url: "/standard-covoiturage/status",
    headers: { "x-api-key": keys.covoiturage },
  });
  expect(status.statusCode).toBe(200);
});

test("searches for passengers and regular trips find nothing, and need a key; bookings answer 404", async () => {
  const { app, keys } = await openSearch();
  const get = (call: string, key = "") =>
    app.http.inject({ url: `/standard-covoiturage/${call}`, headers: { "x-api-key": key } });
  for (const call of ["passenger_journeys", "driver_regular_trips", "passenger_regular_trips"]) {
    const reply = await get(call, keys.covoiturage);
    expect([reply.statusCode, reply.json()]).toEqual([200, []]);
    expect((await get(call, "wrong")).statusCode).toBe(401);
  }
  const booking = await get("bookings/1", keys.covoiturage);
  expect([booking.statusCode, booking.json()]).toEqual([
    404,
    expect.objectContaining({ error: expect.any(String) }),
  ]);
});
