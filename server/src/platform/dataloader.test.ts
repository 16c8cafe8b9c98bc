import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestContext } from "../../test/app/test-context.ts";
import { createDataLoader } from "./dataloader.ts";
import { transaction } from "./context.ts";
import type { Db } from "./db/database.ts";

/** Records how often the database was queried, and for which keys. */
function counting() {
  const batches: { db: Db; keys: readonly number[] }[] = [];
  const doubled = createDataLoader(async (db, keys: readonly number[]) => {
    batches.push({ db, keys: [...keys] });
    const { rows } = await sql<{ twice: number }>`
      select key * 2 as twice from unnest(${keys}::int[]) with ordinality as asked (key, nth) order by nth`.execute(
      db,
    );
    return rows.map(({ twice }) => twice);
  });
  return { response: batches, doubled };
}

test("calls in the same turn share one statement, and each gets the result for its key", async () => {
  const { ctx } = await createTestContext();
  const { response: batches, doubled } = counting();

  expect(await Promise.all([1, 2, 1, 3].map((key) => doubled(ctx.db, key)))).toEqual([2, 4, 2, 6]);
  expect(batches.map(({ keys }) => keys)).toEqual([[1, 2, 1, 3]]);

  expect(await doubled(ctx.db, 5)).toBe(10);
  expect(batches).toHaveLength(2);
});

test("a statement holds at most a hundred keys", async () => {
  const { ctx } = await createTestContext();
  const { response: batches, doubled } = counting();
  const keys = Array.from({ length: 250 }, (_, n) => n);

  expect(await Promise.all(keys.map((key) => doubled(ctx.db, key)))).toEqual(
    keys.map((key) => key * 2),
  );
  expect(batches.map(({ keys }) => keys.length)).toEqual([100, 100, 50]);
});

test("a call sees what was committed before it, even while an older statement is running", async () => {
  const { ctx } = await createTestContext();
  await sql`create table thing (id int primary key, name text not null)`.execute(ctx.db);
  await sql`insert into thing values (1, 'old')`.execute(ctx.db);
  const nameOf = createDataLoader(async (db, ids: readonly number[]) => {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from thing where id = any(${ids}) order by id`.execute(db);
    return ids.map((id) => rows.find((row) => row.id === id)?.name);
  });

  const before = nameOf(ctx.db, 1);
  await new Promise((resolve) => setImmediate(resolve));
  await sql`update thing set name = 'new'`.execute(ctx.db);
  expect(await nameOf(ctx.db, 1)).toBe("new");
  expect(["old", "new"]).toContain(await before);
});

test("a call in a transaction uses its own statement, and no one outside sees uncommitted rows", async () => {
  const { ctx } = await createTestContext();
  await sql`create table counter (value int not null)`.execute(ctx.db);
  await sql`insert into counter values (1)`.execute(ctx.db);
  const valueOf = createDataLoader(async (db, keys: readonly string[]) => {
    const { rows } = await sql<{ value: number }>`select value from counter`.execute(db);
    return keys.map(() => rows[0]?.value);
  });

  await transaction(ctx, async ({ db: inside }) => {
    await sql`update counter set value = 2`.execute(inside);
    expect(await Promise.all([valueOf(inside, "a"), valueOf(ctx.db, "a")])).toEqual([2, 1]);
  });
});

test("a failure reaches every caller of the batch, and no later one", async () => {
  const { ctx } = await createTestContext();
  const answers = [
    () => Promise.reject(new Error("no answer")),
    async () => ["first", "second"],
    async () => [],
  ];
  const find = createDataLoader(
    async (_, keys: readonly string[]) => (await answers.shift()?.())?.slice(0, keys.length) ?? [],
  );
  const callTwice = () => Promise.allSettled([find(ctx.db, "a"), find(ctx.db, "b")]);

  expect((await callTwice()).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await callTwice()).toMatchObject([{ value: "first" }, { value: "second" }]);
  expect((await callTwice()).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
