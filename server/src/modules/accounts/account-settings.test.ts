import type { AccountEvent, OwnSession } from "@commonlane/contract/account-settings";
import { expect, test } from "vitest";
import {
  advanceClock,
  decodeClaims,
  refreshCookieOf,
  signUpWithCode,
  PASSWORD,
  refresh,
  signIn,
} from "../../../test/fixtures/accounts.ts";
import { createTestApp, type TestApp } from "../../../test/app/test-app.ts";
import { accountSweeps, suspendAccount } from "./index.ts";

const email = "ada@example.org";
const CHROME =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const newPassword = "Another horse 8";

const as = (token: string) => ({ as: { token } });
const sidOf = (token: string) => String(decodeClaims(token)["sid"]);
const sessions = async (app: TestApp, token: string) =>
  (await app.call<{ items: OwnSession[] }>("GET", "/identity/sessions", as(token))).body.items;
const events = async (app: TestApp, token: string) =>
  (await app.call<{ items: AccountEvent[] }>("GET", "/identity/account-events", as(token))).body
    .items;
const change = (app: TestApp, token: string, body: object = {}) =>
  app.call<{ code?: string; error?: string; fields?: object }>(
    "POST",
    "/identity/change-password",
    {
      ...as(token),
      body: { currentPassword: PASSWORD, newPassword, ...body },
    },
  );

test("a user sees their sessions, most recently used first, with a coarse device name and the current one marked", async () => {
  const app = await createTestApp();
  const first = await signUpWithCode(app, email);
  advanceClock(app, 60);
  const second = await signIn(app, email, PASSWORD, { "user-agent": CHROME });
  await signUpWithCode(app, "bob@example.org");
  const here = sidOf(second.body.idToken);
  const there = sidOf(first.body.idToken);
  const at = "2026-01-01T08:01:00.000Z";
  const before = "2026-01-01T08:00:00.000Z";
  expect(await sessions(app, second.body.idToken)).toEqual([
    { id: here, createdAt: at, lastUsedAt: at, current: true, device: "Chrome on Linux" },
    { id: there, createdAt: before, lastUsedAt: before, current: false, device: null },
  ]);
  advanceClock(app, 60);
  await refresh(app, first.cookie);
  expect((await sessions(app, second.body.idToken)).map(({ id }) => id)).toEqual([there, here]);
  expect((await app.call("GET", "/identity/sessions")).status).toBe(401);
});

test("a user ends one of their own sessions by id, once; other users' sessions are not found", async () => {
  const app = await createTestApp();
  const first = await signUpWithCode(app, email);
  const second = await signIn(app, email);
  const bob = await signUpWithCode(app, "bob@example.org");
  const published = app.recordEventsOf(first.body.user.uid);
  const end = (id: string) =>
    app.call("DELETE", `/identity/sessions/${id}`, as(second.body.idToken));
  const notThere = { status: 404, body: { code: "not_found" } };
  expect(await end(sidOf(bob.body.idToken))).toMatchObject(notThere);
  expect(await end("nonsense")).toMatchObject(notThere);
  const gone = sidOf(first.body.idToken);
  const ended = await Promise.all([end(gone), end(gone)]);
  expect(ended.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  expect((await refresh(app, first.cookie)).status).toBe(401);
  expect((await refresh(app, bob.cookie)).status).toBe(200);
  expect((await sessions(app, second.body.idToken)).map(({ current }) => current)).toEqual([true]);
  await app.waitForEvents();
  expect(published).toEqual([{ type: "session.ended", sessionId: gone }]);
});

test("signing out everywhere ends all sessions, or all but the current one", async () => {
  const app = await createTestApp();
  const first = await signUpWithCode(app, email);
  const second = await signIn(app, email);
  const { idToken } = second.body;
  const everywhere = (body: object) =>
    app.call("POST", "/identity/sign-out-everywhere", { ...as(idToken), body });
  const response = await everywhere({ keepCurrent: true });
  expect(response).toMatchObject({ status: 200, body: { success: true, ended: 1 } });
  expect(refreshCookieOf(response)).toBeUndefined();
  expect((await refresh(app, first.cookie)).status).toBe(401);
  expect(await sessions(app, idToken)).toHaveLength(1);
  const all = await everywhere({});
  expect(all).toMatchObject({ status: 200, body: { ended: 1 } });
  expect(refreshCookieOf(all)).toBe("commonlane_refresh=");
  expect((await refresh(app, refreshCookieOf(second))).status).toBe(401);
});

test("a password change requires the current password, ends other sessions and notifies the owner", async () => {
  const app = await createTestApp();
  const first = await signUpWithCode(app, email);
  const second = await signIn(app, email);
  expect(await change(app, second.body.idToken)).toMatchObject({
    status: 200,
    body: { success: true },
  });
  expect((await refresh(app, first.cookie)).status).toBe(401);
  expect((await refresh(app, refreshCookieOf(second))).status).toBe(200);
  expect((await signIn(app, email)).status).toBe(401);
  expect((await signIn(app, email, newPassword)).status).toBe(200);
  expect(app.mail.at(-1)).toMatchObject({
    to: email,
    subject: "Your Commonlane password was changed",
  });
});

test("without the current password, or with a weak new one, nothing changes", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  expect(await change(app, body.idToken, { currentPassword: "Wrong one 1" })).toMatchObject({
    status: 403,
    body: {
      code: "password_wrong",
      fields: { currentPassword: "Your current password is wrong." },
    },
  });
  expect(await change(app, body.idToken, { newPassword: "short" })).toMatchObject({
    status: 400,
    body: { code: "password_weak", error: "Password must be at least 8 characters" },
  });
  expect((await signIn(app, email)).status).toBe(200);
});

