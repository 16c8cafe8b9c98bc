import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load } from "cheerio";
import { Query, Router, Time } from "minotor";
import { GtfsParser } from "minotor/parser";
import { expect, onTestFinished, test } from "vitest";
import {
  ADDED_TRIP,
  CANCELLED_TRIP,
  decodeTrips,
  type GtfsRow,
  openListingApp,
  rideListing,
} from "../../../test/fixtures/listed-rides.ts";
import { hostRide, requestSeats, towns } from "../../../test/fixtures/rides.ts";

const listed = { isListed: true };
const ids = (rows: readonly GtfsRow[] | undefined) => rows?.map((row) => row["trip_id"]) ?? [];
const valuesOf = (rows: readonly GtfsRow[] | undefined, name: string) =>
  new Set(rows?.map((row) => row[name]));
const journeysOf = (xml: string) => load(xml, { xml: true })("EstimatedVehicleJourney");

test("[domain/listing:full-leg] a leg without free seats splits the trip, and a full ride has none", async () => {
  const { app, readGtfs, readOffers, readRealtime } = await openListingApp();
  const host = await app.createUser();
  const stops = [towns.karlsruhe, towns.mainz];
  const ride = await hostRide(app, host, { ...listed, stops });
  const before = ids((await readGtfs())["trips"]);
  const middle = { seats: 3, pickup: towns.karlsruhe, dropoff: towns.mainz };
  expect((await (await requestSeats(app, ride, host, middle)).accept()).status).toBe(200);

  const { trips, stop_times } = await readGtfs();
  expect(trips).toHaveLength(2);
  const namesOf = (id: string | undefined) =>
    stop_times?.filter((row) => row["trip_id"] === id).map((row) => row["stop_id"]);
  expect(ids(trips).map((id) => namesOf(id)?.length)).toEqual([2, 2]);
  expect((await readOffers()).map(({ id }) => id)).toEqual([ride.id, `${ride.id}-2`]);
  const changes = decodeTrips(await readRealtime());
  expect(changes.filter(({ relation }) => relation === CANCELLED_TRIP).map(({ id }) => id)).toEqual(
    before,
  );
  expect(changes.filter(({ relation }) => relation === ADDED_TRIP).map(({ id }) => id)).toEqual(
    ids(trips),
  );
});

test("[domain/listing:withdrawn] real-time data and SIRI cancel what is gone, also of an earlier form of the ride", async () => {
  const { app, readGtfs, readRealtime, readSiri } = await openListingApp();
  const host = await app.createUser();
  const short = { ...listed, stops: [], destination: towns.karlsruhe };
  const ride = await hostRide(app, host, { ...short, contribution: null });
  const [first] = ids((await readGtfs())["trips"]);
  await app.call("PUT", `/rides/${ride.id}`, {
    as: host,
    body: { departsAt: "2026-01-04T07:45:00.000Z" },
  });
  const [second] = ids((await readGtfs())["trips"]);
  expect(second).not.toBe(first);
  expect(decodeTrips(await readRealtime())).toEqual([
    { id: second, relation: ADDED_TRIP, day: "20260104", stops: 2 },
    { id: first, relation: CANCELLED_TRIP, day: "20260102", stops: 0 },
  ]);
  expect(journeysOf(await readSiri()).find("> Cancellation")).toHaveLength(0);

  await app.call("PUT", `/rides/${ride.id}/public`, { as: host, body: { isPublic: false } });
  expect((await readGtfs())["trips"]).toEqual([]);
  expect(decodeTrips(await readRealtime()).map(({ relation }) => relation)).toEqual([
    CANCELLED_TRIP,
    CANCELLED_TRIP,
  ]);
  expect(
    journeysOf(await readSiri())
      .find("> Cancellation")
      .text(),
  ).toBe("true");

  await app.call("PUT", `/rides/${ride.id}/public`, {
    as: host,
    body: { isPublic: true, isListed: true },
  });
  expect(ids((await readGtfs())["trips"])).toEqual([second]);
});

test("added trips are written as NEW and without the extension for those who ask", async () => {
  const { app, readRealtime } = await openListingApp();
  await hostRide(app, await app.createUser(), listed);
  const extended = await readRealtime();
  const plain = await readRealtime("?new=1&extension=0");
  expect(extended.toString("latin1")).toContain("/rides/");
  expect(plain.toString("latin1")).not.toContain("/rides/");
  // The bindings are older than NEW and keep its number.
  expect(decodeTrips(plain).map(({ relation }) => Number(relation))).toEqual([8]);
});

