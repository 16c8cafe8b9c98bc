import { expect, test } from "vitest";
import {
  switchToNewBrowser,
  decodeClaims,
  refreshCookieOf,
  fromBrowser,
  signUpWithCode,
  PASSWORD,
  refresh,
  signIn,
  signUp,
  advanceClock,
} from "../../../../test/fixtures/accounts.ts";
import { createTestApp, type TestApp } from "../../../../test/app/test-app.ts";

const email = "ada@example.org";
const newPassword = "Another horse 8";
const SENTENCE = "Password reset successfully! You can now log in with your new password.";

const requestCode = (app: TestApp, to = email, headers: Record<string, string> = {}) =>
  fromBrowser(app, "/auth/send-forgot-password-email-otp", { body: { email: to }, headers });
const reset = (
  app: TestApp,
  otp: string,
  body: object = {},
  headers: Record<string, string> = {},
) =>
  fromBrowser<{ code?: string; error?: string; message?: string }>(app, "/auth/reset-password", {
    body: { email, otp, newPassword, ...body },
    headers,
  });
async function codeFor(app: TestApp): Promise<string> {
  await requestCode(app);
  return app.mail.findLast(({ to, code }) => to === email && code)?.code ?? "";
}
const from = (address: string) => ({ "x-forwarded-for": address });
const wrongFor = (code: string) => (code === "000000" ? "111111" : "000000");

test("[spec/reset:code] a code arrives by mail and sets a new password; the old one becomes invalid", async () => {
  const app = await createTestApp();
  await signUpWithCode(app, email);
  expect(await requestCode(app, " Ada@Example.org")).toMatchObject({
    status: 200,
    body: { success: true, message: "Verification code sent to your email!" },
  });
  const code = app.mail.at(-1)?.code ?? "";
  expect(code).toMatch(/^\d{6}$/);
  expect(await reset(app, code)).toMatchObject({
    status: 200,
    body: { success: true, message: SENTENCE },
  });
  expect((await signIn(app, email)).body.code).toBe("credentials_wrong");
  expect((await signIn(app, email, newPassword)).status).toBe(200);
  expect(app.mail.at(-1)).toMatchObject({
    to: email,
    subject: "Your Commonlane password was changed",
  });
});

test("[spec/reset:validation] missing or weak input is refused with the specification's messages and costs no attempt", async () => {
  const app = await createTestApp();
  await signUpWithCode(app, email);
  const code = await codeFor(app);
  const refused = [
    [await reset(app, "12345"), { otp: "Please enter the complete 6-digit code" }],
    [await reset(app, code, { newPassword: "" }), { newPassword: "Please enter a new password" }],
    [
      await reset(app, code, { newPassword: "Short1" }),
      { newPassword: "Password must be at least 8 characters" },
    ],
    [
      await reset(app, code, { newPassword: "abcdefg1" }),
      { newPassword: "Password must be at least one uppercase letter" },
    ],
    [
      await reset(app, code, { newPassword: "ABCDEFG1" }),
      { newPassword: "Password must be at least one lowercase letter" },
    ],
    [
      await reset(app, code, { newPassword: "Abcdefgh" }),
      { newPassword: "Password must be at least one digit" },
    ],
  ] as const;
  for (const [answer, fields] of refused)
    expect(answer).toMatchObject({ status: 400, body: { fields } });
  expect(refused.slice(2).map(([{ body }]) => body.code)).toEqual(Array(4).fill("password_weak"));
  expect((await reset(app, code)).status).toBe(200);
});

test("[spec/reset:wrong-code] a wrong code is refused with the specification's message, and a right one works once", async () => {
  const app = await createTestApp();
  await signUpWithCode(app, email);
  const code = await codeFor(app);
  const refused = { status: 400, body: { code: "code_wrong", error: "Invalid verification code" } };
  expect(await reset(app, wrongFor(code))).toMatchObject(refused);
  expect((await reset(app, code)).status).toBe(200);
  expect(await reset(app, code, { newPassword: "Third horse 9" })).toMatchObject(refused);
  expect((await signIn(app, email, newPassword)).status).toBe(200);
});

test("[spec/code:cooldown] a password reset code has a cooldown of 60 seconds, too", async () => {
  const app = await createTestApp();
  await signUpWithCode(app, email);
  await requestCode(app);
  advanceClock(app, 20);
  expect(await requestCode(app)).toMatchObject({ status: 429, headers: { "retry-after": "40" } });
  advanceClock(app, 40);
  expect((await requestCode(app)).status).toBe(200);
});

test("of 100 concurrent wrong guesses, five are checked, and the owner gets in elsewhere with a code of their own", async () => {
  const app = await createTestApp({ settings: { TRUST_PROXY: "1" } });
  await signUpWithCode(app, email);
  const code = await codeFor(app);
  const guesses = Array.from({ length: 100 }, () =>
    reset(app, wrongFor(code), {}, from("192.0.2.1")),
  );
  expect((await Promise.all(guesses)).every(({ status }) => status === 400)).toBe(true);
  const row = app.db
    .selectFrom("one_time_code")
    .select("tries")
    .where("purpose", "=", "password-reset");
  expect((await row.executeTakeFirstOrThrow()).tries).toBe(5);
  expect((await reset(app, code, {}, from("192.0.2.1"))).body.code).toBe("code_wrong");
  advanceClock(app, 60);
  switchToNewBrowser(app);
  expect((await reset(app, await codeFor(app), {}, from("198.51.100.7"))).status).toBe(200);
});