test("a stolen session gets ten password guesses, and strangers at the login do not block the owner's change", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  for (let n = 0; n < 12; n++) await signIn(app, email, "Wrong one 1");
  const guesses = await Promise.all(
    Array.from({ length: 15 }, () => change(app, body.idToken, { currentPassword: "Wrong one 1" })),
  );
  expect(guesses.filter(({ status }) => status === 403)).toHaveLength(10);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(5);
});

test("of two concurrent changes, one succeeds and its password is valid", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  const passwords = ["First horse 1", "Other horse 2"];
  const answers = await Promise.all(
    passwords.map((newPassword) => change(app, body.idToken, { newPassword })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
  const [won = ""] = passwords.filter((_, n) => answers[n]?.status === 200);
  expect((await signIn(app, email, won)).status).toBe(200);
});

test("the owner of a suspended account reads the reason and end date, and no one else does", async () => {
  const app = await createTestApp();
  const { body, cookie } = await signUpWithCode(app, email);
  const other = await signIn(app, email);
  const until = new Date("2026-02-03T00:00:00Z");
  await suspendAccount(app.ctx, body.user.uid, "Fake rides", { until });
  const error = "This account has been suspended until 3 February 2026: Fake rides";
  for (const token of [cookie, refreshCookieOf(other)])
    expect(await refresh(app, token)).toMatchObject({
      status: 403,
      body: { code: "account_suspended", error },
    });
  const forged = `${cookie?.split(".")[0]}.${"x".repeat(43)}`;
  expect(await refresh(app, forged)).toMatchObject({
    status: 401,
    body: { code: "session_ended" },
  });
});

test("a suspended account cannot sign in, all its sessions end, and the end is published and recorded", async () => {
  const app = await createTestApp();
  const { body, cookie } = await signUpWithCode(app, email);
  const published = app.recordEventsOf(body.user.uid);
  await Promise.all([1, 2].map(() => suspendAccount(app.ctx, body.user.uid, "Fake rides")));
  expect((await signIn(app, email)).body.code).toBe("account_suspended");
  expect((await refresh(app, cookie)).status).toBe(403);
  expect((await app.call("GET", "/identity/sessions", as(body.idToken))).status).toBe(401);
  await app.waitForEvents();
  expect(published).toEqual([{ type: "session.ended", sessionId: sidOf(body.idToken) }]);
  const written = await app.db
    .selectFrom("account_event")
    .select(["kind", "reason"])
    .orderBy("id")
    .execute();
  expect(written).toEqual([
    { kind: "signed-up", reason: null },
    { kind: "suspended", reason: "Fake rides" },
    { kind: "session-ended", reason: "suspended" },
    { kind: "sign-in-failed", reason: null },
  ]);
});

test("a user reads the events of their account, newest first, with network and device", async () => {
  const app = await createTestApp({ settings: { TRUST_PROXY: "1" } });
  const { body } = await signUpWithCode(app, email);
  advanceClock(app, 1);
  const from = { "user-agent": CHROME, "x-forwarded-for": "192.0.2.77" };
  await signIn(app, email, "Wrong one 1", from);
  advanceClock(app, 1);
  const { body: here } = await signIn(app, email, PASSWORD, from);
  advanceClock(app, 1);
  await change(app, here.idToken);
  await signUpWithCode(app, "bob@example.org");
  const chrome = { network: "192.0.2.0/24", device: "Chrome on Linux" };
  const quiet = { network: "127.0.0.0/24", device: null };
  const up = sidOf(body.idToken);
  const now = sidOf(here.idToken);
  expect(await events(app, here.idToken)).toMatchObject([
    { kind: "session-ended", ...quiet, sessionId: up, reason: "password changed" },
    { kind: "password-changed", ...quiet, sessionId: now, reason: null },
    { kind: "signed-in", ...chrome, sessionId: now, reason: null },
    { kind: "sign-in-failed", ...chrome, sessionId: null, reason: null },
    { kind: "signed-up", ...quiet, sessionId: up, reason: null },
  ]);
});

test("the end of a session is recorded: signed out, ended from another session, or token reused", async () => {
  const app = await createTestApp();
  const first = await signUpWithCode(app, email);
  const second = await signIn(app, email);
  const third = await signIn(app, email);
  await app.call("POST", "/identity/sign-out", {
    headers: { cookie: refreshCookieOf(third) ?? "" },
  });
  const { cookie } = await refresh(app, first.cookie);
  await refresh(app, cookie);
  await refresh(app, first.cookie);
  const ended = (await events(app, second.body.idToken)).filter(
    ({ kind }) => kind === "session-ended",
  );
  expect(ended.map(({ sessionId, reason }) => [sessionId, reason])).toEqual([
    [sidOf(first.body.idToken), "reused"],
    [sidOf(third.body.idToken), "signed out"],
  ]);
});

test("50 events are shown, 20 failed sign-ins a day are recorded, and all are deleted after half a year", async () => {
  const app = await createTestApp({ settings: { TRUST_PROXY: "1" } });
  const { body } = await signUpWithCode(app, email);
  const guess = (to: string, n: number) =>
    signIn(app, to, "Wrong one 1", { "x-forwarded-for": `192.0.2.${n}` });
  for (let n = 0; n < 24; n++) {
    await Promise.all([guess(email, n), guess("nobody@example.org", n)]);
    // Long enough for the next attempt to be allowed; all together less than a day.
    if (n >= 9) advanceClock(app, 3600);
  }
  const all = () => app.db.selectFrom("account_event").select(["uid", "kind"]).execute();
  const refused = (await all()).filter(
    ({ uid, kind }) => uid === body.user.uid && kind === "sign-in-failed",
  );
  expect(refused).toHaveLength(20);
  // Equally many where there is no account, so that the work is the same; deleted after a day.
  expect(await all()).toHaveLength(41);
  advanceClock(app, 86_401);
  for (const sweep of accountSweeps) await sweep(app.ctx);
  expect(new Set((await all()).map(({ uid }) => uid))).toEqual(new Set([body.user.uid]));

  const row = { uid: body.user.uid, kind: "signed-in" as const, at: app.clock.now };
  await app.db
    .insertInto("account_event")
    .values(Array.from({ length: 60 }, () => row))
    .execute();
  const { body: latest } = await signIn(app, email);
  expect(await events(app, latest.idToken)).toHaveLength(50);
  advanceClock(app, 181 * 86_400);
  for (const sweep of accountSweeps) await sweep(app.ctx);
  expect(await all()).toEqual([]);
});
