import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { transaction } from "#platform/context.ts";
import { readEventsAfter } from "#platform/db/outbox/outbox.ts";
import { resolveStreamStart } from "#platform/live/event-stream.ts";
import { createSeqSealer } from "#platform/live/sealed-seq.ts";
import {
  advanceClock,
  decodeClaims,
  signUpWithCode,
  refresh,
  PASSWORD,
  refreshCookieOf,
  refreshSetCookieOf,
  signIn,
} from "../../../../test/fixtures/accounts.ts";
import { createTestApp, type TestApp } from "../../../../test/app/test-app.ts";
import { accountSweeps } from "../index.ts";

const email = "ada@example.org";
const ended = { status: 401, body: { code: "session_ended" } };
const signOut = (app: TestApp, headers: Record<string, string>) =>
  app.call("POST", "/identity/sign-out", { headers });

test("each refresh returns a new ID token and a new cookie for the same session", async () => {
  const app = await createTestApp();
  const joined = await signUpWithCode(app, email);
  advanceClock(app, 3300);
  const second = await refresh(app, joined.cookie);
  expect(second).toMatchObject({
    status: 200,
    body: { user: joined.body.user, expiresAt: "2026-01-01T09:55:00.000Z" },
  });
  expect(second.cookie).not.toBe(joined.cookie);
  expect(decodeClaims(second.body.idToken)["sid"]).toBe(decodeClaims(joined.body.idToken)["sid"]);
  expect((await refresh(app, second.cookie)).status).toBe(200);
});

test("a session says where its live events begin: what happens afterwards is sent, what was before is not", async () => {
  const app = await createTestApp();
  const { body, cookie } = await signUpWithCode(app, email);
  const topic = `user:${body.user.uid}` as const;
  const publish = (rideId: string) =>
    transaction(app.ctx, async (ctx) => ctx.publish(topic, { type: "ride.hosted", rideId }));
  const before = randomUUID();
  const after = randomUUID();
  await publish(before);
  await app.waitForEvents();
  const { liveSeq } = (await refresh(app, cookie)).body;
  await publish(after);
  await app.waitForEvents();
  const seqSealer = await createSeqSealer(app.ctx.db, body.user.uid);
  const { offset, needsResync } = await resolveStreamStart(app.ctx, seqSealer.open(liveSeq ?? ""), {
    xid: "0",
    id: 0,
  });
  expect(needsResync).toBe(false);
  const sent = await readEventsAfter(app.ctx.db, offset, topic);
  expect(sent.map(({ payload }) => payload)).toEqual([{ type: "ride.hosted", rideId: after }]);
});

test("without a cookie, or with an unknown or malformed one, there is no session", async () => {
  const app = await createTestApp();
  const { cookie = "" } = await signUpWithCode(app, email);
  const [name] = cookie.split("=");
  for (const value of [
    "",
    "x",
    `${crypto.randomUUID()}.${"a".repeat(43)}`,
    `${"-".repeat(36)}.${"a".repeat(43)}`,
  ]) {
    expect(await refresh(app, `${name}=${value}`)).toMatchObject(ended);
  }
  expect(await refresh(app, undefined)).toMatchObject(ended);
  expect((await refresh(app, cookie)).status).toBe(200);
  expect(app.bugs).toEqual([]);
});

test("a reused token ends the session for all its bearers and publishes the end", async () => {
  const app = await createTestApp();
  const first = await signUpWithCode(app, email);
  const published = app.recordEventsOf(first.body.user.uid);
  const elsewhere = await signIn(app, email);
  const second = await refresh(app, first.cookie);
  const third = await refresh(app, second.cookie);
  expect(await refresh(app, first.cookie)).toMatchObject(ended);
  expect(await refresh(app, third.cookie)).toMatchObject(ended);
  expect((await refresh(app, refreshSetCookieOf(elsewhere)?.split(";")[0])).status).toBe(200);
  await app.waitForEvents();
  expect(published).toEqual([
    { type: "session.ended", sessionId: decodeClaims(first.body.idToken)["sid"] },
  ]);
});

