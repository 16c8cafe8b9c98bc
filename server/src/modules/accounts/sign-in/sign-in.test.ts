import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  advanceClock,
  decodeClaims,
  refreshCookieOf,
  cookiesOf,
  fromBrowser,
  signUpWithCode,
  PASSWORD,
  refresh,
  refreshSetCookieOf,
  signIn,
  signUp,
} from "../../../../test/fixtures/accounts.ts";
import { runConcurrently } from "../../../../test/app/run-concurrently.ts";
import { createTestApp, type TestApp } from "../../../../test/app/test-app.ts";

const email = "ada@example.org";
const suspend = ({ db, ctx }: TestApp) =>
  db.updateTable("account").set({ suspended_at: ctx.now() }).execute();

test("the correct password opens a new session", async () => {
  const app = await createTestApp();
  const joined = await signUpWithCode(app, email);
  const answer = await signIn(app, "ADA@example.org ");
  expect(answer).toMatchObject({
    status: 200,
    body: { user: { uid: joined.body.user.uid, emailVerified: true } },
  });
  expect(decodeClaims(answer.body.idToken)["sid"]).not.toBe(
    decodeClaims(joined.body.idToken)["sid"],
  );
  expect(refreshSetCookieOf(answer)).toContain("HttpOnly; SameSite=Strict");
});

test("a new sign-in ends the previous session of this browser, and no other", async () => {
  const app = await createTestApp();
  const ada = await signUpWithCode(app, email);
  const elsewhere = await signIn(app, email);
  const bob = await signUpWithCode(app, "bob@example.org");
  const published = app.recordEventsOf(ada.body.user.uid);
  const withCookie = (to: string, cookie = "", password = PASSWORD) =>
    signIn(app, to, password, { cookie });

  expect((await withCookie(email, ada.cookie, "Wrong one 1")).status).toBe(401);
  const { cookie } = await refresh(app, ada.cookie);
  const secondSignIn = await withCookie(email, cookie);
  expect((await refresh(app, cookie)).status).toBe(401);
  expect((await refresh(app, refreshCookieOf(elsewhere))).status).toBe(200);
  // Another user in the same browser.
  const other = await withCookie("bob@example.org", refreshCookieOf(secondSignIn));
  expect((await refresh(app, refreshCookieOf(secondSignIn))).status).toBe(401);
  expect((await refresh(app, refreshCookieOf(other))).status).toBe(200);
  expect((await refresh(app, bob.cookie)).status).toBe(200);
  expect((await withCookie(email, `${refreshCookieOf(other)?.split("=")[0]}=rubbish`)).status).toBe(
    200,
  );
  await app.waitForEvents();
  const gone = [ada.body.idToken, secondSignIn.body.idToken].map(
    (token) => decodeClaims(token)["sid"],
  );
  expect(published).toEqual(gone.map((sessionId) => ({ type: "session.ended", sessionId })));
  const { rows } = await sql<{
    reason: string;
  }>`select reason from account_event where kind = 'session-ended'`.execute(app.db);
  expect(rows).toEqual([{ reason: "signed in again" }, { reason: "signed in again" }]);
});

test("over https the cookie is Secure, and the issuer is the public URL", async () => {
  const app = await createTestApp({ settings: { PUBLIC_URL: "https://rides.example.org/" } });
  const joined = await signUpWithCode(app, email);
  expect(refreshSetCookieOf(joined)).toContain("Secure");
  expect(decodeClaims(joined.body.idToken)["iss"]).toBe("https://rides.example.org/api/identity");
});

test("a wrong password, an unknown address and an unverified one are refused with the same message", async () => {
  const app = await createTestApp();
  await signUpWithCode(app, email);
  await signUp(app, "eve@example.org");
  const answers = await Promise.all(
    [email, "nobody@example.org", "eve@example.org"].map((email) =>
      signIn(app, email, "Wrong one 1"),
    ),
  );
  for (const { status, body } of answers) {
    expect([status, { ...body, requestId: "" }]).toEqual([
      401,
      { code: "credentials_wrong", error: "Wrong e-mail or password.", requestId: "" },
    ]);
  }
});

test("[spec/login:verified-only] only the correct password reveals that an account is unverified", async () => {
  const app = await createTestApp();
  await signUp(app, email);
  expect(await signIn(app, email)).toMatchObject({
    status: 403,
    body: {
      code: "email_unverified",
      error:
        "Please verify your email before logging in. Check your inbox (and spam folder) for a verification link.",
    },
  });
  expect((await signIn(app, email, "Wrong one 1")).body.code).toBe("credentials_wrong");
});

test("only the correct password reveals that an account is suspended", async () => {
  const app = await createTestApp();
  await signUpWithCode(app, email);
  await suspend(app);
  expect(await signIn(app, email)).toMatchObject({
    status: 403,
    body: { code: "account_suspended" },
  });
  expect((await signIn(app, email, "Wrong one 1")).body.code).toBe("credentials_wrong");
});

