import { expect, test } from "vitest";
import {
  advanceClock,
  requestRegistrationCode,
  signUpWithCode,
  signIn,
  signUp,
  verifyRegistrationCode,
} from "../../../../test/fixtures/accounts.ts";
import { createTestApp, type TestApp } from "../../../../test/app/test-app.ts";
import { accountSweeps } from "../index.ts";

const email = "ada@example.org";
const SENT = "Verification email sent successfully! Please check your inbox.";
const VERIFIED = { success: true, message: "Email verified successfully! You can now log in." };
interface Told {
  readonly success?: boolean;
  readonly message?: string;
  readonly error?: string;
  readonly code?: string;
}

const send = (app: TestApp, token?: string) =>
  app.call<Told>("POST", "/firebase-auth/send-email-verification", {
    ...(token !== undefined && { as: { token } }),
  });
const resend = (app: TestApp, to = email, headers: Record<string, string> = {}) =>
  app.call<Told>("POST", "/auth/resend-verification", { body: { email: to }, headers });
const open = (app: TestApp, token?: string) =>
  app.call<Told>("GET", "/auth/verify-email", { ...(token !== undefined && { query: { token } }) });
const urlTo = (app: TestApp, to = email) =>
  app.mail.findLast((mail) => mail.to === to && mail.action)?.action?.url ?? "";
const tokenOf = (url: string) => new URL(url).searchParams.get("token") ?? "";

test("[spec/verify:link] the link verifies the account, which can then sign in with its own password", async () => {
  const app = await createTestApp();
  const { body } = await signUp(app, email);
  expect(await send(app, body.idToken)).toMatchObject({
    status: 200,
    body: { success: true, message: SENT },
  });
  const url = urlTo(app);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/verify-email\?token=[\w-]{43}$/);
  expect((await signIn(app, email)).body.code).toBe("email_unverified");
  expect(await open(app, tokenOf(url))).toMatchObject({ status: 200, body: VERIFIED });
  expect(await signIn(app, email)).toMatchObject({
    status: 200,
    body: { user: { uid: body.user.uid } },
  });
  expect((await send(app, body.idToken)).body).toEqual({
    success: true,
    message: "Email is already verified",
  });
});

test("[spec/verify:already] a verified user gets a success reply and no mail", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  app.mail.length = 0;
  const answer = await send(app, body.idToken);
  expect(answer).toMatchObject({
    status: 200,
    body: { success: true, message: "Email is already verified" },
  });
  expect(app.mail).toEqual([]);
});

test("[spec/verify:no-user] without a user, the request is refused", async () => {
  const app = await createTestApp();
  expect(await send(app)).toMatchObject({
    status: 401,
    body: { code: "signed_out", error: "No user logged in" },
  });
  expect((await send(app, "no.token.atall")).body.error).toBe("No user logged in");
});

test("[spec/verify:missing-token] a link without a token is refused with the specification's message", async () => {
  const app = await createTestApp();
  const error = "Invalid verification link. Please check your email for a valid verification link.";
  const answer = { status: 200, body: { success: false, error } };
  expect(await open(app)).toMatchObject(answer);
  expect(await open(app, " ")).toMatchObject(answer);
});

test("fetching the page changes nothing, and the call is idempotent, also 20 times concurrently", async () => {
  const app = await createTestApp();
  await signUp(app, email);
  await resend(app);
  const url = new URL(urlTo(app));
  await app.http.inject({ method: "GET", url: `${url.pathname}${url.search}` });
  await app.http.inject({ method: "HEAD", url: `${url.pathname}${url.search}` });
  expect((await signIn(app, email)).body.code).toBe("email_unverified");
  const answers = await Promise.all(Array.from({ length: 20 }, () => open(app, tokenOf(url.href))));
  for (const { body } of answers) expect(body).toEqual(VERIFIED);
  advanceClock(app, 86_399);
  expect((await open(app, tokenOf(url.href))).body).toEqual(VERIFIED);
  const events = await app.db
    .selectFrom("account_event")
    .select("kind")
    .where("kind", "=", "signed-up")
    .execute();
  expect(events).toHaveLength(1);
  expect(app.bugs).toEqual([]);
});

test("a link is valid for a day, and an unknown one is not", async () => {
  const app = await createTestApp();
  await signUp(app, email);
  await resend(app);
  const token = tokenOf(urlTo(app));
  const over = {
    success: false,
    error: "This verification link has expired. Please request a new one.",
  };
  expect((await open(app, "x".repeat(43))).body).toEqual(over);
  advanceClock(app, 86_400);
  expect((await open(app, token)).body).toEqual(over);
  expect((await signIn(app, email)).body.code).toBe("email_unverified");
  for (const sweep of accountSweeps) await sweep(app.ctx);
  expect(await app.db.selectFrom("email_link").select("uid").execute()).toEqual([]);
});

