import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { connect } from "#platform/db/database.ts";
import { openRegions } from "#platform/regions/regions.ts";
import { isWaitingForLock } from "../../../../test/app/is-waiting-for-lock.ts";
import { createTestDatabase } from "../../../../test/app/test-database.ts";
import { drawMap, writeRegionPlaces } from "../../../../test/regions/build-region-places.ts";
import { writeRegion } from "../../../../test/regions/write-region.ts";
import { regionOfRows } from "../place-id.ts";
import { isCurrent } from "../places.store.ts";
import { followRegions, importRegions } from "./import-regions.ts";

const log = pino({ enabled: false });
const GRACE = { graceMs: 50 };

/** A map with one street, two houses and a school. */
function mapOf(street: string) {
  const map = drawMap();
  map.node(0, 0, { place: "village", name: "Dorf" });
  map.way({ highway: "residential", name: street }, [0, 0], [3, 0]);
  for (const number of ["1", "2"])
    map.node(1, 0.2, { "addr:street": street, "addr:housenumber": number });
  map.node(2, 1, { amenity: "school", name: `Schule ${street}` });
  return map.elements();
}

async function open() {
  const dataFolder = mkdtempSync(join(tmpdir(), "region-import-"));
  onTestFinished(() => rmSync(dataFolder, { recursive: true }));
  const connection = await createTestDatabase();
  const db = connect(connection, { max: 2 });
  onTestFinished(() => db.destroy());
  const add = async (id: string, street: string, builtAt = "2026-01-01T00:00:00Z") => {
    const folder = writeRegion(dataFolder, { id, builtAt }, `.${id}`);
    await writeRegionPlaces(mapOf(street), folder);
    const target = join(dataFolder, "regions", id);
    rmSync(target, { recursive: true, force: true });
    renameSync(folder, target);
  };
  const remove = (id: string) => rmSync(join(dataFolder, "regions", id), { recursive: true });
  /** One process with a list of regions of its own. */
  const openProcess = () => {
    const regions = openRegions({ DATA_DIR: dataFolder }, log, { pollMs: 10 });
    onTestFinished(() => regions.close());
    return { log, regions };
  };
  /** What a search sees: current rows, read by a connection of its own. */
  const state = async () => {
    const { rows } = await sql<Record<string, string>>`
      select region, string_agg(name, ', ' order by name) filter (where kind = 'street') as streets,
        count(*) filter (where kind = 'school')::int as schools,
        (select count(distinct number)::int from house_number where region = place.region and number <> '') as houses,
        (select count(distinct place_id)::int from place_area where region = place.region) as found
      from place where ${isCurrent("place")} group by region order by region`.execute(db);
    return rows.map((row) => ({ ...row, region: regionOfRows(row["region"] ?? "") }));
  };
  return { connection, db, add, remove, openProcess, state };
}

const full = (region: string, streets: string) => ({
  region,
  streets,
  schools: 1,
  houses: 2,
  found: 3,
});

test("imports several regions beside the places of the world, updates one and removes one", async () => {
  const { connection, db, add, remove, openProcess, state } = await open();
  const world = {
    region: "",
    id: 7,
    kind: "town",
    name: "Welt",
    town: "",
    state: "",
    country: "LI",
  } as const;
  await db
    .insertInto("place")
    .values({ ...world, importance: 300, lat: 1, lng: 2 })
    .execute();
  const kept = { region: "", streets: null, schools: 0, houses: 0, found: 0 };
  await add("ost", "Ostweg");
  await add("west", "Westweg");
  await importRegions(openProcess(), connection, GRACE);
  expect(await state()).toEqual([kept, full("ost", "Ostweg"), full("west", "Westweg")]);
  await add("ost", "Morgenweg", "2026-02-01T00:00:00Z");
  await importRegions(openProcess(), connection, GRACE);
  expect(await state()).toEqual([kept, full("ost", "Morgenweg"), full("west", "Westweg")]);
  remove("west");
  await importRegions(openProcess(), connection, GRACE);
  expect(await state()).toEqual([kept, full("ost", "Morgenweg")]);
});

test("imports a region once, also if several processes start at the same time", async () => {
  const { connection, db, add, openProcess, state } = await open();
  await add("ost", "Ostweg");
  await Promise.all([1, 2, 3].map(() => importRegions(openProcess(), connection, GRACE)));
  expect(await state()).toEqual([full("ost", "Ostweg")]);
  await db.updateTable("place").set({ name: "Untouched" }).where("kind", "=", "school").execute();
  await importRegions(openProcess(), connection, GRACE);
  const names = await db.selectFrom("place").select("name").where("kind", "=", "school").execute();
  expect(names).toEqual([{ name: "Untouched" }]);
});

