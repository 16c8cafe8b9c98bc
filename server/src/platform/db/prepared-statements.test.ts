import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestContext } from "../../../test/app/test-context.ts";
import { PREPARED } from "./prepared-statements.ts";

test("a frequent statement stays prepared on its connection, and is planned again after its table has changed", async () => {
  const { ctx } = await createTestContext();
  await ctx.db.connection().execute(async (db) => {
    // The product reads this table, too, on the same connections: "and true" is only in the test's own statement.
    const places = async () =>
      (
        await sql`${PREPARED} select * from event_consumer where name = ${"someone"} and true`.execute(
          db,
        )
      ).rows;
    const countPreparedUses = async () =>
      (
        await sql<{ uses: number }>`
        select (generic_plans + custom_plans)::int as uses from pg_prepared_statements where statement like ${"%from event_consumer where name = % and true"}`.execute(
          db,
        )
      ).rows.map(({ uses }) => uses);
    await sql`alter table event_consumer drop column seen_at, drop column release, drop column release_seen_at`.execute(
      db,
    );
    await sql`insert into event_consumer values ('someone', '7', 1)`.execute(db);
    for (let n = 0; n < 3; n++)
      expect(await places()).toEqual([{ name: "someone", xid: "7", id: 1 }]);
    expect(await countPreparedUses()).toEqual([3]);
    await sql`alter table event_consumer add column note text`.execute(db);
    expect(await places()).toEqual([{ name: "someone", xid: "7", id: 1, note: null }]);
    expect((await countPreparedUses()).toSorted((a, b) => a - b)).toEqual([1, 3]);
    await expect(sql`${PREPARED} select * from nothing`.execute(db)).rejects.toThrow("nothing");
  });
});