test("an older link stays valid next to a newer one", async () => {
  const app = await createTestApp();
  await signUp(app, email);
  await resend(app);
  const first = tokenOf(urlTo(app));
  advanceClock(app, 60);
  await resend(app);
  expect(tokenOf(urlTo(app))).not.toBe(first);
  expect((await open(app, first)).body).toEqual(VERIFIED);
});

test("a link verifies the account it was sent for, not one that replaced it", async () => {
  const app = await createTestApp();
  await signUp(app, email);
  await resend(app);
  const token = tokenOf(urlTo(app));
  await signUp(app, email, "Intruder 99");
  expect((await open(app, token)).body.success).toBe(false);
  expect((await signIn(app, email, "Intruder 99")).body.code).toBe("email_unverified");
});

test("if the address has a verified account by now, the link says so and changes nothing", async () => {
  const app = await createTestApp();
  await signUp(app, email, "Claimed it 1");
  await resend(app);
  const token = tokenOf(urlTo(app));
  advanceClock(app, 60);
  await signUpWithCode(app, email);
  expect((await open(app, token)).body).toEqual({
    success: false,
    error: "This e-mail address already has an account. Log in, or choose a new password.",
  });
  expect((await signIn(app, email)).status).toBe(200);
  expect((await signIn(app, email, "Claimed it 1")).body.code).toBe("email_unverified");
  expect(app.bugs).toEqual([]);
});

test("of a link and a sign-up that verify one address at the same time, one gets the account", async () => {
  const app = await createTestApp();
  for (let round = 0; round < 5; round++) {
    const at = `ada${round}@example.org`;
    await signUp(app, at, "Claimed it 1");
    await resend(app, at);
    await verifyRegistrationCode(app, at, await requestRegistrationCode(app, at));
    const [opened, joined] = await Promise.all([
      open(app, tokenOf(urlTo(app, at))),
      signUp(app, at),
    ]);
    expect([opened.body.success, joined.status === 201]).toContain(true);
    expect(opened.body.success && joined.status === 201).toBe(false);
    const proven = await app.db
      .selectFrom("account")
      .select("uid")
      .where("email", "=", at)
      .where("email_verified", "=", true)
      .execute();
    expect(proven).toHaveLength(1);
  }
  expect(app.bugs).toEqual([]);
});

test("every address gets the same reply: a link for an unverified account, otherwise a note that there is nothing to verify", async () => {
  const app = await createTestApp();
  await signUpWithCode(app, email);
  await signUp(app, email, "Claimed it 1");
  await signUp(app, "eve@example.org");
  app.mail.length = 0;
  const addresses = [email, "eve@example.org", "new@example.org"];
  const responses = await Promise.all(addresses.map((to) => resend(app, to)));
  for (const answer of responses)
    expect(answer).toMatchObject({ status: 200, body: { success: true, message: SENT } });
  expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  const soon = await Promise.all(addresses.map((to) => resend(app, to)));
  expect(
    new Set(soon.map(({ status, headers }) => `${status} ${String(headers["retry-after"])}`)),
  ).toEqual(new Set(["429 60"]));
  const hasLinkByRecipient = Object.fromEntries(
    app.mail.map(({ to, action }) => [to, action?.url !== undefined]),
  );
  expect(hasLinkByRecipient).toEqual({
    [email]: false,
    "eve@example.org": true,
    "new@example.org": false,
  });
  expect(app.mail).toHaveLength(3);
  const rows = await app.db.selectFrom("email_link").select("email").orderBy("email").execute();
  expect(rows.map((row) => row.email)).toEqual(addresses);
});

test("the owner of a replaced unverified account gets the same reply, and no mail is sent", async () => {
  const app = await createTestApp();
  const { body } = await signUp(app, email);
  await signUp(app, email, "Intruder 99");
  expect((await send(app, body.idToken)).body).toEqual({ success: true, message: SENT });
  expect(app.mail).toEqual([]);
});

test("links use the operator's URL, whatever host a request claims", async () => {
  const app = await createTestApp({ settings: { PUBLIC_URL: "https://rides.example.org/" } });
  await signUp(app, email);
  await resend(app, email, { host: "localhost:3000", "x-forwarded-host": "evil.example.com" });
  expect(urlTo(app)).toMatch(/^https:\/\/rides\.example\.org\/verify-email\?token=/);
});
