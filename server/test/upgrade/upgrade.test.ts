import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { connect, migrate } from "#platform/db/database.ts";
import { importDatabase } from "#platform/db/export/import-database.ts";
import { appliedMigrations, releaseMigrations } from "#platform/db/migrate.ts";
import { migrations } from "#platform/db/migrations.ts";
import { createTestDatabase } from "../app/test-database.ts";
import { BACKUPS, listReleasedBackups } from "./released-backups.ts";

test("there is a backup of a release before this one", () => {
  expect(listReleasedBackups()).toContain("0.1.0.backup");
});

test.for(listReleasedBackups())(
  "a backup of %s is restored with every row, and migrated",
  async (name) => {
    const connection = await createTestDatabase({ empty: true });
    const rows = await importDatabase(join(BACKUPS, name), connection);
    expect(rows).toBeGreaterThan(20);
    const db = connect(connection, { max: 2 });
    onTestFinished(() => db.destroy());
    await migrate(db);
    expect(await appliedMigrations(db)).toEqual(releaseMigrations);
    const requests = await db.selectFrom("seat_request").select("status").execute();
    expect(requests).toEqual([{ status: "accepted" }]);
    const messages = await db.selectFrom("message").select("text").execute();
    expect(messages).toEqual([{ text: "I'm at the north entrance." }]);
  },
);

test("rides, series and templates of earlier releases keep which places are approximate", async () => {
  const connection = await createTestDatabase({ empty: true });
  const earlier = Object.entries(migrations).filter(([name]) => name < "0030");
  const known = Object.fromEntries(earlier);
  await importDatabase(join(BACKUPS, "0.1.0.backup"), connection, { known });
  const db = connect(connection, { max: 2 });
  onTestFinished(() => db.destroy());
  const at = { lat: 49, lng: 8.4 };
  const label = 'Its name is "shown":"area"';
  const drive = { extra_m: [0], extra_s: [0], roads: null };
  const stops = [{ id: "one", end: "in", leg: 0, at, about: at }];
  await sql`update ride set driven_route = ${JSON.stringify({ stops, exact: drive, told: drive })}::jsonb,
    points = (select json_agg(point::jsonb || ${JSON.stringify({ label, shown: "area" })}::jsonb) from json_array_elements(points::json) point)`.execute(
    db,
  );
  const terms = JSON.stringify({
    origin: { label, shown: "area" },
    stops: [{ label, shown: "exact" }],
  });
  await sql`insert into ride_template (host_id, name, terms, created_at) select host_id, 'Home', ${terms}::jsonb, now() from ride`.execute(
    db,
  );
  await migrate(db);
  const [ride] = await db.selectFrom("ride").select(["points", "driven_route"]).execute();
  expect(ride?.points.map(({ label, shown }) => ({ label, shown }))).toEqual(
    ride?.points.map(() => ({ label, shown: "approximate" })),
  );
  const approximateStops = [{ id: "one", end: "in", leg: 0, at, approximateAt: at }];
  expect(ride?.driven_route).toEqual({ stops: approximateStops, exact: drive, approximate: drive });
  expect(await db.selectFrom("ride_template").select("terms").execute()).toEqual([
    { terms: { origin: { label, shown: "approximate" }, stops: [{ label, shown: "exact" }] } },
  ]);
});
