import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../../test/app/test-folders.ts";
import { type FeedTables, SMALL_FEED, writeFeed } from "../../../../test/transit/write-feed.ts";
import { compileFeed } from "./compile-feed.ts";
import { runsOn } from "./feed.ts";
import { formatDay, toDay } from "./gtfs-fields.ts";

const compile = (tables: FeedTables) =>
  compileFeed(writeFeed(join(createTestFolder(), "feed.zip"), tables));

/** The small feed with other files; `null` leaves one out. */
function feedWith(changes: Record<string, FeedTables[string] | null>): FeedTables {
  const entries = Object.entries({ ...SMALL_FEED, ...changes });
  return Object.fromEntries(entries.flatMap(([name, rows]) => (rows ? [[name, rows]] : [])));
}

/** The rows of a file of the small feed, one of them changed. */
const changed = (name: string, row: number, column: number, value: string): FeedTables =>
  feedWith({
    [name]: (SMALL_FEED[name] ?? []).map((fields, r) =>
      fields.map((field, c) => (r === row && c === column ? value : field)),
    ),
  });

test("[domain/transit:feed] a feed is compiled into patterns, with platforms under their station", async () => {
  const { feed, warnings } = await compile(SMALL_FEED);
  expect(warnings).toEqual([]);
  expect(feed.stationNames).toEqual(["Alm", "Bach", "Chur"]);
  expect([...feed.arrivals]).toEqual([28800, 29400, 30000, 32400, 33000, 33600]);
  expect([...feed.departures]).toEqual([28800, 29460, 30000, 32400, 33060, 33600]);
  expect([...feed.patternTrips]).toEqual([0, 2]);
  expect(formatDay(feed.firstDay)).toBe("2026-12-01");
  expect(feed.dayCount).toBe(31);
});

test("[domain/transit:feed] a feed that cannot be used says why, with file and line", async () => {
  const refused: [FeedTables, string][] = [
    [
      feedWith({ "stop_times.txt": null, "trips.txt": null }),
      "The feed lacks trips.txt, stop_times.txt.",
    ],
    [feedWith({ "calendar.txt": null }), "The feed lacks calendar.txt and calendar_dates.txt"],
    [{ "readme.txt": [["hello"]] }, "This archive is no GTFS feed"],
    [changed("stop_times.txt", 2, 1, "8h10"), "stop_times.txt, line 3: 8h10 is no time."],
    [changed("stop_times.txt", 2, 1, "08:61:00"), "stop_times.txt, line 3: 08:61:00 is no time."],
    [
      changed("stop_times.txt", 4, 3, "nowhere"),
      "stop_times.txt, line 5: There is no stop nowhere.",
    ],
    [changed("stop_times.txt", 1, 0, "t9"), "stop_times.txt, line 2: There is no trip t9."],
    [changed("trips.txt", 1, 0, "r9"), "trips.txt, line 2: There is no route r9."],
    [changed("stops.txt", 1, 2, ""), "stops.txt, line 2: The stop alm has no position."],
    [changed("agency.txt", 1, 3, "Zürich"), "agency.txt, line 2: Zürich is no time zone."],
    [
      changed("calendar.txt", 1, 8, "20261301"),
      "calendar.txt, line 2: start_date and end_date are no period.",
    ],
    [changed("calendar.txt", 1, 9, "20361231"), "spans more than three years"],
    [changed("stops.txt", 0, 0, "id"), "stops.txt has no column stop_id"],
  ];
  for (const [tables, message] of refused) await expect(compile(tables)).rejects.toThrow(message);
});

test("[domain/transit:feed] at most five problems are listed, and how many more there are", async () => {
  const times = (SMALL_FEED["stop_times.txt"] ?? []).map((row, n) =>
    n === 0 ? row : row.map((field, c) => (c === 1 ? "late" : field)),
  );
  const refused = compile(feedWith({ "stop_times.txt": times }));
  await expect(refused).rejects.toThrow(
    /^The feed cannot be used:(\s+stop_times.txt, line \d: late is no time\.){5}\s+… and 1 more$/,
  );
});

test("[domain/transit:feed] a file that is no archive is refused", async () => {
  const path = join(createTestFolder(), "feed.zip");
  writeFileSync(path, "<html>Not found</html>");
  await expect(compileFeed(path)).rejects.toThrow("is not a ZIP archive, or it is damaged.");
});

test("[domain/transit:feed] times after midnight, repeated trips and exceptions of the calendar are used", async () => {
  const { feed } = await compile(
    feedWith({
      "stop_times.txt": [
        ["trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence"],
        ["t1", "24:50:00", "24:50:00", "alm", 1],
        ["t1", "25:10:00", "25:10:00", "chur", 2],
        ["t2", "09:00:00", "09:00:00", "alm", 1],
        ["t2", "", "", "bach-1", 2],
        ["t2", "09:20:00", "09:20:00", "chur", 3],
      ],
      "frequencies.txt": [
        ["trip_id", "start_time", "end_time", "headway_secs"],
        ["t2", "10:00:00", "11:00:00", 1200],
      ],
      "calendar_dates.txt": [
        ["service_id", "date", "exception_type"],
        ["daily", "20261224", 2],
      ],
    }),
  );
  expect([...feed.departures]).toEqual([
    89400, 90600, 36000, 36600, 37200, 37200, 37800, 38400, 38400, 39000, 39600,
  ]);
  expect(runsOn(feed, 0, toDay("2026-12-23"))).toBe(true);
  expect(runsOn(feed, 0, toDay("2026-12-24"))).toBe(false);
  expect(runsOn(feed, 0, toDay("2027-01-01"))).toBe(false);
});

test("[domain/transit:feed] trips with impossible times and carpool lines are left out and counted", async () => {
  const { feed, warnings } = await compile({
    ...changed("stop_times.txt", 2, 1, "07:00:00"),
    "routes.txt": [
      ["route_id", "agency_id", "route_short_name", "route_type"],
      ["r1", "a", "1", 3],
      ["r2", "a", "Carpool", 1550],
    ],
  });
  expect(feed.lineNames).toEqual(["1"]);
  expect(feed.tripServices).toHaveLength(1);
  expect(warnings).toEqual([
    "1 lines of a kind that is not public transport were left out",
    "1 trips without valid times at two stops were left out",
  ]);
});
