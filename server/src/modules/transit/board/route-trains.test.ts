import { join } from "node:path";
import type { RouteTrains } from "@commonlane/contract/transit";
import { expect, test } from "vitest";
import { createTestApp } from "../../../../test/app/test-app.ts";
import { createTestFolder } from "../../../../test/app/test-folders.ts";
import { SMALL_FEED, writeFeed } from "../../../../test/transit/write-feed.ts";
import { importTimetable } from "../timetables/import-timetable.ts";
import { timetablesFolder } from "../timetables/timetable-file.ts";

const TRAIN = 2;
const BUS = 3;

/** From Alm at 8:00 by Bach at 8:10 to Chur at 8:20, and an hour later; in UTC an hour less. */
async function createWorld(kind: number) {
  const DATA_DIR = createTestFolder();
  const lines = [
    ["route_id", "agency_id", "route_short_name", "route_type"],
    ["r1", "a", "1", kind],
  ];
  const path = writeFeed(join(DATA_DIR, "feed.zip"), { ...SMALL_FEED, "routes.txt": lines });
  await importTimetable({
    timetables: timetablesFolder({ DATA_DIR }),
    id: "valley",
    name: "Valley",
    path,
    source: { file: path },
  });
  const app = await createTestApp({ settings: { DATA_DIR } });
  const as = await app.createUser();
  return async (points: readonly (readonly [number, number, string])[]) => {
    const { body } = await app.call<RouteTrains>("POST", "/transit/route-trains", {
      as,
      body: {
        points: points.map(([lat, lng, time]) => ({ lat, lng, at: `2026-12-02T${time}:00Z` })),
      },
    });
    return body.stations;
  };
}

test("[domain/transit:fitting-trains] a ride that ends at a station reaches trains that leave 5 to 25 minutes later", async () => {
  const trainsOf = await createWorld(BUS);
  const endsAt = (time: string) =>
    trainsOf([
      [47.15, 9.6, "06:30"],
      [47.15, 9.501, time],
    ]);
  expect(await endsAt("07:04")).toMatchObject([
    {
      name: "Bach",
      where: "end",
      arrivals: [],
      departures: [{ line: "1", place: "Chur", at: "2026-12-02T07:11:00.000Z" }],
    },
  ]);
  expect(await endsAt("07:07")).toEqual([]);
  expect(await endsAt("06:40")).toEqual([]);
});

test("[domain/transit:fitting-trains] a ride that starts at a station waits for the train before it", async () => {
  const trainsOf = await createWorld(BUS);
  const stations = await trainsOf([
    [47.15, 9.5, "07:17"],
    [47.15, 9.6, "07:40"],
  ]);
  expect(stations).toMatchObject([
    { where: "start", arrivals: [{ place: "Alm", at: "2026-12-02T07:10:00.000Z" }] },
  ]);
});

test("[domain/transit:fitting-trains] trains fit at a station on the line of a ride, and buses do not", async () => {
  const passing = [
    [47.15, 9.4, "07:00"],
    [47.15, 9.6, "07:40"],
  ] as const;
  const besides = [
    [47.152, 9.4, "07:00"],
    [47.152, 9.6, "07:40"],
  ] as const;
  const byTrain = await createWorld(TRAIN);
  expect(await byTrain(passing)).toMatchObject([
    { name: "Bach", where: "way", at: expect.stringMatching(/^2026-12-02T07:(19|20)/) },
  ]);
  expect(await byTrain(besides)).toEqual([]);
  const byBus = await createWorld(BUS);
  expect(await byBus(passing)).toEqual([]);
});
