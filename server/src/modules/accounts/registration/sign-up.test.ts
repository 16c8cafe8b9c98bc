import { expect, test } from "vitest";
import {
  advanceClock,
  decodeClaims,
  requestRegistrationCode,
  refreshCookieOf,
  fromBrowser,
  signUpWithCode,
  PASSWORD,
  refreshSetCookieOf,
  signIn,
  signUp,
  verifyRegistrationCode,
} from "../../../../test/fixtures/accounts.ts";
import { createTestApp, type TestApp } from "../../../../test/app/test-app.ts";
import { accountSweeps } from "../index.ts";

const email = "ada@example.org";
const accounts = ({ db }: TestApp) =>
  db.selectFrom("account").select(["uid", "email", "email_verified"]).orderBy("uid").execute();

test("with a verified code, the account is verified and a session opens", async () => {
  const app = await createTestApp();
  await verifyRegistrationCode(app, email, await requestRegistrationCode(app, email));
  const answer = await fromBrowser<{ idToken: string; expiresAt: string; user: { uid: string } }>(
    app,
    "/identity/sign-up",
    { body: { email: "Ada@Example.org", password: PASSWORD, displayName: "Ada Moreau" } },
  );
  const { uid } = answer.body.user;
  expect(answer).toMatchObject({
    status: 201,
    body: {
      expiresAt: "2026-01-01T09:00:00.000Z",
      user: { email, emailVerified: true, displayName: "Ada Moreau" },
    },
  });
  expect(decodeClaims(answer.body.idToken)).toMatchObject({
    sub: uid,
    email,
    email_verified: true,
    name: "Ada Moreau",
    iss: "http://127.0.0.1:3000/api/identity",
  });
  expect(refreshSetCookieOf(answer)).toMatch(
    /^commonlane_refresh=[\w.-]+; Max-Age=2592000; Path=\/api\/identity; HttpOnly; SameSite=Strict$/,
  );
  expect(await accounts(app)).toEqual([{ uid, email, email_verified: true }]);
  expect(
    (await app.call("GET", "/firebase-auth/profile", { as: { token: answer.body.idToken } }))
      .status,
  ).toBe(200);
});

test("[spec/7-auth:proof] a client without cookies signs up with the proof of its verified code, once", async () => {
  const app = await createTestApp();
  const otp = await requestRegistrationCode(app, email);
  const verified = await app.call<{ proof: string }>("POST", "/auth/verify-registration-otp", {
    body: { email, otp },
  });
  const { proof } = verified.body;
  const send = (body: object) =>
    app.call<{ user: { emailVerified: boolean } }>("POST", "/identity/sign-up", {
      body: { email, password: PASSWORD, ...body },
    });
  expect((await send({ proof: "x".repeat(43) })).body.user.emailVerified).toBe(false);
  expect((await send({ proof })).body.user.emailVerified).toBe(true);
  expect((await send({ proof })).body.user.emailVerified).toBe(false);
  expect(await send({ proof: "short" })).toMatchObject({
    status: 400,
    body: { code: "invalid_input" },
  });
});

test("without a code, the account is unverified, has no session and cannot sign in", async () => {
  const app = await createTestApp();
  const answer = await signUp(app, email);
  expect(answer).toMatchObject({
    status: 201,
    body: { user: { email, emailVerified: false, displayName: null } },
  });
  expect(refreshSetCookieOf(answer)).toBeUndefined();
  expect(decodeClaims(answer.body.idToken)).toMatchObject({ email_verified: false });
  const closed = await app.call("GET", "/firebase-auth/profile", {
    as: { token: answer.body.idToken },
  });
  expect(closed).toMatchObject({ status: 403, body: { code: "email_unverified" } });
  expect((await signIn(app, email)).body.code).toBe("email_unverified");
  expect(await app.db.selectFrom("session").select("id").execute()).toEqual([]);
});

test("[spec/password:rules] the first password rule that is not met is named", async () => {
  const app = await createTestApp();
  const errors = ["Ab1", "abcdefg1", "ABCDEFG1", "Abcdefgh"].map(async (password) => {
    const { status, body } = await signUp(app, email, password);
    return [status, body.code, body.error];
  });
  expect(await Promise.all(errors)).toEqual([
    [400, "password_weak", "Password must be at least 8 characters"],
    [400, "password_weak", "Password must be at least one uppercase letter"],
    [400, "password_weak", "Password must be at least one lowercase letter"],
    [400, "password_weak", "Password must be at least one digit"],
  ]);
  expect(await accounts(app)).toEqual([]);
});