test("a reset voids all other reset codes, from any browser", async () => {
  const app = await createTestApp();
  await signUpWithCode(app, email);
  const early = await codeFor(app);
  switchToNewBrowser(app);
  advanceClock(app, 60);
  expect((await reset(app, await codeFor(app))).status).toBe(200);
  expect((await reset(app, early, { newPassword: "Third horse 9" })).body.code).toBe("code_wrong");
  expect((await signIn(app, email, newPassword)).status).toBe(200);
});

test("of two concurrent resets with one code, one succeeds and its password is valid", async () => {
  const app = await createTestApp();
  await signUpWithCode(app, email);
  for (let round = 0; round < 4; round++) {
    const code = await codeFor(app);
    const passwords = [`First horse ${round}`, `Other horse ${round}`];
    const answers = await Promise.all(
      passwords.map((newPassword) => reset(app, code, { newPassword })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const [won = ""] = passwords.filter((_, n) => answers[n]?.status === 200);
    const [lost = ""] = passwords.filter((_, n) => answers[n]?.status === 400);
    expect((await signIn(app, email, won)).status).toBe(200);
    expect((await signIn(app, email, lost)).status).toBe(401);
    advanceClock(app, 60);
  }
  expect(app.bugs).toEqual([]);
});

test("a reset ends and publishes every session of the account, and no others", async () => {
  const app = await createTestApp();
  const first = await signUpWithCode(app, email);
  const second = await signIn(app, email);
  const other = await signUpWithCode(app, "bob@example.org");
  const published = app.recordEventsOf(first.body.user.uid);
  await reset(app, await codeFor(app));
  for (const cookie of [first.cookie, refreshCookieOf(second)])
    expect((await refresh(app, cookie)).status).toBe(401);
  const seen = await app.call("GET", "/firebase-auth/profile", {
    as: { token: first.body.idToken },
  });
  expect(seen).toMatchObject({ status: 401, body: { code: "signed_out" } });
  expect((await refresh(app, other.cookie)).status).toBe(200);
  await app.waitForEvents();
  const ids = [first.body.idToken, second.body.idToken].map((token) => decodeClaims(token)["sid"]);
  expect(new Set(published)).toEqual(
    new Set(ids.map((sessionId) => ({ type: "session.ended", sessionId }))),
  );
});

test("no session started with the old password survives a reset", async () => {
  const app = await createTestApp();
  let password = PASSWORD;
  await signUpWithCode(app, email);
  for (let round = 0; round < 4; round++) {
    const code = await codeFor(app);
    const next = `Another horse ${round}`;
    const old = password;
    const signIns = Array.from({ length: 6 }, () => signIn(app, email, old));
    const [done, ...opened] = await Promise.all([
      reset(app, code, { newPassword: next }),
      ...signIns,
    ]);
    expect(done.status).toBe(200);
    const cookies = opened.flatMap((answer) => refreshCookieOf(answer) ?? []);
    for (const cookie of cookies) expect((await refresh(app, cookie)).status).toBe(401);
    password = next;
    advanceClock(app, 300);
  }
  expect(app.bugs).toEqual([]);
});

test("an address without a verified account gets the same reply; its reader is notified, and no code matches", async () => {
  const app = await createTestApp();
  await signUpWithCode(app, email);
  await signUp(app, "eve@example.org");
  app.mail.length = 0;
  const addresses = [email, "eve@example.org", "new@example.org"];
  const responses = await Promise.all(addresses.map((to) => requestCode(app, to)));
  expect(
    new Set(responses.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size,
  ).toBe(1);
  const soon = await Promise.all(addresses.map((to) => requestCode(app, to)));
  expect(
    new Set(soon.map(({ status, headers }) => `${status} ${String(headers["retry-after"])}`)).size,
  ).toBe(1);

  expect(app.mail).toHaveLength(3);
  for (const to of addresses.slice(1)) {
    const mail = app.mail.find((sent) => sent.to === to);
    expect(mail?.subject).toBe("There is no Commonlane account with this e-mail address");
    expect(JSON.stringify({ ...mail, id: undefined })).not.toMatch(/\d{6}|http/);
  }
  const tried = await Promise.all(addresses.map((email) => reset(app, "000000", { email })));
  expect(
    new Set(tried.map(({ status, body }) => `${status} ${body.code} ${body.error}`)).size,
  ).toBe(1);
  const rows = await app.db
    .selectFrom("one_time_code")
    .select(["tries"])
    .where("purpose", "=", "password-reset")
    .execute();
  expect(rows).toEqual([{ tries: 1 }, { tries: 1 }, { tries: 1 }]);
});

test("a code is only valid for the account of its address", async () => {
  const app = await createTestApp();
  await signUpWithCode(app, email);
  await signUpWithCode(app, "bob@example.org");
  const code = await codeFor(app);
  expect((await reset(app, code, { email: "bob@example.org" })).body.code).toBe("code_wrong");
  expect((await signIn(app, "bob@example.org")).status).toBe(200);
});
