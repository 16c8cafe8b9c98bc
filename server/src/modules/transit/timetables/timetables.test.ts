import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openLog } from "#platform/log.ts";
import { createTestFolder } from "../../../../test/app/test-folders.ts";
import { type FeedTables, SMALL_FEED, writeFeed } from "../../../../test/transit/write-feed.ts";
import { importTimetable, listImports } from "./import-timetable.ts";
import { FEED_FILE, listTimetables, removeTimetable, timetablesFolder } from "./timetable-file.ts";
import { Timetables } from "./timetables.ts";

function createWorld() {
  const DATA_DIR = createTestFolder();
  const folder = timetablesFolder({ DATA_DIR });
  const settings = { DATA_DIR, WALKING_FACTOR: 1.3, WALKING_M_PER_S: 1.2 };
  let clock = Date.parse("2026-11-01T00:00:00Z");
  const add = (id: string, tables: FeedTables, unlessSha256?: string) => {
    const path = writeFeed(join(DATA_DIR, "feed.zip"), tables);
    clock += 1000;
    return importTimetable(
      { timetables: folder, id, name: id, path, source: { file: path }, unlessSha256 },
      () => new Date(clock),
    );
  };
  const log = openLog("silent");
  const timetables = new Timetables(settings, log, async () => new Uint8Array());
  const names = () => readdirSync(folder);
  return { folder, add, timetables, log, names };
}

const ALM_ONLY = SMALL_FEED["stops.txt"]?.filter(([id]) => id !== "chur");

test("[domain/transit:switch] an import replaces the timetable in one step, and a failed one leaves it as it is", async () => {
  vi.spyOn(performance, "now").mockImplementation(() => Date.now() * 10_000);
  const { folder, add, timetables, names } = createWorld();
  expect(await timetables.network()).toBeUndefined();

  await add("valley", SMALL_FEED);
  const first = await timetables.network();
  expect(first?.stopCount).toBe(3);
  expect(timetables.list()).toMatchObject([
    {
      id: "valley",
      validFrom: "2026-12-01",
      validUntil: "2026-12-31",
      attribution: "Valley buses",
    },
  ]);

  await expect(add("valley", { ...SMALL_FEED, "stops.txt": ALM_ONLY ?? [] })).rejects.toThrow(
    "There is no stop chur.",
  );
  expect(await timetables.network()).toBe(first);
  expect(listImports(folder, new Date())).toMatchObject([
    { id: "valley", state: "failed", error: expect.stringContaining("There is no stop chur.") },
  ]);

  await add("valley", {
    ...SMALL_FEED,
    "stops.txt": [...(SMALL_FEED["stops.txt"] ?? []), ["d", "D", 47, 9]],
  });
  expect((await timetables.network())?.stopCount).toBe(4);
  expect(names()).toHaveLength(1);
  expect(listImports(folder, new Date())).toEqual([]);
});

test("[domain/transit:switch] several timetables are one network, and a removed one is no longer used", async () => {
  vi.spyOn(performance, "now").mockImplementation(() => Date.now() * 10_000);
  const { folder, add, timetables } = createWorld();
  await add("valley", SMALL_FEED);
  await add("mountain", SMALL_FEED);
  expect((await timetables.network())?.stopCount).toBe(6);

  expect(removeTimetable(folder, "valley")).toBe(true);
  expect(removeTimetable(folder, "valley")).toBe(false);
  expect((await timetables.network())?.stopCount).toBe(3);
});

test("[domain/transit:unreadable] a timetable that cannot be read does not take the others along, and is not read at each call", async () => {
  const { add, folder, timetables, log } = createWorld();
  await add("valley", SMALL_FEED);
  await add("mountain", SMALL_FEED);
  writeFileSync(join(folder, "mountain", FEED_FILE), "torn");
  const logged = vi.spyOn(log, "error");
  for (let n = 0; n < 3; n++) expect((await timetables.network())?.stopCount).toBe(3);
  expect(logged).toHaveBeenCalledTimes(1);
});

test("an unchanged feed is not imported again", async () => {
  const { folder, add } = createWorld();
  const imported = await add("valley", SMALL_FEED);
  const [stored] = listTimetables(folder);
  expect(imported).not.toBe("unchanged");
  expect(await add("valley", SMALL_FEED, stored?.source.sha256)).toBe("unchanged");
});
