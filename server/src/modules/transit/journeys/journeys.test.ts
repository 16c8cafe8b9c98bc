import type { ConnectionList, TimetableList } from "@commonlane/contract/transit";
import { expect, test } from "vitest";
import { createModerator } from "../../../../test/fixtures/moderators.ts";
import {
  createJourneyWorld,
  ends,
  PLACES,
  SLOW_BUS,
  TRAINS,
} from "../../../../test/transit/journey-world.ts";
import { gtfsTime } from "../../../../test/transit/write-feed.ts";

const at = (time: string) => `2026-01-02T${time}:00.000Z`;

test("[domain/transit:alone] public transport alone is always listed, with times of the timetable and its source", async () => {
  const { journeys } = await createJourneyWorld({ ...TRAINS, ...SLOW_BUS });
  const { transit, combined, sources } = await journeys();
  expect(combined).toEqual([]);
  expect(transit).toHaveLength(1);
  expect(transit[0]).toMatchObject({
    departsAt: at("08:05"),
    arrivesAt: at("10:10"),
    changes: 1,
    legs: [
      {
        kind: "trip",
        line: "11",
        mode: "bus",
        headsign: "Bach",
        departsAt: at("08:05"),
        arrivesAt: at("09:10"),
      },
      {
        kind: "trip",
        line: "IC\u00A03",
        mode: "train",
        departsAt: at("09:30"),
        arrivesAt: at("10:10"),
        operatorUrl: "https://railway.example/",
      },
    ],
  });
  expect(transit[0]?.co2Grams).toBeGreaterThan(2000);
  expect(sources).toMatchObject([
    { name: "Valley", attribution: "Railway", licence: "CC BY 4.0", validUntil: "2026-01-03" },
  ]);
});

test("[domain/transit:combined] a ride to the station is listed with its change, and what a missed train means", async () => {
  const { journeys, offer } = await createJourneyWorld({ ...TRAINS, ...SLOW_BUS });
  const ride = await offer("village", "junction", at("08:00"));
  const { combined } = await journeys();
  expect(combined).toHaveLength(1);
  const [journey] = combined;
  expect(journey).toMatchObject({
    order: "rideThenTransit",
    arrivesAt: at("09:10"),
    changes: 1,
    result: { ride: { id: ride.id } },
    ifMissed: { departsAt: at("09:30"), arrivesAt: at("10:10") },
  });
  expect(journey?.legs.map(({ kind }) => kind)).toEqual(["ride", "trip"]);
  const dropoffMs = Date.parse(journey?.result.match.dropoffAt ?? "");
  expect(journey?.changeMinutes).toBe(Math.floor((Date.parse(at("08:30")) - dropoffMs) / 60_000));
});

test("[domain/transit:combined] five minutes are needed between a ride and a train", async () => {
  const { journeys, offer } = await createJourneyWorld(TRAINS);
  const { id } = await offer("village", "junction", at("08:08"));
  const { combined } = await journeys();
  expect(combined[0]?.result.ride.id).toBe(id);
  const dropoffMs = Date.parse(combined[0]?.result.match.dropoffAt ?? "");
  expect(dropoffMs + 300_000).toBeGreaterThan(Date.parse(at("08:30")));
  expect(combined[0]?.arrivesAt).toBe(at("10:10"));
});

test("[domain/transit:combined] a ride that is no faster than the bus to the same train is not listed", async () => {
  const bus = {
    bus1: [
      ["village", "08:05"],
      ["junction", "08:20"],
    ],
  } as const;
  const { journeys, offer } = await createJourneyWorld({ ...TRAINS, ...bus });
  await offer("village", "junction", at("08:00"));
  const { combined, transit } = await journeys();
  expect(combined).toEqual([]);
  expect(transit[0]).toMatchObject({ departsAt: at("08:05"), arrivesAt: at("09:10") });
});

test("[domain/transit:combined] a direct ride that leaves as late and arrives as early hides a change", async () => {
  const { journeys, offer } = await createJourneyWorld({
    train1: [
      ["junction", "08:40"],
      ["city", "10:10"],
    ],
  });
  await offer("village", "junction", at("08:00"));
  expect((await journeys()).combined).toHaveLength(1);
  await offer("village", "city", at("08:05"));
  expect((await journeys()).combined).toEqual([]);
});

