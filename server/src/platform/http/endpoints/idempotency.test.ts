import { randomUUID } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import { endpoint } from "@commonlane/contract/endpoint";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { z } from "zod";
import { connect } from "#platform/db/database.ts";
import { type OutsideContext, transaction } from "#platform/context.ts";
import { createTestContext } from "../../../../test/app/test-context.ts";
import { openTestRouter, verifiedCaller } from "../../../../test/app/test-endpoint-router.ts";
import { pruneIdempotencyKeys } from "./idempotency.ts";
import { Problem } from "../problem.ts";

const give = endpoint({
  summary: "Give something",
  method: "POST",
  path: "/gifts/:id",
  access: "signed-in",
  idempotent: true,
  params: z.object({ id: z.uuid() }),
  body: z.object({ what: z.string() }),
  reply: z.object({ id: z.string(), what: z.string() }),
  status: 201,
});
const url = `/gifts/${randomUUID()}`;
const ada = verifiedCaller();
const gift = { as: ada, payload: '{"what":"tea"}', headers: { "idempotency-key": "k1" } };

/** An endpoint that inserts a row each time it runs; `meanwhile` is called inside it. */
async function openGifts(
  { db, ...rest }: OutsideContext,
  meanwhile: (what: string) => Promise<void> = async () => {},
) {
  await sql`create table if not exists gift (id uuid default gen_random_uuid(), what text)`.execute(
    db,
  );
  const router = await openTestRouter(
    [give],
    (http) =>
      http.on(give, (ctx, { body }) =>
        transaction(ctx, async ({ db, publish }) => {
          const { rows } = await sql<{
            id: string;
          }>`insert into gift (what) values (${body.what}) returning id`.execute(db);
          publish("rides", { type: "ride.hosted", rideId: rows[0]?.id ?? "" });
          await meanwhile(body.what);
          return { id: rows[0]?.id ?? "", what: body.what };
        }),
      ),
    { ctx: { db, ...rest } },
  );
  const countGifts = async () =>
    (await sql<{ what: string }>`select what from gift`.execute(db)).rows.length;
  const announced = async () => (await db.selectFrom("event").selectAll().execute()).length;
  return { ...router, given: countGifts, announced };
}

test("the same request under the same key runs once and is answered with the same bytes again", async () => {
  const { ctx } = await createTestContext();
  const { send, given: countGifts, announced } = await openGifts(ctx);
  const first = await send("POST", url, gift);
  const repeated = await send("POST", `${url}/`, {
    ...gift,
    payload: '{ "more": 1, "what": "tea" }',
  });
  expect(first).toMatchObject({ status: 201, body: { what: "tea" } });
  expect(first.headers["idempotency-replayed"]).toBeUndefined();
  expect({ status: repeated.status, body: repeated.body }).toEqual({
    status: first.status,
    body: first.body,
  });
  expect(repeated.headers["idempotency-replayed"]).toBe("true");
  expect([await countGifts(), await announced()]).toEqual([1, 1]);
});

test("without a key every request runs; keys belong to one account", async () => {
  const { ctx } = await createTestContext();
  const { send, given: countGifts } = await openGifts(ctx);
  await send("POST", url, { ...gift, headers: {} });
  await send("POST", url, { ...gift, headers: {} });
  await send("POST", url, gift);
  await send("POST", url, { ...gift, as: verifiedCaller() });
  expect(await countGifts()).toBe(4);
});

test("a key of another request is refused, and so is an invalid one", async () => {
  const { ctx } = await createTestContext();
  const { send, given: countGifts } = await openGifts(ctx);
  await send("POST", url, gift);
  const mismatch = { status: 422, body: { code: "idempotency_mismatch" } };
  expect(await send("POST", url, { ...gift, payload: '{"what":"cake"}' })).toMatchObject(mismatch);
  expect(await send("POST", `/gifts/${randomUUID()}`, gift)).toMatchObject(mismatch);
  for (const key of ["", "x".repeat(201), "tea\u00e9", "a\tb"])
    expect(await send("POST", url, { ...gift, headers: { "idempotency-key": key } })).toMatchObject(
      { status: 400 },
    );
  expect(await send("POST", url, gift)).toMatchObject({ status: 201 });
  expect(await countGifts()).toBe(1);
});

