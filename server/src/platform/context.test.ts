import { sql } from "kysely";
import { expect, expectTypeOf, test } from "vitest";
import { createTestContext } from "../../test/app/test-context.ts";
import { type InTransaction, type OutsideContext, savepoint, transaction } from "./context.ts";
import type { Outside } from "./outside.ts";
import { PREPARED } from "./db/prepared-statements.ts";
import type { fetchCertificate } from "./mail/certificates.ts";
import type { sendNow } from "./mail/smtp-mailer.ts";
import type { openTransport } from "./mail/smtp-transport.ts";
import type { sendPush } from "./push/send-push.ts";
import type { requestPublicHost } from "./upstream/request-public-host.ts";

const EVENT = { type: "ride-requests.changed" } as const;

test("[domain/work:short-transactions] what calls other services cannot be called inside a transaction", async () => {
  expectTypeOf<InTransaction>().not.toExtend<OutsideContext>();
  expectTypeOf<InTransaction>().not.toExtend<Outside>();
  // Mail, push, downloads, neighbours and geocoders also take a context.
  expectTypeOf<InTransaction>().not.toExtend<Parameters<typeof requestPublicHost>[0]>();
  expectTypeOf<InTransaction>().not.toExtend<Parameters<typeof sendNow>[0]>();
  expectTypeOf<InTransaction>().not.toExtend<Parameters<typeof openTransport>[0]>();
  expectTypeOf<InTransaction>().not.toExtend<Parameters<typeof fetchCertificate>[0]>();
  expectTypeOf<InTransaction>().not.toExtend<Parameters<typeof sendPush>[0]>();
  const { ctx } = await createTestContext();
  await transaction(ctx, async (ctx) => expect(ctx).not.toHaveProperty("services"));
});

test("[domain/work:conflicts] transactions that stop each other run again, and publish their events once", async () => {
  const { ctx } = await createTestContext();
  await sql`create table counter (id int primary key, value int not null)`.execute(ctx.db);
  await sql`insert into counter values (1, 0), (2, 0)`.execute(ctx.db);
  const bothHoldOne = Promise.withResolvers<void>();
  let holding = 0;
  const addIn = (...ids: readonly number[]) =>
    transaction(ctx, async (ctx) => {
      for (const id of ids) {
        await sql`update counter set value = value + 1 where id = ${id}`.execute(ctx.db);
        if (++holding === 2) bothHoldOne.resolve();
        await bothHoldOne.promise;
      }
      ctx.publish("ride-requests", EVENT);
    });
  await Promise.all([addIn(1, 2), addIn(2, 1)]);
  expect((await sql`select value from counter`.execute(ctx.db)).rows).toEqual([
    { value: 2 },
    { value: 2 },
  ]);
  expect(await ctx.db.selectFrom("event").select("id").execute()).toHaveLength(2);
});

test("a serialization failure is repeated, and any other failure is not", async () => {
  const { ctx } = await createTestContext();
  let tries = 0;
  const failWith = (code: string) =>
    transaction(ctx, async (ctx) => {
      if (++tries === 1)
        await sql
          .raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`)
          .execute(ctx.db);
    });
  await failWith("40001");
  expect(tries).toBe(2);
  tries = 0;
  await expect(failWith("23514")).rejects.toThrow("no");
  expect(tries).toBe(1);
});

test("[domain/work:outdated-statements] a statement that a newer release made outdated is planned again, also in the middle of a transaction", async () => {
  const { ctx } = await createTestContext();
  const read = () =>
    transaction(ctx, async (ctx) => {
      await sql`select 1`.execute(ctx.db);
      return (
        await sql`${PREPARED} select * from failed_event where ${"outdated"} <> ''`.execute(ctx.db)
      ).rows;
    });
  for (let n = 0; n < 3; n++) await read();
  await sql`alter table failed_event add column note text`.execute(ctx.db);
  expect(await read()).toEqual([]);
});

test("[domain/work:savepoints] what a savepoint published is not written if it is rolled back", async () => {
  const { ctx } = await createTestContext();
  await transaction(ctx, async (ctx) => {
    const attempt = (fails: boolean) =>
      savepoint(ctx, async (ctx) => {
        ctx.publish("ride-requests", EVENT);
        if (fails) throw new Error("not so");
      });
    await expect(attempt(true)).rejects.toThrow("not so");
    await attempt(false);
  });
  expect(await ctx.db.selectFrom("event").select("type").execute()).toEqual([{ type: EVENT.type }]);
});