test("[domain/transit:combined] a train to a ride is listed, with the connection after a missed ride", async () => {
  const { journeys, offer } = await createJourneyWorld({
    bus1: [
      ["village", "08:05"],
      ["junction", "08:20"],
    ],
    train1: [
      ["junction", "09:50"],
      ["city", "10:40"],
    ],
  });
  await offer("junction", "city", at("08:30"));
  const { combined } = await journeys();
  expect(combined).toMatchObject([
    {
      order: "transitThenRide",
      departsAt: at("08:05"),
      changeMinutes: 10,
      ifMissed: { departsAt: at("09:50"), arrivesAt: at("10:40") },
    },
  ]);
  expect(combined[0]?.legs.map(({ kind }) => kind)).toEqual(["trip", "ride"]);
});

test("[domain/transit:combined] a ride to a station from where public transport alone is as fast is not listed", async () => {
  const { journeys, offer } = await createJourneyWorld({
    bus1: [
      ["village", "08:05"],
      ["junction", "08:20"],
      ["city", "09:00"],
    ],
    bus2: [
      ["village", "09:05"],
      ["junction", "09:20"],
      ["city", "10:00"],
    ],
  });
  await offer("village", "junction", at("08:00"));
  await offer("junction", "city", at("08:30"));
  const { combined, transit } = await journeys();
  expect(combined).toEqual([]);
  expect(transit).toHaveLength(2);
});

test("[domain/transit:alone] a place without a near stop is reached on foot from the nearest one", async () => {
  const { journeys } = await createJourneyWorld({ ...TRAINS, ...SLOW_BUS });
  const lat = PLACES.village.lat + 0.015;
  const { transit } = await journeys({ fromLat: lat, departsAfter: at("07:00"), at: at("07:15") });
  expect(transit[0]?.legs[0]).toMatchObject({ kind: "walk", to: { label: "Alm" } });
  expect((await journeys({ fromLat: lat + 0.02 })).transit).toEqual([]);
});

test("[domain/transit:alone] in a window of several days, the day around the wished time is shown", async () => {
  const { journeys } = await createJourneyWorld({ ...TRAINS, ...SLOW_BUS });
  const { transit } = await journeys({
    departsAfter: "2026-01-01T00:00:00Z",
    departsBefore: "2026-01-08T00:00:00Z",
    at: "2026-01-03T12:00:00Z",
  });
  expect(transit.map(({ departsAt }) => departsAt)).toEqual(["2026-01-03T08:05:00.000Z"]);
});

test("[domain/transit:private] a ride that its seeker may not find is in no journey", async () => {
  const { app, seeker, journeys, offer } = await createJourneyWorld({ ...TRAINS, ...SLOW_BUS });
  const { hostId } = await offer("village", "junction", at("08:00"));
  expect((await journeys()).combined).toHaveLength(1);
  await app.call("PUT", `/blocks/${hostId}`, { as: seeker });
  expect((await journeys()).combined).toEqual([]);
});

test("[domain/transit:way-home] the last connections of the evening, and none if there are none", async () => {
  const late = {
    train3: [
      ["city", "22:00"],
      ["junction", "22:40"],
    ],
  } as const;
  const night = {
    train4: [
      ["city", gtfsTime(24.5 * 3600).slice(0, 5)],
      ["junction", "25:10"],
    ],
  } as const;
  const { app, seeker } = await createJourneyWorld({ ...late, ...night });
  const connections = async (query: object) => {
    const reply = await app.call<ConnectionList>("GET", "/transit/connections", {
      as: seeker,
      query: { ...ends("city", "junction"), which: "last", ...query },
    });
    return reply.body.transit?.map(({ departsAt }) => departsAt);
  };
  const evening = { after: at("18:00"), before: "2026-01-03T03:00:00Z" };
  expect(await connections(evening)).toEqual([at("22:00"), "2026-01-03T00:30:00.000Z"]);
  expect(await connections({ ...evening, which: "next", before: at("22:30") })).toEqual([
    at("22:00"),
  ]);
  expect(await connections({ ...evening, after: "2026-01-03T00:45:00Z" })).toEqual([]);
  expect(await connections({ ...evening, before: "2026-01-08T00:00:00Z" })).toBeUndefined();
});

test("moderators see timetables with what they hold", async () => {
  const { app } = await createJourneyWorld(TRAINS);
  const as = await createModerator(app);
  const { body } = await app.call<TimetableList>("GET", "/moderation/timetables", { as });
  expect(body).toMatchObject({
    timetables: [{ id: "valley", stops: 3, lines: 2, trips: 2, validFrom: "2026-01-01" }],
    imports: [],
  });
  expect(JSON.stringify(body)).not.toContain("feed.zip");
});