test("a repeated request is refused while the first one is running, also by another process", async () => {
  const { ctx, connection } = await createTestContext();
  const running = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const thisProcess = await openGifts(ctx, async () => {
    running.resolve();
    await finish.promise;
  });
  const db = connect(connection, { max: 2 });
  const otherProcess = await openGifts({ ...ctx, db });
  const first = thisProcess.send("POST", url, gift);
  await running.promise;
  for (const { send } of [thisProcess, otherProcess])
    expect(await send("POST", url, gift)).toMatchObject({
      status: 409,
      body: { code: "in_flight" },
    });
  finish.resolve();
  const { body } = await first;
  expect(await otherProcess.send("POST", url, gift)).toMatchObject({ status: 201, body });
  expect(await thisProcess.given()).toBe(1);
  await db.destroy();
});

test("of 20 parallel identical requests in two processes one runs, ten times in a row", async () => {
  const { ctx, connection } = await createTestContext();
  const db = connect(connection, { max: 10 });
  const routers = [await openGifts(ctx), await openGifts({ ...ctx, db })];
  for (let round = 1; round <= 10; round++) {
    const call = { ...gift, headers: { "idempotency-key": `round ${round}` } };
    const replies = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => routers[i % 2]?.send("POST", url, call)),
    );
    const created = replies.filter((reply) => reply?.status === 201);
    expect(replies.filter((reply) => reply?.status === 409).length + created.length).toBe(20);
    expect(new Set(created.map((reply) => JSON.stringify(reply?.body))).size).toBe(1);
    expect(await routers[0]?.given()).toBe(round);
  }
  await db.destroy();
});

test("a refusal is stored too and leaves nothing behind; a bug and a transient refusal are not stored", async () => {
  const { ctx } = await createTestContext();
  const failures: Error[] = [
    new Error("bug"),
    new Problem("too_many"),
    new Problem("ride_full", { current: { left: 0 } }),
  ];
  const {
    send,
    given: countGifts,
    announced,
  } = await openGifts(ctx, async () => {
    const failure = failures.shift();
    if (failure) throw failure;
  });
  expect(await send("POST", url, gift)).toMatchObject({ status: 500 });
  expect(await send("POST", url, gift)).toMatchObject({ status: 429 });
  const refused = await send("POST", url, gift);
  expect(refused).toMatchObject({ status: 409, body: { code: "ride_full", current: { left: 0 } } });
  const repeated = await send("POST", url, gift);
  expect({ status: repeated.status, body: repeated.body }).toEqual({
    status: 409,
    body: refused.body,
  });
  expect([await countGifts(), await announced()]).toEqual([0, 0]);
  expect(await send("POST", url, { ...gift, headers: { "idempotency-key": "k2" } })).toMatchObject({
    status: 201,
  });
});

test("a reply is deleted after 24 hours", async () => {
  const { ctx, clock } = await createTestContext();
  const { send, given: countGifts } = await openGifts(ctx);
  await send("POST", url, gift);
  clock.now = new Date(clock.now.getTime() + DAY_MS - 1);
  await send("POST", url, gift);
  await pruneIdempotencyKeys(ctx);
  await send("POST", url, gift);
  expect(await countGifts()).toBe(1);
  clock.now = new Date(clock.now.getTime() + 1);
  const retried = await send("POST", url, gift);
  expect(await countGifts()).toBe(2);
  expect(await send("POST", url, gift)).toMatchObject({ status: 201, body: retried.body });
  clock.now = new Date(clock.now.getTime() + DAY_MS);
  await pruneIdempotencyKeys(ctx);
  expect(await ctx.db.selectFrom("idempotency_key").selectAll().execute()).toEqual([]);
});
