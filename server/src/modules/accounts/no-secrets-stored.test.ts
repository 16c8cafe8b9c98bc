import { hash } from "@node-rs/argon2";
import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  requestRegistrationCode,
  cookiesOf,
  signUpWithCode,
  PASSWORD,
  refresh,
  signIn,
  signUp,
  verifyRegistrationCode,
} from "../../../test/fixtures/accounts.ts";
import { createTestApp, type TestApp } from "../../../test/app/test-app.ts";

const email = "ada@example.org";

const secretIn = (cookie: string | undefined) => cookie?.split(".")[1] ?? "";

const codeTo = (app: TestApp, to: string) =>
  app.mail.findLast((mail) => mail.to === to && mail.code)?.code ?? "";
const tokenTo = (app: TestApp, to: string) =>
  app.mail.findLast((mail) => mail.to === to && mail.action)?.action?.url.split("token=")[1] ?? "";

/** Matches the full value only: six digits in the middle of an id are no code. */
const isIn = (text: string) => (value: string) =>
  new RegExp(`(?<!\\w)${value.replaceAll(".", "\\.")}(?!\\w)`).test(text);

/** Every row of every table as text. */
async function dump({ db }: TestApp): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(db);
  const texts = tables.map(async ({ name }) => {
    const { rows } = await sql<{
      text: string;
    }>`select t::text as text from ${sql.raw(name)} t`.execute(db);
    return rows.map(({ text }) => text).join("\n");
  });
  return (await Promise.all(texts)).join("\n");
}

test("no code, password or token is in the database or the log", async () => {
  const app = await createTestApp();
  const waiting = await requestRegistrationCode(app, "waiting@example.org");
  const code = await requestRegistrationCode(app, email);
  const halfway = await dump(app);
  await verifyRegistrationCode(app, email, "000000");
  const verified = await verifyRegistrationCode(app, email, code);
  await signUp(app, "eve@example.org");
  await signUp(app, email);
  const joined = await signUpWithCode(app, "bob@example.org");
  const signedIn = await signIn(app, email);
  await signIn(app, email, "Wrong one 1");
  const refreshed = await refresh(app, joined.cookie);
  await refresh(app, "commonlane_refresh=rubbish");

  const eve = { email: "eve@example.org" };
  await app.call("POST", "/auth/resend-verification", { body: eve });
  const verification = tokenTo(app, eve.email);
  await app.call("GET", "/auth/verify-email", { query: { token: verification } });
  const bob = { as: { token: joined.body.idToken } };
  const newEmail = "bob@new.example.org";
  await app.call("POST", "/identity/change-email", {
    ...bob,
    body: { newEmail, password: PASSWORD },
  });
  const move = codeTo(app, newEmail);
  await app.call("POST", "/identity/confirm-email-change", {
    ...bob,
    body: { newEmail, otp: move },
  });
  const undo = tokenTo(app, "bob@example.org");
  await app.call("POST", "/identity/undo-email-change", { body: { token: undo } });
  const response = await app.call("POST", "/auth/send-forgot-password-email-otp", { body: eve });
  const reset = codeTo(app, eve.email);
  const chosen = "Chosen again 3";
  await app.call("POST", "/auth/reset-password", {
    body: { ...eve, otp: reset, newPassword: chosen },
  });

  const stored = `${halfway}\n${await dump(app)}`;
  const logged = JSON.stringify(app.lines);
  expect(stored).toContain(email);
  expect(app.lines.length).toBeGreaterThan(10);
  const secrets = {
    waiting,
    code,
    password: PASSWORD,
    wrong: "Wrong one 1",
    idToken: signedIn.body.idToken,
    refreshToken: secretIn(refreshed.cookie),
    before: secretIn(joined.cookie),
    verification,
    undo,
    move,
    reset,
    chosen,
    proven: cookiesOf(verified).get("commonlane_proven") ?? "",
    device: cookiesOf(joined).get("commonlane_devices")?.split(".")[0] ?? "",
    response: cookiesOf(response).get("commonlane_asked") ?? "",
  };
  expect(Object.values(secrets).every((value) => value.length >= 6)).toBe(true);
  expect(Object.values(secrets).filter(isIn(stored))).toEqual([]);
  expect(Object.values(secrets).filter(isIn(logged))).toEqual([]);
  expect(logged).not.toContain("example.org");
  expect((await signIn(app, eve.email, chosen)).status).toBe(200);
});

test("passwords are stored as argon2id with at least OWASP's minimum cost", async () => {
  const app = await createTestApp();
  await signUpWithCode(app, email);
  const { password_hash } = await app.db
    .selectFrom("account")
    .select("password_hash")
    .executeTakeFirstOrThrow();
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("a sign-in renews a hash with an outdated cost, also when several run concurrently, and nothing else does", async () => {
  const app = await createTestApp();
  await signUpWithCode(app, email);
  const old = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await app.db.updateTable("account").set({ password_hash: old }).execute();
  const readHash = async () =>
    (await app.db.selectFrom("account").select("password_hash").executeTakeFirstOrThrow())
      .password_hash;
  expect((await signIn(app, email, "Wrong one 1")).status).toBe(401);
  expect(await readHash()).toBe(old);

  const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(app, email)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const renewedHash = await readHash();
  expect(renewedHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await signIn(app, email)).status).toBe(200);
  expect(await readHash()).toBe(renewedHash);
  expect((await signIn(app, email, "Wrong one 1")).status).toBe(401);
});
