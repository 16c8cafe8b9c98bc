import { hash } from "@node-rs/argon2";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { codeFor, cookiesOf, join, PASSWORD, refresh, signIn, signUp, verify } from "../../../test/identity.ts";
import { openWorld, type World } from "../../../test/world.ts";

const email = "ada@example.org";

const secretIn = (cookie: string | undefined) => cookie?.split(".")[1] ?? "";

const codeTo = (world: World, to: string) => world.mail.findLast((one) => one.to === to && one.code)?.code ?? "";
const tokenTo = (world: World, to: string) =>
  world.mail.findLast((one) => one.to === to && one.action)?.action?.url.split("token=")[1] ?? "";

/** As a whole: six digits in the middle of an id are no code. */
const isIn = (text: string) => (value: string) =>
  new RegExp(`(?<!\\w)${value.replaceAll(".", "\\.")}(?!\\w)`).test(text);

/** Every row of every table, as text. */
async function dump({ db }: World): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(db);
  const texts = tables.map(async ({ name }) => {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t`.execute(db);
    return rows.map(({ text }) => text).join("\n");
  });
  return (await Promise.all(texts)).join("\n");
}

test("[ours/secrets:hashed] no code, password or token is in the database or in the log", async () => {
  const world = await openWorld();
  const waiting = await codeFor(world, "waiting@example.org");
  const code = await codeFor(world, email);
  const halfway = await dump(world);
  await verify(world, email, "000000");
  const verified = await verify(world, email, code);
  await signUp(world, "eve@example.org");
  await signUp(world, email);
  const joined = await join(world, "bob@example.org");
  const signedIn = await signIn(world, email);
  await signIn(world, email, "Wrong one 1");
  const refreshed = await refresh(world, joined.cookie);
  await refresh(world, "commonlane_refresh=rubbish");

  const eve = { email: "eve@example.org" };
  await world.call("POST", "/auth/resend-verification", { body: eve });
  const verification = tokenTo(world, eve.email);
  await world.call("GET", "/auth/verify-email", { query: { token: verification } });
  const bob = { as: { token: joined.body.idToken } };
  const newEmail = "bob@new.example.org";
  await world.call("POST", "/identity/change-email", { ...bob, body: { newEmail, password: PASSWORD } });
  const move = codeTo(world, newEmail);
  await world.call("POST", "/identity/confirm-email-change", { ...bob, body: { newEmail, otp: move } });
  const undo = tokenTo(world, "bob@example.org");
  await world.call("POST", "/identity/undo-email-change", { body: { token: undo } });
  const asked = await world.call("POST", "/auth/send-forgot-password-email-otp", { body: eve });
  const reset = codeTo(world, eve.email);
  const chosen = "Chosen anew 3";
  await world.call("POST", "/auth/reset-password", { body: { ...eve, otp: reset, newPassword: chosen } });

  const kept = `${halfway}\n${await dump(world)}`;
  const logged = JSON.stringify(world.lines);
  expect(kept).toContain(email);
  expect(world.lines.length).toBeGreaterThan(10);
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
    asked: cookiesOf(asked).get("commonlane_asked") ?? "",
  };
  expect(Object.values(secrets).every((value) => value.length >= 6)).toBe(true);
  expect(Object.values(secrets).filter(isIn(kept))).toEqual([]);
  expect(Object.values(secrets).filter(isIn(logged))).toEqual([]);
  expect(logged).not.toContain("example.org");
  expect((await signIn(world, eve.email, chosen)).status).toBe(200);
});

test("[ours/secrets:argon2id] passwords are kept as argon2id at OWASP's minimum or above", async () => {
  const world = await openWorld();
  await join(world, email);
  const { password_hash } = await world.db.selectFrom("account").select("password_hash").executeTakeFirstOrThrow();
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("[ours/secrets:made-anew] a hash of an older cost is made anew at a sign-in, for all who sign in at once, and by nothing else", async () => {
  const world = await openWorld();
  await join(world, email);
  const old = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await world.db.updateTable("account").set({ password_hash: old }).execute();
  const kept = async () =>
    (await world.db.selectFrom("account").select("password_hash").executeTakeFirstOrThrow()).password_hash;
  expect((await signIn(world, email, "Wrong one 1")).status).toBe(401);
  expect(await kept()).toBe(old);

  const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(world, email)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const anew = await kept();
  expect(anew).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await signIn(world, email)).status).toBe(200);
  expect(await kept()).toBe(anew);
  expect((await signIn(world, email, "Wrong one 1")).status).toBe(401);
});
