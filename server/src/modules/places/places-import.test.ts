import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { connect } from "#platform/db/database.ts";
import { appendEvents, type StoredEvent } from "#platform/db/outbox/outbox.ts";
import { createTransientConsumer } from "#platform/events/event-consumer.ts";
import { isWaitingForLock } from "../../../test/app/is-waiting-for-lock.ts";
import { createTestContext } from "../../../test/app/test-context.ts";
import { createTestDatabase } from "../../../test/app/test-database.ts";
import { importPlacesInBackground } from "./index.ts";
import { withClient } from "./place-builds.store.ts";
import { importFirstTowns, importWorldPlaces } from "./places-import.store.ts";
import { isCurrent } from "./places.store.ts";

/** A folder with test data in the shipped format. */
function dataOf(places: string, more = ""): URL {
  const folder = mkdtempSync(join(tmpdir(), "commonlane-places-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "places.tsv.br"), brotliCompressSync(places));
  writeFileSync(join(folder, "more-places.tsv.br"), brotliCompressSync(more));
  return pathToFileURL(`${folder}/`);
}

const BONN = "2946447\ttown\tBonn\t\tNorth Rhine-Westphalia\tDE\t550\t50.7344\t7.0955\t\n";
const BONN_HBF = "\tstation\tBonn Hbf\tBonn\tNorth Rhine-Westphalia\tDE\t430\t50.732\t7.097\t\n";
const MAINZ = "2874225\ttown\tMainz\t\tRheinland-Pfalz\tDE\t527\t49.9842\t8.2791\tMoguncja\n";

async function openTables() {
  const connection = await createTestDatabase();
  const db = connect(connection, { max: 4 });
  onTestFinished(() => db.destroy());
  /** What searches see, and all rows. */
  const state = async () => {
    const { rows } = await sql<{
      places: string;
      names: string;
      rows: number;
      indexes: string;
    }>`select
      (select coalesce(string_agg(name, ' ' order by name), '') from place where ${isCurrent("place")}) as places,
      (select coalesce(string_agg(key, ' ' order by key), '') from place_name where ${isCurrent("place_name")}) as names,
      (select count(*) from place) as rows,
      (select string_agg(indexname, ' ' order by indexname) from pg_indexes where tablename in ('place', 'place_name', 'place_area', 'house_number')) as indexes`.execute(
      db,
    );
    return rows[0];
  };
  const addRegionRow = async () => {
    await sql`insert into place_build values ('li', 'li', '1.1 2026-01-01T00:00:00.000Z')`.execute(
      db,
    );
    await sql`insert into place (region, id, kind, name, town, state, country, importance, lat, lng)
      values ('li', 1, 'street', 'Rheinweg', 'Vaduz', '', 'LI', 100, 47, 9)`.execute(db);
  };
  /** Holds an import up before the statement that switches to it, until `release`. */
  const holdUp = async (importing: () => Promise<void>) => {
    const blocker = connect(connection, { max: 1 });
    onTestFinished(() => blocker.destroy());
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const blocking = blocker.transaction().execute(async (tx) => {
      await sql`lock table place_build in share mode`.execute(tx);
      locked.resolve();
      await held;
    });
    await locked.promise;
    const done = importing();
    await vi.waitFor(async () => expect(await isWaitingForLock({ db })).toBe(true), PATIENCE);
    return async () => {
      release();
      await Promise.all([blocking, done]);
    };
  };
  return { connection, db, state, addRegionRow, holdUp };
}

const PATIENCE = { timeout: 20_000, interval: 20 };

test("fills an empty database with towns, and changes nothing on later starts", async () => {
  const { connection, db, state } = await openTables();
  const empty = await state();
  const data = dataOf(BONN + MAINZ);
  await importFirstTowns(connection, data);
  expect(await state()).toEqual({
    ...empty,
    places: "Bonn Mainz",
    names: "bonn mainz moguncja",
    rows: 2,
  });
  await db.updateTable("place").set({ name: "Untouched" }).where("id", "=", 2946447).execute();
  await importFirstTowns(connection, data);
  await importFirstTowns(connection, dataOf(BONN));
  expect(await state()).toMatchObject({ places: "Mainz Untouched", rows: 2 });
});

test("imports a place whose names take more room than a whole batch", async () => {
  const { connection, db, state } = await openTables();
  const names = Array.from({ length: 20_000 }, (_, n) => `Đặt tên số ${n} của thành phố`);
  const town = "1\ttown\tBonn\t\t\tDE\t550\t50.7344\t7.0955\t";
  await importFirstTowns(connection, dataOf(`${town}${names.join("|")}\n${MAINZ}`));
  expect(await state()).toMatchObject({ places: "Bonn Mainz" });
  const { rows } = await sql<{ count: number }>`
    select count(distinct key)::int as count from place_name`.execute(db);
  expect(rows[0]?.count).toBeGreaterThan(names.length);
});

test("only one of several processes that start at once fills the tables", async () => {
  const { connection, state } = await openTables();
  const data = dataOf(BONN + MAINZ);
  await Promise.all([1, 2, 3, 4].map(() => importFirstTowns(connection, data)));
  expect(await state()).toMatchObject({
    places: "Bonn Mainz",
    names: "bonn mainz moguncja",
    rows: 2,
  });
});

test("[places/import:more] adds stations and the like once, after the towns, and again after other towns", async () => {
  const { connection, state } = await openTables();
  const data = dataOf(BONN, BONN_HBF);
  await importFirstTowns(connection, data);
  expect(await state()).toMatchObject({ places: "Bonn" });
  await Promise.all([1, 2, 3].map(() => importWorldPlaces(connection, { folder: data })));
  const full = await state();
  // The station is found by its name and, as a station, without the word for it.
  expect(full).toMatchObject({
    places: "Bonn Bonn Hbf",
    names: "bonn bonn bonnhbf hbfbonn",
    rows: 2,
  });
  await importWorldPlaces(connection, { folder: dataOf(BONN + MAINZ, BONN_HBF) });
  expect(await state()).toMatchObject({
    places: "Bonn Bonn Hbf Mainz",
    rows: 3,
    indexes: full?.indexes,
  });
});

test("[domain/work:imports-beside] other places of the world are made beside the old ones and the regions: nobody waits, and events go on", async () => {
  const { connection, db, state, addRegionRow, holdUp } = await openTables();
  const before = dataOf(BONN, BONN_HBF);
  await importFirstTowns(connection, before);
  await importWorldPlaces(connection, { folder: before });
  await addRegionRow();
  const finish = await holdUp(() =>
    importWorldPlaces(connection, { folder: dataOf(MAINZ, BONN_HBF) }),
  );

  expect(await state()).toMatchObject({ places: "Bonn Bonn Hbf Rheinweg", rows: 5 });
  const received: StoredEvent[] = [];
  const poll = await createTransientConsumer({ db }, (event) => received.push(event));
  await appendEvents(db, new Date(), [
    { topic: "rides", payload: { type: "ride-requests.changed" } },
  ]);
  await poll();
  expect(received).toHaveLength(1);

  await finish();
  expect(await state()).toMatchObject({ places: "Bonn Hbf Mainz Rheinweg", rows: 3 });
});

test("[domain/work:broken-import] an import that fails or is broken off changes nothing, and its rows are deleted later", async () => {
  const { connection, state } = await openTables();
  const data = dataOf(BONN);
  await importFirstTowns(connection, data);
  await importWorldPlaces(connection, { folder: data });
  const before = await state();
  const broken = dataOf(BONN + MAINZ, `${BONN_HBF}not a row\n`);
  await expect(importWorldPlaces(connection, { folder: broken })).rejects.toThrow(
    "not a place: not a row",
  );
  expect(await state()).toEqual({ ...before, rows: 3 });
  await importWorldPlaces(connection, { folder: data });
  expect(await state()).toEqual(before);
});

test("[domain/work:newer-places] the places of a newer release stay; those of an older one are replaced", async () => {
  const { connection, state } = await openTables();
  await importFirstTowns(connection, dataOf(BONN));
  const importAs = (keys: number, version: string, folder: URL) =>
    importWorldPlaces(connection, { folder, release: { keys, version } });
  await importAs(7, "0.10.0", dataOf(MAINZ));
  expect(await state()).toMatchObject({ places: "Mainz" });
  for (const [keys, version] of [
    [6, "0.11.0"],
    [7, "0.9.9"],
  ] as const)
    await importAs(keys, version, dataOf(BONN));
  expect(await state()).toMatchObject({ places: "Mainz" });
  await importAs(7, "0.10.0", dataOf(BONN));
  expect(await state()).toMatchObject({ places: "Bonn" });
});

test("places that release 0.2 imported are found, and replaced only if they differ", async () => {
  const { connection, db, state } = await openTables();
  const folder = dataOf(BONN, BONN_HBF);
  await importFirstTowns(connection, folder);
  await importWorldPlaces(connection, { folder });
  const hash = sql`split_part(version, ' ', 3)`;
  await sql`update place set region = ''`.execute(db);
  await sql`update place_name set region = ''`.execute(db);
  await sql`update place_build set rows_region = '', version = ${hash}`.execute(db);
  const former = await state();
  expect(former).toMatchObject({ places: "Bonn Bonn Hbf", names: "bonn bonn bonnhbf hbfbonn" });
  await importWorldPlaces(connection, { folder });
  const { rows } = await sql`select from place where region = ''`.execute(db);
  expect(rows).toHaveLength(2);
  await importWorldPlaces(connection, { folder: dataOf(BONN + MAINZ, BONN_HBF) });
  expect(await state()).toMatchObject({ places: "Bonn Bonn Hbf Mainz", rows: 3 });
});

test("an import that is broken off while it connects does not begin", async () => {
  const { connection } = await openTables();
  const stopping = new AbortController();
  const work = vi.fn<() => Promise<void>>();
  const importing = withClient(connection, work, stopping.signal);
  stopping.abort();
  await expect(importing).rejects.toThrow("aborted");
  expect(work).not.toHaveBeenCalled();
});

test("a server that stops breaks the import off, without an error in the log", async () => {
  const { ctx, connection, logged } = await createTestContext();
  await ctx.db.transaction().execute(async (other) => {
    await sql`lock table place_name`.execute(other);
    const stop = importPlacesInBackground(ctx, connection);
    await vi.waitUntil(() => isWaitingForLock(ctx), { timeout: 60_000, interval: 50 });
    // Without breaking off it would wait for the other transaction, as a shutdown would for the whole import.
    await stop();
  });
  expect(logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  const { rows } = await sql`select from place_build where part = '+'`.execute(ctx.db);
  expect(rows).toEqual([]);
}, 120_000);