test("after five wrong passwords, waits grow for a network, while the owner signs in from elsewhere", async () => {
  const app = await createTestApp({ settings: { TRUST_PROXY: "1" } });
  await signUpWithCode(app, email);
  const from = (address: string, password = PASSWORD) =>
    signIn(app, email, password, { "x-forwarded-for": address });
  const guesses = await Promise.all(
    Array.from({ length: 30 }, () => from("192.0.2.1", "Wrong one 1")),
  );
  expect(guesses.filter(({ body }) => body.code === "credentials_wrong")).toHaveLength(5);
  expect(await from("192.0.2.1")).toMatchObject({ status: 429, headers: { "retry-after": "60" } });
  expect((await from("198.51.100.7")).status).toBe(200);
  advanceClock(app, 60);
  expect((await from("192.0.2.1")).status).toBe(200);
});

/** Set `GUESSES=10000` for as many as an attacker would send. */
const GUESSES = Number(process.env["GUESSES"] ?? 300);

test(`of ${GUESSES} concurrent wrong passwords from as many networks ten are checked, and a deviceCookie device still gets in`, async () => {
  const app = await createTestApp({ settings: { TRUST_PROXY: "1" } });
  const joined = await signUpWithCode(app, email);
  const deviceCookie = cookiesOf(joined).get("commonlane_devices");
  const from = (n: number, password = PASSWORD, headers = {}) => {
    const address = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
    return signIn(app, email, password, { "x-forwarded-for": address, ...headers });
  };
  const answers = await runConcurrently(GUESSES, (n) => from(n, "Wrong one 1"));
  expect(answers.filter(({ body }) => body.code === "credentials_wrong")).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(GUESSES - 10);
  expect((await from(GUESSES)).status).toBe(429);
  expect(
    (await from(GUESSES + 1, PASSWORD, { cookie: `commonlane_devices=${"x".repeat(43)}` })).status,
  ).toBe(429);
  const ownDevice = await from(GUESSES + 2, PASSWORD, {
    cookie: `commonlane_devices=${deviceCookie}`,
  });
  expect(ownDevice.status).toBe(200);
  expect(cookiesOf(ownDevice).get("commonlane_devices")).toBe(deviceCookie);
}, 600_000);

test("a deviceCookie device is deviceCookie to its own account only, has few attempts, and is forgotten after a password reset", async () => {
  const app = await createTestApp({ settings: { TRUST_PROXY: "1" } });
  const ada = await signUpWithCode(app, email);
  const bob = await signUpWithCode(app, "bob@example.org");
  const [hers = "", both = ""] = [ada, bob].map(
    (response) => cookiesOf(response).get("commonlane_devices") ?? "",
  );
  const set = [ada.headers["set-cookie"]]
    .flat()
    .find((header) => String(header).startsWith("commonlane_devices="));
  expect(set).toMatch(/; Path=\/api; HttpOnly; SameSite=Strict$/);
  // Users of a shared browser share its cookie, each with a secret of their own.
  expect(both.split(".")).toHaveLength(2);
  expect(both.split(".")[1]).toBe(hers);
  const rows = await app.db.selectFrom("known_device").select("token_hash").execute();
  expect(rows.map(({ token_hash }) => token_hash)).not.toContain(hers);

  const wrong = (n: number, to: string, devices: string) =>
    signIn(app, to, "Wrong one 1", {
      "x-forwarded-for": `10.0.0.${n}`,
      cookie: `commonlane_devices=${devices}`,
    });
  const countChecked = async (to: string, devices: string) => {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => wrong(n, to, devices)));
    return answers.filter(({ status }) => status === 401).length;
  };
  expect(await countChecked(email, hers)).toBe(10);
  expect(await countChecked("bob@example.org", hers)).toBe(10);
  // Strangers have attempts of their own for Ada, which her device has not used up.
  expect(await countChecked(email, "")).toBe(10);

  await fromBrowser(app, "/auth/send-forgot-password-email-otp", { body: { email } });
  const body = { email, otp: app.mail.at(-1)?.code ?? "", newPassword: "Another horse 8" };
  const reset = await fromBrowser(app, "/auth/reset-password", { body });
  expect(reset.status).toBe(200);
  const now = cookiesOf(reset).get("commonlane_devices") ?? "";
  const secondSignIn = (devices: string) =>
    signIn(app, email, "Another horse 8", {
      cookie: `commonlane_devices=${devices}`,
      "x-forwarded-for": "10.9.9.9",
    });
  expect((await secondSignIn(hers)).status).toBe(429);
  expect((await secondSignIn(now)).status).toBe(200);
});

test("correct passwords are never counted", async () => {
  const app = await createTestApp();
  await signUpWithCode(app, email);
  for (let n = 0; n < 12; n++) expect((await signIn(app, email)).status).toBe(200);
});

test("the same letters from another keyboard are the same password", async () => {
  const app = await createTestApp();
  await signUpWithCode(app, email, "Cafe\u0301 au lait 1");
  expect((await signIn(app, email, "Caf\u00e9 au lait 1")).status).toBe(200);
});