test("[domain/work:imports-beside] searches see the old places until all of the new ones are there, and never wait", async () => {
  const { connection, db, add, openProcess, state } = await open();
  await add("ost", "Ostweg");
  await importRegions(openProcess(), connection, GRACE);
  await add("ost", "Morgenweg", "2026-02-01T00:00:00Z");
  // Holds the import up just before its last statement.
  const blocker = connect(connection, { max: 1 });
  onTestFinished(() => blocker.destroy());
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const blocking = blocker.transaction().execute(async (tx) => {
    await sql`lock table place_build in share mode`.execute(tx);
    await held;
  });
  const importing = importRegions(openProcess(), connection, GRACE);
  await vi.waitFor(async () => expect(await isWaitingForLock({ db })).toBe(true), {
    timeout: 20_000,
  });
  expect(await state()).toEqual([full("ost", "Ostweg")]);
  release();
  await Promise.all([blocking, importing]);
  expect(await state()).toEqual([full("ost", "Morgenweg")]);
});

test("a failed import changes nothing, is logged, and the next one is complete", async () => {
  const { connection, add, remove, openProcess, state } = await open();
  await add("ost", "Ostweg");
  await importRegions(openProcess(), connection, GRACE);
  await add("ost", "Morgenweg", "2026-02-01T00:00:00Z");
  const { regions } = openProcess();
  const [region] = regions.list();
  if (!region) throw new Error("no region");
  rmSync(region.path("street-points.tsv.br"));
  await expect(importRegions({ log, regions }, connection, GRACE)).rejects.toThrow(
    "street-points.tsv.br",
  );
  expect(await state()).toEqual([full("ost", "Ostweg")]);
  remove("ost");
  await add("ost", "Abendweg", "2026-03-01T00:00:00Z");
  await importRegions(openProcess(), connection, GRACE);
  expect(await state()).toEqual([full("ost", "Abendweg")]);
});

test("[domain/work:newer-places] a region that a newer release imported stays as it is, and only rows of the newest import remain", async () => {
  const { connection, db, add, openProcess, state } = await open();
  await add("ost", "Ostweg");
  await importRegions(openProcess(), connection, GRACE);
  const mark = (version: string) =>
    sql`update place_build set version = ${version} || substr(version, strpos(version, ' ')) where part = 'ost'`.execute(
      db,
    );
  await db.updateTable("place").set({ name: "Newer" }).where("kind", "=", "street").execute();
  await mark("99.1");
  await importRegions(openProcess(), connection, GRACE);
  expect(await state()).toEqual([full("ost", "Newer")]);
  await mark("1.9");
  await importRegions(openProcess(), connection, GRACE);
  expect(await state()).toEqual([full("ost", "Ostweg")]);
  const { rows } =
    await sql`select from place where region <> (select rows_region from place_build where part = 'ost')`.execute(
      db,
    );
  expect(rows).toEqual([]);
});

test("a running server follows the folder: new, changed and removed regions", async () => {
  const { connection, add, remove, openProcess, state } = await open();
  const stop = followRegions(openProcess(), connection, GRACE);
  onTestFinished(stop);
  const becomes = (expected: object[]) =>
    vi.waitFor(async () => expect(await state()).toEqual(expected), { timeout: 20_000 });
  await add("ost", "Ostweg");
  await becomes([full("ost", "Ostweg")]);
  await add("ost", "Morgenweg", "2026-02-01T00:00:00Z");
  await becomes([full("ost", "Morgenweg")]);
  remove("ost");
  await becomes([]);
});

test("a process that has not yet seen a new region does not remove what another one imported", async () => {
  const { connection, add, openProcess, state } = await open();
  await add("ost", "Ostweg");
  const early = openProcess();
  let list = early.regions.list();
  const late = { log, regions: { ...early.regions, list: () => list } };
  await add("ost", "Morgenweg", "2026-02-01T00:00:00Z");
  await add("west", "Westweg");
  const current = openProcess();
  await importRegions(current, connection, GRACE);
  const working = importRegions(late, connection, { graceMs: 1000 });
  // It looks at the folder while it waits.
  await wait(300);
  list = current.regions.list();
  await working;
  expect(await state()).toEqual([full("ost", "Morgenweg"), full("west", "Westweg")]);
});
