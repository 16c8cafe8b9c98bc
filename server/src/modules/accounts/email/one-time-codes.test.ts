import { expect, test } from "vitest";
import { transaction } from "#platform/context.ts";
import {
  advanceClock,
  fromBrowser,
  PASSWORD,
  refreshCookieOf,
  requestRegistrationCode,
  signUp,
  signUpWithCode,
  switchToNewBrowser,
  verifyRegistrationCode,
} from "../../../../test/fixtures/accounts.ts";
import { runConcurrently } from "../../../../test/app/run-concurrently.ts";
import { createTestApp, type TestApp } from "../../../../test/app/test-app.ts";
import { recordCodesDelivered } from "./one-time-codes.store.ts";
import { createCode, verifyCode } from "./one-time-codes.ts";
import { email, wrongFor } from "../../../../test/fixtures/one-time-codes.ts";

const elsewhere = { networks: ["198.51.100.7"], flow: undefined };

test("[spec/code:six-digits] a six-digit code arrives by mail and verifies the address in any mail case", async () => {
  const app = await createTestApp();
  const sent = await app.call("POST", "/auth/send-registration-otp", {
    body: { email: " Ada@Example.ORG " },
  });
  expect(sent).toMatchObject({
    status: 200,
    body: { success: true, message: "Verification code sent to your email!" },
  });
  const [mail] = app.mail;
  expect(mail).toMatchObject({ to: email, code: expect.stringMatching(/^\d{6}$/) });
  expect(await verifyRegistrationCode(app, "ADA@example.org", mail?.code ?? "")).toMatchObject({
    status: 200,
    body: { success: true },
  });
});

test("[spec/code:wrong] a wrong code, a code for another address and a malformed one are refused", async () => {
  const app = await createTestApp();
  const code = await requestRegistrationCode(app, email);
  const refused = { status: 400, body: { code: "code_wrong", error: "Invalid verification code" } };
  expect(await verifyRegistrationCode(app, email, wrongFor(code))).toMatchObject(refused);
  expect(await verifyRegistrationCode(app, "nobody@example.org", code)).toMatchObject(refused);
  expect(await verifyRegistrationCode(app, email, "12345")).toMatchObject({
    status: 400,
    body: { code: "invalid_input", fields: { otp: "Please enter the complete 6-digit code" } },
  });
});

test("of 200 concurrent wrong guesses, five are checked, and then the right code is refused too", async () => {
  const app = await createTestApp();
  const code = await requestRegistrationCode(app, email);
  const guesses = await Promise.all(
    Array.from({ length: 200 }, () => verifyRegistrationCode(app, email, wrongFor(code))),
  );
  expect(new Set(guesses.map(({ body }) => body["code"]))).toEqual(new Set(["code_wrong"]));
  const { tries } = await app.db
    .selectFrom("one_time_code")
    .select("tries")
    .executeTakeFirstOrThrow();
  expect(tries).toBe(5);
  expect((await verifyRegistrationCode(app, email, code)).body["code"]).toBe("code_wrong");
  await expect(
    verifyCode(app.ctx, { email, purpose: "registration" }, code, elsewhere),
  ).rejects.toMatchObject({
    code: "code_wrong",
  });
});

/** Set `GUESSES=10000` for as many as an attacker would send. */
const GUESSES = Number(process.env["GUESSES"] ?? 300);

