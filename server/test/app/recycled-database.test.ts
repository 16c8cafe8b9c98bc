import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Db } from "#platform/db/database.ts";
import { createTestContext } from "./test-context.ts";

/** The databases of the tests below, in their order. */
const used: { readonly name: string | undefined; readonly db: Db }[] = [];

async function open(): Promise<Db> {
  const { ctx, connection } = await createTestContext();
  used.push({ name: connection.database, db: ctx.db });
  return ctx.db;
}

const countOnce = async (db: Db | undefined) =>
  db
    ?.insertInto("rate_count")
    .values({ key: "a", taken: 1, granted: 1, ends_at: new Date("2030-01-01T00:00:00Z") })
    .execute();

test("a test that fills its database", async () => {
  const db = await open();
  await countOnce(db);
  expect(await db.selectFrom("rate_count").select("key").execute()).toEqual([{ key: "a" }]);
});

test("the next test finds the same database empty, and work that the earlier one left behind fails", async () => {
  const db = await open();
  const [earlier, now] = used.slice(-2);
  expect(now?.name).toBe(earlier?.name);
  expect(await db.selectFrom("rate_count").selectAll().execute()).toEqual([]);
  expect((await sql`select from kysely_migration`.execute(db)).rows).not.toEqual([]);
  await expect(countOnce(earlier?.db)).rejects.toThrow("driver has already been destroyed");
  expect(await db.selectFrom("rate_count").selectAll().execute()).toEqual([]);
  await sql`alter table rate_count add column note text`.execute(db);
});

test("a database whose schema was changed is not used again", async () => {
  const db = await open();
  const [earlier, now] = used.slice(-2);
  expect(now?.name).not.toBe(earlier?.name);
  await expect(sql`select note from rate_count`.execute(db)).rejects.toThrow("note");
});