/** The journey that an independent router finds, as times of day. */
async function findJourney(zip: Uint8Array, day: string, [from, to]: readonly [string, string]) {
  const folder = mkdtempSync(join(tmpdir(), "ride-feeds-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "gtfs.zip");
  writeFileSync(file, zip);
  const parser = new GtfsParser(file, {
    routeTypeParser: (type) => (String(type) === rideListing.routeType ? "BUS" : undefined),
  });
  const { timetable, stopsIndex } = await parser.parse(new Date(`${day}T12:00:00`));
  const stopId = (name: string) => stopsIndex.findStopsByName(name)[0]?.id ?? "";
  const query = new Query.Builder()
    .from(stopId(from))
    .to(stopId(to))
    .departureTime(Time.fromHMS(5, 0, 0))
    .build();
  return new Router(timetable, stopsIndex).route(query).bestRoute()?.legs.length;
}

test("[domain/listing:router] a router of others finds the ride between its stops on its day, and never over a full leg", async () => {
  const { app, readZip } = await openListingApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host, { ...listed, stops: [towns.karlsruhe, towns.mainz] });
  const find = async (from: string, to: string, day = "2026-01-02") =>
    findJourney(new Uint8Array(await readZip()), day, [from, to]);
  expect(await find("Karlsruhe", "Köln")).toBe(1);
  expect(await find("Karlsruhe", "Köln", "2026-01-03")).toBeUndefined();
  expect(await find("Köln", "Karlsruhe")).toBeUndefined();

  const middle = { seats: 3, pickup: towns.karlsruhe, dropoff: towns.mainz };
  await (await requestSeats(app, ride, host, middle)).accept();
  expect(await find("Karlsruhe", "Köln")).toBeUndefined();
  expect(await find("Freiburg im Breisgau", "Köln")).toBeUndefined();
  expect(await find("Mainz", "Köln")).toBe(1);
});

test("files of a timetable refer to each other, and times keep their local hour in a week with a clock change", async () => {
  const { app, readGtfs, readOffers } = await openListingApp();
  app.clock.now = new Date("2026-03-25T08:00:00Z");
  const host = await app.createUser();
  const days = ["2026-03-27T06:45:00Z", "2026-03-28T06:45:00Z", "2026-03-29T05:45:00Z"];
  for (const departsAt of days) await hostRide(app, host, { ...listed, departsAt });
  // Over the night in which the clocks change.
  await hostRide(app, await app.createUser(), { ...listed, departsAt: "2026-03-28T22:30:00Z" });

  const offers = await readOffers();
  expect(
    offers.map(({ departureDate, departureTime }) => `${departureDate} ${departureTime}`),
  ).toEqual([
    "2026-03-27 07:45:00",
    "2026-03-28 07:45:00",
    "2026-03-28 23:30:00",
    "2026-03-29 07:45:00",
  ]);
  const { agency, routes, trips, stops, stop_times, calendar_dates, booking_rules } =
    await readGtfs();
  expect(valuesOf(trips, "route_id")).toEqual(valuesOf(routes, "route_id"));
  expect(valuesOf(trips, "service_id")).toEqual(valuesOf(calendar_dates, "service_id"));
  expect(valuesOf(stop_times, "trip_id")).toEqual(valuesOf(trips, "trip_id"));
  expect(valuesOf(stop_times, "stop_id")).toEqual(valuesOf(stops, "stop_id"));
  expect(valuesOf(stop_times, "pickup_booking_rule_id")).toEqual(
    valuesOf(booking_rules, "booking_rule_id"),
  );
  expect(valuesOf(routes, "agency_id")).toEqual(valuesOf(agency, "agency_id"));
  expect(valuesOf(routes, "route_type")).toEqual(new Set(["1551"]));
  for (const id of ids(trips)) {
    const times = stop_times
      ?.filter((row) => row["trip_id"] === id)
      .map((row) => row["arrival_time"]);
    expect(times).toEqual(times?.toSorted());
  }
  const arrivals = stop_times?.filter((row) => row["drop_off_type"] === "3");
  // Counted from noon minus 12 hours, so the skipped hour is not in it.
  expect(arrivals?.map((row) => row["arrival_time"]).some((time) => time! > "24:00:00")).toBe(true);
});

test("in the night in which clocks go back, no time is negative, and each offer has the time of local clocks", async () => {
  const { app, readGtfs, readOffers } = await openListingApp();
  app.clock.now = new Date("2026-10-23T08:00:00Z");
  const nights = ["2026-10-24T22:30:00Z", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"];
  for (const departsAt of nights)
    await hostRide(app, await app.createUser(), { ...listed, departsAt });

  expect(
    (await readOffers()).map(
      ({ departureDate, departureTime }) => `${departureDate} ${departureTime}`,
    ),
  ).toEqual(["2026-10-25 00:30:00", "2026-10-25 02:30:00", "2026-10-25 02:30:00"]);

  const { trips, stop_times } = await readGtfs();
  const departures = trips?.map(({ trip_id, service_id }) => {
    const first = stop_times?.find((row) => row["trip_id"] === trip_id);
    return `${service_id} ${first?.["departure_time"]}`;
  });
  // Counted from noon minus 12 hours, which is an hour after midnight on this day.
  expect(departures).toEqual(["20261024 24:30:00", "20261025 01:30:00", "20261025 02:30:00"]);
});