const stranger = (n: number) => ({
  "x-forwarded-for": `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
});

test(`of ${GUESSES} concurrent wrong codes from as many networks at most ten are checked, and the requesting browser can still use its code`, async () => {
  const app = await createTestApp({ settings: { TRUST_PROXY: "1" } });
  const code = await requestRegistrationCode(app, email);
  const tell = (n: number) =>
    app.call("POST", "/auth/verify-registration-otp", {
      body: { email, otp: wrongFor(code) },
      headers: stranger(n),
    });
  const answers = await runConcurrently(GUESSES, tell);
  expect(answers.filter(({ body }) => body["code"] === "code_wrong")).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(GUESSES - 5);
  const { tries } = await app.db
    .selectFrom("one_time_code")
    .select("tries")
    .executeTakeFirstOrThrow();
  expect(tries).toBe(0);
  expect((await verifyRegistrationCode(app, email, code)).status).toBe(200);
}, 600_000);

test("a stranger can neither use up the attempts of the requesting browser nor void its code by requesting another", async () => {
  const app = await createTestApp({ settings: { TRUST_PROXY: "1" } });
  const code = await requestRegistrationCode(app, email);
  const from = (address: string, path: string, body: object) =>
    app.call("POST", `/auth/${path}`, {
      body: { email, ...body },
      headers: { "x-forwarded-for": address },
    });
  for (let n = 0; n < 20; n++)
    await from(`192.0.2.${n}`, "verify-registration-otp", { otp: wrongFor(code) });
  advanceClock(app, 60);
  expect((await from("192.0.2.1", "send-registration-otp", {})).status).toBe(200);
  // The latest code is the stranger's, and their attempts are only compared with it.
  expect((await from("192.0.2.1", "verify-registration-otp", { otp: code })).body["code"]).toBe(
    "code_wrong",
  );
  expect((await verifyRegistrationCode(app, email, wrongFor(code))).body["code"]).toBe(
    "code_wrong",
  );
  expect((await verifyRegistrationCode(app, email, code)).status).toBe(200);
});

test("a code can be entered on another device, which has few attempts of its own and accepts only the latest code", async () => {
  const app = await createTestApp();
  const first = await requestRegistrationCode(app, email);
  const wrong = wrongFor("");
  switchToNewBrowser(app);
  expect((await verifyRegistrationCode(app, email, wrongFor(first))).body["code"]).toBe(
    "code_wrong",
  );
  expect(
    (await verifyRegistrationCode(app, email, wrong === first ? "111111" : wrong)).body["code"],
  ).toBe("code_wrong");
  expect((await verifyRegistrationCode(app, email, first)).status).toBe(200);
  expect((await signUp(app, email)).body.user.emailVerified).toBe(true);
});

test("only the browser that verified a code can sign up with it", async () => {
  const app = await createTestApp();
  await verifyRegistrationCode(app, email, await requestRegistrationCode(app, email));
  const theirs = await app.call<{ user: { emailVerified: boolean } }>("POST", "/identity/sign-up", {
    body: { email, password: "Mallory horse 7" },
  });
  expect(theirs).toMatchObject({ status: 201, body: { user: { emailVerified: false } } });
  expect(refreshCookieOf(theirs)).toBeUndefined();
  const mine = await fromBrowser(app, "/identity/sign-up", { body: { email, password: PASSWORD } });
  expect(mine).toMatchObject({ status: 201, body: { user: { emailVerified: true } } });
});

test("a planted cookie does not count as a verification", async () => {
  const app = await createTestApp();
  const planted = "x".repeat(43);
  const cookie = `commonlane_asked=${planted}; commonlane_proven=${planted}`;
  const send = (path: string, body: object) =>
    app.call("POST", path, { body: { email, ...body }, headers: { cookie } });
  await send("/auth/send-registration-otp", {});
  const code = app.mail.at(-1)?.code ?? "";
  expect((await send("/auth/verify-registration-otp", { otp: code })).status).toBe(200);
  expect(await send("/identity/sign-up", { password: PASSWORD })).toMatchObject({
    body: { user: { emailVerified: false } },
  });
});

test("of 20 concurrent correct attempts, one succeeds", async () => {
  const app = await createTestApp();
  const code = await requestRegistrationCode(app, email);
  const guesses = await Promise.all(
    Array.from({ length: 20 }, () => verifyRegistrationCode(app, email, code)),
  );
  expect(guesses.filter(({ status }) => status === 200)).toHaveLength(1);
});

/** What happens when the mail server accepts the latest e-mail. */
const acceptLatestEmail = (app: TestApp) =>
  recordCodesDelivered(app.ctx, [app.mail.at(-1)?.id ?? ""]);

test("[domain/code:validity] a code is valid for 15 minutes after the mail server took its e-mail, and once", async () => {
  const app = await createTestApp();
  const late = await requestRegistrationCode(app, email);
  await acceptLatestEmail(app);
  advanceClock(app, 900);
  expect((await verifyRegistrationCode(app, email, late)).body["code"]).toBe("code_wrong");

  // Greylisting: the mail server takes the e-mail after 40 minutes, and says so twice.
  const delayed = await requestRegistrationCode(app, email);
  advanceClock(app, 2_400);
  await acceptLatestEmail(app);
  advanceClock(app, 899);
  await acceptLatestEmail(app);
  expect((await verifyRegistrationCode(app, email, delayed)).status).toBe(200);
  expect((await verifyRegistrationCode(app, email, delayed)).body["code"]).toBe("code_wrong");
});

test("[domain/code:validity] a code is valid for an hour at most, also if its e-mail was taken late or not at all", async () => {
  const app = await createTestApp();
  const neverTaken = await requestRegistrationCode(app, email);
  advanceClock(app, 3_600);
  expect((await verifyRegistrationCode(app, email, neverTaken)).body["code"]).toBe("code_wrong");
  const takenLate = await requestRegistrationCode(app, email);
  advanceClock(app, 3_500);
  await acceptLatestEmail(app);
  advanceClock(app, 100);
  expect((await verifyRegistrationCode(app, email, takenLate)).body["code"]).toBe("code_wrong");
});

test("[domain/code:validity] the e-mail says when the code was requested and that only the newest works", async () => {
  const app = await createTestApp({
    community: { region: { lat: 47.14, lng: 9.52, radiusKm: 40 } },
  });
  await requestRegistrationCode(app, email);
  // The clock of the tests is 08:00 UTC in January.
  expect(app.mail.at(-1)?.paragraphs.join(" ")).toMatch(
    /requested it at 09:00 (CET|GMT\+1)\. It works for 15 minutes after we sent this e-mail\. .* only the newest works/,
  );
});

test("a code is only valid for its purpose", async () => {
  const app = await createTestApp();
  const code = await requestRegistrationCode(app, email);
  await expect(
    verifyCode(app.ctx, { email, purpose: "password-reset" }, code, elsewhere),
  ).rejects.toMatchObject({
    code: "code_wrong",
  });
});

test("an address with an account gets the same reply; its owner is notified, and no code matches", async () => {
  const app = await createTestApp();
  await signUpWithCode(app, email);
  advanceClock(app, 60);
  const ask = (email: string) =>
    fromBrowser(app, "/auth/send-registration-otp", { body: { email } });
  const existing = await ask(email);
  const missing = await ask("new@example.org");
  expect(JSON.stringify(existing.body)).toBe(JSON.stringify(missing.body));
  expect(existing.status).toBe(missing.status);
  const [toOwner, toStranger] = app.mail.slice(-2);
  expect(toOwner).toMatchObject({ to: email, subject: "You already have a Commonlane account" });
  expect(toOwner?.code).toBeUndefined();
  expect(JSON.stringify({ ...toOwner, id: undefined })).not.toMatch(/\d{6}/);
  expect(toStranger?.code).toMatch(/^\d{6}$/);

  const knownSoon = await ask(email);
  const unknownSoon = await ask("new@example.org");
  expect([knownSoon.status, knownSoon.headers["retry-after"]]).toEqual([
    unknownSoon.status,
    unknownSoon.headers["retry-after"],
  ]);
  for (const someone of [email, "new@example.org"]) {
    const tried = await verifyRegistrationCode(app, someone, wrongFor(toStranger?.code ?? ""));
    expect(tried.body).toMatchObject({ code: "code_wrong", error: "Invalid verification code" });
  }
  const rows = await app.db
    .selectFrom("one_time_code")
    .select(["tries", "code_hash"])
    .where("verified_at", "is", null)
    .execute();
  expect(rows.map(({ tries, code_hash }) => [tries, code_hash.length])).toEqual([
    [1, 64],
    [1, 64],
  ]);
});

test("a blind code matches nothing, not even itself", async () => {
  const { ctx } = await createTestApp();
  const key = { email, purpose: "registration", flow: "theirs" } as const;
  const { code: blind } = await transaction(ctx, (ctx) => createCode(ctx, key, { blind: true }));
  await expect(verifyCode(ctx, key, blind, { ...elsewhere, flow: "theirs" })).rejects.toMatchObject(
    {
      code: "code_wrong",
    },
  );
});

test("a verification is valid for half an hour", async () => {
  const app = await createTestApp();
  await verifyRegistrationCode(app, email, await requestRegistrationCode(app, email));
  advanceClock(app, 30 * 60);
  expect((await signUp(app, email)).body.user.emailVerified).toBe(false);
  await verifyRegistrationCode(app, email, await requestRegistrationCode(app, email));
  advanceClock(app, 30 * 60 - 1);
  expect((await signUp(app, email)).body.user.emailVerified).toBe(true);
});