test("[domain/session:sign-out] any token of a session ends it, however often a thief has renewed it, by sign-out and by a new sign-in", async () => {
  const app = await createTestApp();
  const first = await signUpWithCode(app, email);
  for (const end of ["sign-out", "sign-in"]) {
    const stolen = refreshCookieOf(await signIn(app, email)) ?? "";
    const once = await refresh(app, stolen);
    const twice = await refresh(app, once.cookie);
    const thief = { token: twice.body.idToken };
    expect((await app.call("GET", "/identity/sessions", { as: thief })).status).toBe(200);
    const reply =
      end === "sign-out"
        ? await signOut(app, { cookie: stolen })
        : await signIn(app, email, PASSWORD, { cookie: stolen });
    expect(reply.status).toBe(200);
    expect({ end, ...(await refresh(app, twice.cookie)) }).toMatchObject({ end, ...ended });
  }
  const { rows } = await sql<{ reason: string }>`
    select reason from account_event where kind = 'session-ended' and uid = ${first.body.user.uid}`.execute(
    app.db,
  );
  expect(rows).toEqual([{ reason: "reused" }, { reason: "reused" }]);
});

test("the previous token gives the same successor for a minute and then ends the session", async () => {
  const app = await createTestApp();
  const { cookie } = await signUpWithCode(app, email);
  const tabs = await Promise.all(Array.from({ length: 10 }, () => refresh(app, cookie)));
  expect(tabs.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const [next, ...others] = new Set(tabs.map((tab) => tab.cookie));
  expect(others).toEqual([]);
  advanceClock(app, 59);
  expect((await refresh(app, cookie)).cookie).toBe(next);
  advanceClock(app, 1);
  expect(await refresh(app, cookie)).toMatchObject(ended);
  expect(await refresh(app, next)).toMatchObject(ended);
});

test("a session expires 30 days after its last use", async () => {
  const app = await createTestApp();
  const { cookie } = await signUpWithCode(app, email);
  advanceClock(app, 29 * 86_400);
  const second = await refresh(app, cookie);
  advanceClock(app, 30 * 86_400 - 1);
  const third = await refresh(app, second.cookie);
  expect(third.status).toBe(200);
  advanceClock(app, 30 * 86_400);
  expect(await refresh(app, third.cookie)).toMatchObject(ended);
  for (const sweep of accountSweeps) await sweep(app.ctx);
  expect(await app.db.selectFrom("session").select("id").execute()).toEqual([]);
});

test("a session expires a year after the sign-in, however often it is used", async () => {
  const app = await createTestApp();
  let { cookie } = await signUpWithCode(app, email);
  for (let day = 28; day <= 364; day += 28) {
    advanceClock(app, 28 * 86_400);
    const next = await refresh(app, cookie);
    expect([day, next.status]).toEqual([day, 200]);
    cookie = next.cookie;
  }
  advanceClock(app, 86_399);
  const { body } = await refresh(app, cookie);
  advanceClock(app, 1);
  expect(await refresh(app, cookie)).toMatchObject(ended);
  const response = await app.call("GET", "/firebase-auth/profile", { as: { token: body.idToken } });
  expect(response).toMatchObject({ status: 401, body: { code: "signed_out" } });
});

test("signing out ends the session by its cookie or ID token, clears the cookie and publishes the end", async () => {
  const app = await createTestApp();
  const first = await signUpWithCode(app, email);
  const published = app.recordEventsOf(first.body.user.uid);
  const out = await signOut(app, { cookie: first.cookie ?? "" });
  expect(out).toMatchObject({ status: 200, body: { success: true } });
  expect(refreshSetCookieOf(out)).toMatch(/^commonlane_refresh=; Max-Age=0; Path=\/api\/identity/);
  expect(out.headers["clear-site-data"]).toBe('"cache"');
  expect(await refresh(app, first.cookie)).toMatchObject(ended);

  const second = await signIn(app, email);
  const { idToken } = second.body;
  expect((await signOut(app, { authorization: `Bearer ${idToken}` })).status).toBe(200);
  expect(await refresh(app, refreshSetCookieOf(second)?.split(";")[0])).toMatchObject(ended);
  expect((await signOut(app, {})).status).toBe(200);
  await app.waitForEvents();
  const ids = [first.body.idToken, idToken].map((token) => decodeClaims(token)["sid"]);
  expect(published).toEqual(ids.map((sessionId) => ({ type: "session.ended", sessionId })));
});

test("a suspended account cannot refresh", async () => {
  const app = await createTestApp();
  const { cookie } = await signUpWithCode(app, email);
  await app.db.updateTable("account").set({ suspended_at: app.ctx.now() }).execute();
  expect(await refresh(app, cookie)).toMatchObject({
    status: 403,
    body: { code: "account_suspended" },
  });
});
