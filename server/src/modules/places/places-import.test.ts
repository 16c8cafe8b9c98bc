import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { connect } from "#platform/db/database.ts";
import { isWaitingForLock } from "../../../test/app/is-waiting-for-lock.ts";
import { createTestContext } from "../../../test/app/test-context.ts";
import { createTestDatabase } from "../../../test/app/test-database.ts";
import { importPlacesInBackground } from "./import-in-background.ts";
import { importMorePlaces, importPlacesIfChanged } from "./places-import.store.ts";

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
  const db = connect(connection, { max: 2 });
  onTestFinished(() => db.destroy());
  const state = async () => {
    const { rows } = await sql<{ places: string; names: string; imports: number; indexes: string }>`select
      (select coalesce(string_agg(name, ' ' order by name), '') from place) as places,
      (select coalesce(string_agg(key, ' ' order by key), '') from place_name) as names,
      (select count(*) from place_import) as imports,
      (select string_agg(indexname, ' ' order by indexname) from pg_indexes where tablename in ('place', 'place_name', 'place_area', 'house_number')) as indexes`.execute(
      db,
    );
    return rows[0];
  };
  return { connection, db, state };
}

test("imports the places on the first start and changes nothing on later ones", async () => {
  const { connection, db, state } = await openTables();
  const empty = await state();
  const data = dataOf(BONN + MAINZ);
  await importPlacesIfChanged(connection, data);
  const full = await state();
  expect(full).toEqual({ ...empty, places: "Bonn Mainz", names: "bonn mainz moguncja", imports: 1 });
  await db.updateTable("place").set({ name: "Untouched" }).where("id", "=", 2946447).execute();
  await importPlacesIfChanged(connection, data);
  expect(await state()).toMatchObject({ places: "Mainz Untouched" });
});

test("only one of several processes that start at once fills the tables", async () => {
  const { connection, state } = await openTables();
  const data = dataOf(BONN + MAINZ);
  await Promise.all([1, 2, 3, 4].map(() => importPlacesIfChanged(connection, data)));
  expect(await state()).toMatchObject({ places: "Bonn Mainz", names: "bonn mainz moguncja", imports: 1 });
});

test("replaces all data if the files change, and keeps the indexes", async () => {
  const { connection, state } = await openTables();
  await importPlacesIfChanged(connection, dataOf(BONN + MAINZ));
  const before = await state();
  await importPlacesIfChanged(connection, dataOf(BONN));
  expect(await state()).toEqual({ ...before, places: "Bonn", names: "bonn", imports: 1 });
});

test("a failed import changes nothing, and the next one is complete", async () => {
  const { connection, state } = await openTables();
  await importPlacesIfChanged(connection, dataOf(BONN));
  const before = await state();
  await expect(importPlacesIfChanged(connection, dataOf(`${BONN}not a row\n`))).rejects.toThrow(
    "not a place: not a row",
  );
  expect(await state()).toEqual(before);
  await importPlacesIfChanged(connection, dataOf(BONN + MAINZ));
  expect(await state()).toMatchObject({ places: "Bonn Mainz", names: "bonn mainz moguncja", indexes: before?.indexes });
});

test("[places/import:more] adds stations and the like once, after the towns, and again after other towns", async () => {
  const { connection, state } = await openTables();
  const data = dataOf(BONN, BONN_HBF);
  await importPlacesIfChanged(connection, data);
  expect(await state()).toMatchObject({ places: "Bonn", imports: 1 });
  await Promise.all([1, 2, 3].map(() => importMorePlaces(connection, data)));
  const full = await state();
  // The station is found by its name and, as a station, without the word for it.
  expect(full).toMatchObject({ places: "Bonn Bonn Hbf", names: "bonn bonn bonnhbf hbfbonn", imports: 2 });
  await importPlacesIfChanged(connection, dataOf(BONN + MAINZ, BONN_HBF));
  expect(await state()).toMatchObject({ places: "Bonn Mainz", imports: 1 });
  await importMorePlaces(connection, dataOf(BONN + MAINZ, BONN_HBF));
  expect(await state()).toMatchObject({ places: "Bonn Bonn Hbf Mainz", imports: 2, indexes: full?.indexes });
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
  const { rows } = await sql`select from place_import where region = '+'`.execute(ctx.db);
  expect(rows).toEqual([]);
}, 120_000);
