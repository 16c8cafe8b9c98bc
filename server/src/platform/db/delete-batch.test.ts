import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestDatabase } from "../../../test/app/test-database.ts";
import { connect, type Db } from "./database.ts";
import { deleteBatch } from "./delete-batch.ts";

const PAST = new Date("2020-01-01T00:00:00Z");
const FUTURE = new Date("2100-01-01T00:00:00Z");
const NOW = new Date("2050-01-01T00:00:00Z");

const deleteOver = (db: Db, limit: number) =>
  deleteBatch(db, "rate_count", { key: ["key"], limit, where: (row) => row("ends_at", "<", NOW) });

async function openCounts(ends: Readonly<Record<string, Date>>) {
  const db = connect(await createTestDatabase());
  onTestFinished(() => db.destroy());
  const rows = Object.entries(ends).map(([key, ends_at]) => ({
    key,
    taken: 1,
    granted: 1,
    ends_at,
  }));
  await db.insertInto("rate_count").values(rows).execute();
  const listRemainingKeys = async () => {
    const remaining = await db.selectFrom("rate_count").select("key").orderBy("key").execute();
    return remaining.map(({ key }) => key);
  };
  return { db, left: listRemainingKeys };
}

test("deletes expired rows in batches until fewer than a batch are left", async () => {
  const { db, left: listRemainingKeys } = await openCounts({
    a: PAST,
    b: FUTURE,
    c: PAST,
    d: PAST,
  });
  expect(await deleteOver(db, 2)).toBe(true);
  expect(await listRemainingKeys()).toHaveLength(2);
  expect(await deleteOver(db, 2)).toBe(false);
  expect(await listRemainingKeys()).toEqual(["b"]);
});

test("keeps a row that is renewed while the batch waits for it", async () => {
  const { db, left: listRemainingKeys } = await openCounts({ a: PAST, b: PAST });
  const { deleting } = await db.transaction().execute(async (trx) => {
    await trx.updateTable("rate_count").set({ ends_at: FUTURE }).where("key", "=", "a").execute();
    const deleting = deleteOver(db, 10);
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%delete from "rate_count"%'`.execute(
        db,
      );
      expect(rows).toHaveLength(1);
    });
    return { deleting };
  });
  expect(await deleting).toBe(false);
  expect(await listRemainingKeys()).toEqual(["a"]);
});
