import { hash, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  advanceClock,
  refreshCookieOf,
  refresh,
  signIn,
  signUpWithCode,
} from "../../../../test/fixtures/accounts.ts";
import {
  addPasskey,
  confirmByPassword,
  signInByPasskey,
} from "../../../../test/fixtures/passkeys.ts";
import {
  codeOf,
  setUpApp,
  signInWithCode,
  statusOf,
  wrongCodeOf,
} from "../../../../test/fixtures/second-factor.ts";
import { createTestApp, type TestApp } from "../../../../test/app/test-app.ts";
import { getClientInfo } from "../sign-in/client-info.ts";
import { renewRecoveryCodes, setUpAuthenticatorApp, turnOnSecondFactor } from "./second-factor.ts";

const email = "ada@example.org";
const STEP_S = 30;

async function openAccount(app: TestApp, address = email) {
  const { body, cookie } = await signUpWithCode(app, address);
  return { uid: body.user.uid, token: body.idToken, cookie };
}

test("[domain/second-factor:sign-in] after the set-up a password alone opens no session, and a code of the app does", async () => {
  const app = await createTestApp();
  const ada = await openAccount(app);
  const elsewhere = await signIn(app, email);
  const { key, recoveryCodes } = await setUpApp(app, ada);
  expect(new Set(recoveryCodes).size).toBe(10);
  expect((await refresh(app, refreshCookieOf(elsewhere))).status, "other sessions end").toBe(401);
  expect((await refresh(app, ada.cookie)).status).toBe(200);
  expect(app.mail.at(-1)).toMatchObject({
    to: email,
    subject: "Your Commonlane account now needs a code to sign in",
  });
  const sessionsBefore = await app.db.selectFrom("session").select("id").execute();
  const halfway = await signInWithCode(app, email);
  expect(halfway).toMatchObject({ status: 403, body: { code: "second_factor_needed" } });
  expect(refreshCookieOf(halfway)).toBeUndefined();
  expect(await app.db.selectFrom("session").select("id").execute()).toEqual(sessionsBefore);
  advanceClock(app, STEP_S);
  expect(await signInWithCode(app, email, codeOf(app, key), "Wrong one 1")).toMatchObject({
    body: { code: "credentials_wrong" },
  });
  expect(
    await signInWithCode(
      app,
      email,
      ` ${codeOf(app, key).slice(0, 3)} ${codeOf(app, key).slice(3)}`,
    ),
  ).toMatchObject({
    status: 200,
    body: { user: { uid: ada.uid } },
  });
  expect(app.bugs).toEqual([]);
});

test("people without a second factor sign in as before, also with a code that nobody asked for", async () => {
  const app = await createTestApp();
  await openAccount(app);
  expect((await signInWithCode(app, email)).status).toBe(200);
  expect((await signInWithCode(app, email, "123456")).status).toBe(200);
});

