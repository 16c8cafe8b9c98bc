import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { needsFirstTowns, needsWorldPlaces } from "#modules/places/index.ts";
import { connect } from "#platform/db/database.ts";
import { buildDatabaseUrl } from "#platform/db/read-database-url.ts";
import { createTestDatabase } from "../../test/app/test-database.ts";
import { importFirstTownsApart, importWorldPlacesApart } from "./import-places.ts";

const LOOK_MS = 20;

test("places are imported by a process of its own, which can be broken off and repeated", async () => {
  const connection = await createTestDatabase();
  const db = connect(connection, { max: 2 });
  onTestFinished(() => db.destroy());
  const settings = { DATABASE_URL: buildDatabaseUrl(connection) };
  const count = async () => {
    const { rows } = await sql<{ places: number }>`select count(*) as places from place`.execute(
      db,
    );
    return rows[0]?.places ?? 0;
  };

  await importFirstTownsApart({ settings, connection });
  const towns = await count();
  expect(towns).toBeGreaterThan(160_000);
  expect(await needsFirstTowns(connection)).toBe(false);

  const stopping = new AbortController();
  const { signal } = stopping;
  const importing = importWorldPlacesApart({ settings, connection, signal });
  const breakOff = async () => {
    while ((await count()) === towns) await sleep(LOOK_MS);
    stopping.abort();
  };
  const [ended] = await Promise.allSettled([importing, breakOff()]);
  expect(ended.status).toBe("rejected");
  expect(await needsWorldPlaces(connection)).toBe(true);

  await importWorldPlacesApart({ settings, connection });
  expect(await needsWorldPlaces(connection)).toBe(false);
  expect(await count()).toBeGreaterThan(400_000);
}, 300_000);

test("an import that fails says why", async () => {
  const connection = await createTestDatabase();
  const settings = {
    DATABASE_URL: buildDatabaseUrl({ ...connection, database: "none" }),
  };
  await expect(importFirstTownsApart({ settings, connection })).rejects.toThrow(
    'The places of the world could not be imported: database "none" does not exist',
  );
}, 60_000);
