import { expect, test } from "vitest";
import { advance, claimsOf, join, refresh, setCookieOf, signIn } from "../../../test/identity.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { accountSweeps } from "./index.ts";

const email = "ada@example.org";
const ended = { status: 401, body: { code: "session_ended" } };
const signOut = (world: World, headers: Record<string, string>) =>
  world.call("POST", "/identity/sign-out", { headers });

test("[ours/session:rotation] each refresh gives a new ID token and a new cookie of the same session", async () => {
  const world = await openWorld();
  const joined = await join(world, email);
  advance(world, 3300);
  const second = await refresh(world, joined.cookie);
  expect(second).toMatchObject({
    status: 200,
    body: { user: joined.body.user, expiresAt: "2026-01-01T09:55:00.000Z" },
  });
  expect(second.cookie).not.toBe(joined.cookie);
  expect(claimsOf(second.body.idToken)["sid"]).toBe(claimsOf(joined.body.idToken)["sid"]);
  expect((await refresh(world, second.cookie)).status).toBe(200);
});

test("[ours/session:none] without a cookie, with one of nobody or with rubbish there is no session", async () => {
  const world = await openWorld();
  const { cookie = "" } = await join(world, email);
  const [name] = cookie.split("=");
  for (const value of ["", "x", `${crypto.randomUUID()}.${"a".repeat(43)}`, `${"-".repeat(36)}.${"a".repeat(43)}`]) {
    expect(await refresh(world, `${name}=${value}`)).toMatchObject(ended);
  }
  expect(await refresh(world, undefined)).toMatchObject(ended);
  expect((await refresh(world, cookie)).status).toBe(200);
  expect(world.bugs).toEqual([]);
});

test("[ours/session:reuse] a token that was traded before ends the session for everybody, and that is announced", async () => {
  const world = await openWorld();
  const first = await join(world, email);
  const heard = world.hear(first.body.user.uid);
  const elsewhere = await signIn(world, email);
  const second = await refresh(world, first.cookie);
  const third = await refresh(world, second.cookie);
  expect(await refresh(world, first.cookie)).toMatchObject(ended);
  expect(await refresh(world, third.cookie)).toMatchObject(ended);
  expect((await refresh(world, setCookieOf(elsewhere)?.split(";")[0])).status).toBe(200);
  await world.allTold();
  expect(heard).toEqual([{ type: "session.ended", sessionId: claimsOf(first.body.idToken)["sid"] }]);
});

test("[ours/session:grace] the token just replaced gives the same successor for a minute, then it ends the session", async () => {
  const world = await openWorld();
  const { cookie } = await join(world, email);
  const tabs = await Promise.all(Array.from({ length: 10 }, () => refresh(world, cookie)));
  expect(tabs.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const [next, ...others] = new Set(tabs.map((tab) => tab.cookie));
  expect(others).toEqual([]);
  advance(world, 59);
  expect((await refresh(world, cookie)).cookie).toBe(next);
  advance(world, 1);
  expect(await refresh(world, cookie)).toMatchObject(ended);
  expect(await refresh(world, next)).toMatchObject(ended);
});

test("[ours/session:30-days] a session ends 30 days after it was last used", async () => {
  const world = await openWorld();
  const { cookie } = await join(world, email);
  advance(world, 29 * 86_400);
  const second = await refresh(world, cookie);
  advance(world, 30 * 86_400 - 1);
  const third = await refresh(world, second.cookie);
  expect(third.status).toBe(200);
  advance(world, 30 * 86_400);
  expect(await refresh(world, third.cookie)).toMatchObject(ended);
  for (const sweep of accountSweeps) await sweep(world.ctx);
  expect(await world.db.selectFrom("session").select("id").execute()).toEqual([]);
});

test("[ours/session:a-year] a session ends a year after the sign-in, however often it is used", async () => {
  const world = await openWorld();
  let { cookie } = await join(world, email);
  for (let day = 28; day <= 364; day += 28) {
    advance(world, 28 * 86_400);
    const next = await refresh(world, cookie);
    expect([day, next.status]).toEqual([day, 200]);
    cookie = next.cookie;
  }
  advance(world, 86_399);
  const { body } = await refresh(world, cookie);
  advance(world, 1);
  expect(await refresh(world, cookie)).toMatchObject(ended);
  const asked = await world.call("GET", "/firebase-auth/profile", { as: { token: body.idToken } });
  expect(asked).toMatchObject({ status: 401, body: { code: "signed_out" } });
});

test("[ours/session:sign-out] signing out ends the session by its cookie or by its ID token, clears the cookie and is announced", async () => {
  const world = await openWorld();
  const first = await join(world, email);
  const heard = world.hear(first.body.user.uid);
  const out = await signOut(world, { cookie: first.cookie ?? "" });
  expect(out).toMatchObject({ status: 200, body: { success: true } });
  expect(setCookieOf(out)).toMatch(/^commonlane_refresh=; Max-Age=0; Path=\/api\/identity/);
  expect(out.headers["clear-site-data"]).toBe('"cache"');
  expect(await refresh(world, first.cookie)).toMatchObject(ended);

  const second = await signIn(world, email);
  const { idToken } = second.body;
  expect((await signOut(world, { authorization: `Bearer ${idToken}` })).status).toBe(200);
  expect(await refresh(world, setCookieOf(second)?.split(";")[0])).toMatchObject(ended);
  expect((await signOut(world, {})).status).toBe(200);
  await world.allTold();
  const ids = [first.body.idToken, idToken].map((token) => claimsOf(token)["sid"]);
  expect(heard).toEqual(ids.map((sessionId) => ({ type: "session.ended", sessionId })));
});

test("[ours/session:suspended] a suspended account refreshes nothing", async () => {
  const world = await openWorld();
  const { cookie } = await join(world, email);
  await world.db.updateTable("account").set({ suspended_at: world.ctx.now() }).execute();
  expect(await refresh(world, cookie)).toMatchObject({ status: 403, body: { code: "account_suspended" } });
});