test("[domain/second-factor:replay] a code works once, and no earlier one after it; of ten sign-ins with one code, one succeeds", async () => {
  const app = await createTestApp();
  const ada = await openAccount(app);
  const { key } = await setUpApp(app, ada);
  expect(
    await signInWithCode(app, email, codeOf(app, key)),
    "the code of the set-up",
  ).toMatchObject({
    body: { code: "code_wrong" },
  });
  advanceClock(app, STEP_S);
  const code = codeOf(app, key);
  const replies = await Promise.all(
    Array.from({ length: 3 }, () => signInWithCode(app, email, code)),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  advanceClock(app, 2 * STEP_S);
  expect((await signInWithCode(app, email, codeOf(app, key))).status).toBe(200);
  expect(await signInWithCode(app, email, codeOf(app, key, -STEP_S))).toMatchObject({
    body: { code: "code_wrong" },
  });
});

test("the codes just before and after the current one work, older and later ones do not", async () => {
  const app = await createTestApp();
  const ada = await openAccount(app);
  const { key } = await setUpApp(app, ada);
  advanceClock(app, 10 * STEP_S);
  for (const [laterS, status] of [
    [-2 * STEP_S, 400],
    [-STEP_S, 200],
    [2 * STEP_S, 400],
    [STEP_S, 200],
  ] as const)
    expect((await signInWithCode(app, email, codeOf(app, key, laterS))).status, `${laterS} s`).toBe(
      status,
    );
});

test("[domain/second-factor:recovery] a recovery code works once in place of the app, and is stored only as a slow hash", async () => {
  const app = await createTestApp();
  const ada = await openAccount(app);
  const { recoveryCodes } = await setUpApp(app, ada);
  const [first = "", second = ""] = recoveryCodes;
  expect((await signInWithCode(app, email, first.toUpperCase().replace("-", " "))).status).toBe(
    200,
  );
  expect(app.mail.at(-1)).toMatchObject({
    subject: "A recovery code of your Commonlane account was used",
    paragraphs: ["You have 9 codes left.", expect.anything()],
  });
  expect(await signInWithCode(app, email, first)).toMatchObject({
    status: 400,
    body: { code: "code_wrong" },
  });
  const atOnce = await Promise.all(
    Array.from({ length: 5 }, () => signInWithCode(app, email, second)),
  );
  expect(atOnce.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await statusOf(app, ada)).toMatchObject({ recoveryCodesLeft: 8, shownInSession: true });
  const rows = await app.db.selectFrom("recovery_code").select("code_hash").execute();
  const quick = recoveryCodes.map((code) => hash("sha256", code.replace("-", ""), "base64url"));
  for (const { code_hash } of rows) {
    expect(recoveryCodes.join(" ")).not.toContain(code_hash);
    expect(quick).not.toContain(code_hash);
  }
});

test("new recovery codes replace the old ones", async () => {
  const app = await createTestApp();
  const ada = await openAccount(app);
  const { recoveryCodes } = await setUpApp(app, ada);
  const renew = () =>
    app.call<{ recoveryCodes: string[] }>("POST", "/identity/second-factor/recovery-codes", {
      as: ada,
    });
  const { body } = await renew();
  expect(body.recoveryCodes).toHaveLength(10);
  expect(await signInWithCode(app, email, recoveryCodes[0])).toMatchObject({
    body: { code: "code_wrong" },
  });
  expect((await signInWithCode(app, email, body.recoveryCodes[0])).status).toBe(200);
  advanceClock(app, 600);
  expect(await renew()).toMatchObject({ body: { code: "confirmation_needed" } });
});

test("[domain/second-factor:guessing] someone with the password gets five guesses, and cannot use up those of the owner's device", async () => {
  const app = await createTestApp();
  const ada = await openAccount(app);
  const { key } = await setUpApp(app, ada);
  advanceClock(app, STEP_S);
  const wrong = wrongCodeOf(app, key);
  const guess = (network: number) =>
    app.http.inject({
      method: "POST",
      url: "/api/identity/sign-in",
      remoteAddress: `192.0.${network}.1`,
      payload: { email, password: "Correct horse 7", code: wrong },
    });
  const guesses = await Promise.all(Array.from({ length: 30 }, (_, network) => guess(network)));
  expect(guesses.filter(({ statusCode }) => statusCode === 400)).toHaveLength(5);
  expect(guesses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(25);
  expect(
    (await signInWithCode(app, email, codeOf(app, key))).status,
    "strangers wait, even with the right code",
  ).toBe(429);
  // The session that set it up still has guesses of its own.
  expect((await confirmByPassword(app, ada)).status).toBe(200);
  advanceClock(app, 60);
  expect((await signInWithCode(app, email, codeOf(app, key))).status).toBe(200);
});

test("the set-up needs a confirmation and a code, and an app in use cannot be replaced", async () => {
  const app = await createTestApp();
  const ada = await openAccount(app);
  const call = (path: string, body?: object) =>
    app.call<{ key: string }>("POST", `/identity/second-factor/${path}`, { as: ada, body });
  expect(await call("set-up")).toMatchObject({ body: { code: "confirmation_needed" } });
  expect(await call("turn-on", { code: "123456" })).toMatchObject({
    body: { code: "confirmation_needed" },
  });
  await confirmByPassword(app, ada);
  expect(await call("turn-on", { code: "123456" })).toMatchObject({ body: { code: "code_wrong" } });
  const old = (await call("set-up")).body.key;
  const { key } = (await call("set-up")).body;
  expect(await call("turn-on", { code: codeOf(app, old) })).toMatchObject({
    body: { code: "code_wrong" },
  });
  expect((await signInWithCode(app, email)).status, "not in use yet").toBe(200);
  const code = codeOf(app, key);
  const replies = await Promise.all([call("turn-on", { code }), call("turn-on", { code })]);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await call("set-up")).toMatchObject({ status: 409, body: { code: "second_factor_on" } });
  expect(await app.db.selectFrom("recovery_code").select("code_hash").execute()).toHaveLength(10);
});

test("removing the app needs a confirmation; afterwards the password signs in alone again", async () => {
  const app = await createTestApp();
  const ada = await openAccount(app);
  await setUpApp(app, ada);
  const remove = () => app.call("DELETE", "/identity/second-factor", { as: ada });
  advanceClock(app, 600);
  expect(await remove()).toMatchObject({ body: { code: "confirmation_needed" } });
  await confirmByPassword(app, ada);
  expect((await remove()).status).toBe(200);
  expect(app.mail.at(-1)?.subject).toBe(
    "Your Commonlane account no longer needs a code to sign in",
  );
  expect((await signInWithCode(app, email)).status).toBe(200);
  expect(await statusOf(app, ada)).toMatchObject({
    authenticatorAppSince: null,
    recoveryCodesLeft: 0,
    shownInSession: false,
  });
  expect(await remove()).toMatchObject({ status: 404 });
});

test("[domain/second-factor:passkey] a passkey counts as both factors: it needs no code", async () => {
  const app = await createTestApp();
  const ada = await openAccount(app);
  const { authenticator } = await addPasskey(app, ada);
  await setUpApp(app, ada);
  const signedIn = await signInByPasskey(app, authenticator);
  expect(signedIn.status).toBe(200);
  expect(await statusOf(app, { token: signedIn.body.idToken })).toMatchObject({
    shownInSession: true,
    passkeyCount: 1,
  });
});

test("a sign-in that checked the password before the app was set up opens no session after it", async () => {
  const app = await createTestApp();
  const ada = await openAccount(app);
  await setUpApp(app, ada);
  const { openSession } = await import("../sessions/sessions.ts");
  await expect(openSession(app.ctx, ada.uid)).rejects.toMatchObject({ code: "session_ended" });
});

test("[domain/access:at-once] a session that ended since the call was admitted turns no second factor on, and gets no new codes", async () => {
  const app = await createTestApp();
  const { ctx } = app;
  const ada = await openAccount(app);
  const thief = { uid: ada.uid, sessionId: randomUUID(), emailVerified: true };
  const client = getClientInfo({
    address: "192.0.2.1",
    userAgent: "Firefox",
    cookie: () => undefined,
  });
  const { key } = await setUpAuthenticatorApp(ctx, thief);
  const turningOn = turnOnSecondFactor(ctx, thief, codeOf(app, key), client);
  await expect(turningOn).rejects.toMatchObject({ code: "signed_out" });
  await setUpApp(app, ada);
  const renewing = renewRecoveryCodes(ctx, thief, client);
  await expect(renewing).rejects.toMatchObject({ code: "signed_out" });
});

test("undoing a change of the e-mail address removes what was added to sign in since the day before", async () => {
  const app = await createTestApp();
  const ada = await openAccount(app);
  const { authenticator: own } = await addPasskey(app, ada);
  advanceClock(app, 2 * 86_400);
  const { token } = await signIn(app, email).then(({ body }) => ({ token: body.idToken }));
  const thief = { ...ada, token };
  const { authenticator: foreign } = await addPasskey(app, thief);
  await setUpApp(app, thief);
  await app.call("POST", "/identity/change-email", {
    as: thief,
    body: { newEmail: "eve@example.org" },
  });
  const otp = app.mail.findLast(({ to, code }) => to === "eve@example.org" && code)?.code;
  await app.call("POST", "/identity/confirm-email-change", {
    as: thief,
    body: { newEmail: "eve@example.org", otp },
  });
  const link = app.mail
    .findLast(({ to, action }) => to === email && action)
    ?.action?.url.split("token=")[1];
  expect(
    (await app.call("POST", "/identity/undo-email-change", { body: { token: link } })).status,
  ).toBe(200);
  expect((await signInByPasskey(app, foreign)).status).toBe(403);
  expect((await signInByPasskey(app, own)).status).toBe(200);
  const { second_factor_on } = await app.db
    .selectFrom("account")
    .select("second_factor_on")
    .executeTakeFirstOrThrow();
  expect(second_factor_on).toBe(false);
});