test("without a code, an address with an account gets the same reply as a new one, and its owner is notified once a day", async () => {
  const app = await createTestApp();
  const ada = await signUpWithCode(app, email);
  app.mail.length = 0;
  const existing = await signUp(app, email, "Guessed it 1");
  const fresh = await signUp(app, "eve@example.org");
  const shape = ({ body, status, headers }: typeof existing) => {
    const { email: _, ...claims } = decodeClaims(body.idToken);
    return {
      status,
      headers: Object.keys(headers),
      expiresAt: body.expiresAt,
      user: { ...body.user, uid: body.user.uid.length, email: "" },
      claims: { ...claims, sub: "", sid: "" },
      length: body.idToken.length,
    };
  };
  expect(email).toHaveLength("eve@example.org".length);
  expect(shape(existing)).toEqual(shape(fresh));
  expect(existing.body.user.uid).not.toBe(ada.body.user.uid);
  // The same id version as well: the timestamp must not reveal how the id was created.
  expect(existing.body.user.uid.slice(0, 9)).toBe(fresh.body.user.uid.slice(0, 9));

  expect((await signIn(app, email)).status).toBe(200);
  expect((await signIn(app, email, "Guessed it 1")).body.code).toBe("email_unverified");
  expect((await signIn(app, "eve@example.org")).body.code).toBe("email_unverified");

  expect(app.mail).toMatchObject([
    { to: email, subject: expect.stringContaining("tried to sign up") },
  ]);
  await signUp(app, email);
  expect(app.mail).toHaveLength(1);
  advanceClock(app, 86_400);
  await signUp(app, email);
  expect(app.mail).toHaveLength(2);
});

test("a user who verified an address that got an account in between learns that it has one", async () => {
  const app = await createTestApp();
  await verifyRegistrationCode(app, email, await requestRegistrationCode(app, email));
  const { code_hash, sent_at, verified_at, proof_hash } = await app.db
    .selectFrom("one_time_code")
    .selectAll()
    .executeTakeFirstOrThrow();
  await signUp(app, email);
  await app.db
    .insertInto("one_time_code")
    .values({ email, purpose: "registration", code_hash, sent_at, verified_at, proof_hash })
    .execute();
  expect(await signUp(app, email)).toMatchObject({ status: 409, body: { code: "email_taken" } });
  expect(await accounts(app)).toHaveLength(1);
});

test("of two concurrent sign-ups with one code, one creates the account", async () => {
  const app = await createTestApp();
  for (let round = 0; round < 5; round++) {
    const email = `ada${round}@example.org`;
    await verifyRegistrationCode(app, email, await requestRegistrationCode(app, email));
    const answers = await Promise.all([signUp(app, email), signUp(app, email)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers.filter((answer) => refreshCookieOf(answer))).toHaveLength(1);
    const proven = (await accounts(app)).filter((row) => row.email === email && row.email_verified);
    expect(proven).toHaveLength(1);
  }
  expect(app.bugs).toEqual([]);
});

test("of many unverified sign-ups, the last one is kept, with an id of its own", async () => {
  const app = await createTestApp();
  const answers = await Promise.all(Array.from({ length: 10 }, () => signUp(app, email)));
  expect(new Set(answers.map(({ body }) => body.user.uid)).size).toBe(10);
  expect(await accounts(app)).toHaveLength(1);
  expect(await app.db.selectFrom("profile").select("uid").execute()).toHaveLength(1);
  expect(app.bugs).toEqual([]);
});

test("an unverified account does not lock the owner of its address out", async () => {
  const app = await createTestApp();
  await signUp(app, email, "Squatter 1");
  const owner = await signUpWithCode(app, email);
  expect(owner).toMatchObject({ status: 201, body: { user: { emailVerified: true } } });
  expect((await signIn(app, email)).status).toBe(200);
  expect((await signIn(app, email, "Squatter 1")).body.code).toBe("email_unverified");
});

test("unverified accounts are deleted after a week, verified ones stay", async () => {
  const app = await createTestApp();
  await signUp(app, "eve@example.org");
  await signUpWithCode(app, email);
  advanceClock(app, 7 * 86_400 + 1);
  for (const sweep of accountSweeps) await sweep(app.ctx);
  expect(await accounts(app)).toMatchObject([{ email }]);
  expect(await app.db.selectFrom("one_time_code").select("email").execute()).toEqual([]);
});
