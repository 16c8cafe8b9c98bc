import { expect, test } from "vitest";
import {
  advance,
  claimsOf,
  codeFor,
  cookieOf,
  fromBrowser,
  join,
  PASSWORD,
  setCookieOf,
  signIn,
  signUp,
  verify,
} from "../../../test/identity.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { accountSweeps } from "./index.ts";

const email = "ada@example.org";
const accounts = ({ db }: World) =>
  db.selectFrom("account").select(["uid", "email", "email_verified"]).orderBy("uid").execute();

test("[ours/sign-up:proven] with a verified code the account is proven and a session opens", async () => {
  const world = await openWorld();
  await verify(world, email, await codeFor(world, email));
  const answer = await fromBrowser<{ idToken: string; expiresAt: string; user: { uid: string } }>(
    world,
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
  expect(claimsOf(answer.body.idToken)).toMatchObject({
    sub: uid,
    email,
    email_verified: true,
    name: "Ada Moreau",
    iss: "http://127.0.0.1:3000/api/identity",
  });
  expect(setCookieOf(answer)).toMatch(
    /^commonlane_refresh=[\w.-]+; Max-Age=2592000; Path=\/api\/identity; HttpOnly; SameSite=Strict$/,
  );
  expect(await accounts(world)).toEqual([{ uid, email, email_verified: true }]);
  expect((await world.call("GET", "/firebase-auth/profile", { as: { token: answer.body.idToken } })).status).toBe(200);
});

test("[ours/sign-up:unproven] without a code the account is unverified, has no session, and may not sign in", async () => {
  const world = await openWorld();
  const answer = await signUp(world, email);
  expect(answer).toMatchObject({ status: 201, body: { user: { email, emailVerified: false, displayName: null } } });
  expect(setCookieOf(answer)).toBeUndefined();
  expect(claimsOf(answer.body.idToken)).toMatchObject({ email_verified: false });
  const closed = await world.call("GET", "/firebase-auth/profile", { as: { token: answer.body.idToken } });
  expect(closed).toMatchObject({ status: 403, body: { code: "email_unverified" } });
  expect((await signIn(world, email)).body.code).toBe("email_unverified");
  expect(await world.db.selectFrom("session").select("id").execute()).toEqual([]);
});

test("[spec/password:rules] the first password rule that is not met is named", async () => {
  const world = await openWorld();
  const errors = ["Ab1", "abcdefg1", "ABCDEFG1", "Abcdefgh"].map(async (password) => {
    const { status, body } = await signUp(world, email, password);
    return [status, body.code, body.error];
  });
  expect(await Promise.all(errors)).toEqual([
    [400, "password_weak", "Password must be at least 8 characters"],
    [400, "password_weak", "Password must be at least one uppercase letter"],
    [400, "password_weak", "Password must be at least one lowercase letter"],
    [400, "password_weak", "Password must be at least one digit"],
  ]);
  expect(await accounts(world)).toEqual([]);
});

test("[ours/sign-up:no-enumeration] without a code an address with an account is answered like a new one, and its owner is told once a day", async () => {
  const world = await openWorld();
  const ada = await join(world, email);
  world.mail.length = 0;
  const [known, unknown] = [await signUp(world, email, "Guessed it 1"), await signUp(world, "eve@example.org")];
  const shape = ({ body, status, headers }: typeof known) => {
    const { email: _, ...claims } = claimsOf(body.idToken);
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
  expect(shape(known)).toEqual(shape(unknown));
  expect(known.body.user.uid).not.toBe(ada.body.user.uid);
  // Alike in every version of the id, too: one made at another time or in another way would tell.
  expect(known.body.user.uid.slice(0, 9)).toBe(unknown.body.user.uid.slice(0, 9));

  expect((await signIn(world, email)).status).toBe(200);
  expect((await signIn(world, email, "Guessed it 1")).body.code).toBe("email_unverified");
  expect((await signIn(world, "eve@example.org")).body.code).toBe("email_unverified");

  expect(world.mail).toMatchObject([{ to: email, subject: expect.stringContaining("tried to sign up") }]);
  await signUp(world, email);
  expect(world.mail).toHaveLength(1);
  advance(world, 86_400);
  await signUp(world, email);
  expect(world.mail).toHaveLength(2);
});

test("[ours/sign-up:taken] whoever proved an address that got an account meanwhile is told that it has one", async () => {
  const world = await openWorld();
  await verify(world, email, await codeFor(world, email));
  const { code_hash, sent_at, verified_at, proof_hash } = await world.db
    .selectFrom("one_time_code")
    .selectAll()
    .executeTakeFirstOrThrow();
  await signUp(world, email);
  await world.db
    .insertInto("one_time_code")
    .values({ email, purpose: "registration", code_hash, sent_at, verified_at, proof_hash })
    .execute();
  expect(await signUp(world, email)).toMatchObject({ status: 409, body: { code: "email_taken" } });
  expect(await accounts(world)).toHaveLength(1);
});

test("[ours/sign-up:once] of two sign-ups at once with one code one makes the account", async () => {
  const world = await openWorld();
  for (let round = 0; round < 5; round++) {
    const email = `ada${round}@example.org`;
    await verify(world, email, await codeFor(world, email));
    const answers = await Promise.all([signUp(world, email), signUp(world, email)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers.filter((answer) => cookieOf(answer))).toHaveLength(1);
    const proven = (await accounts(world)).filter((row) => row.email === email && row.email_verified);
    expect(proven).toHaveLength(1);
  }
  expect(world.bugs).toEqual([]);
});

test("[ours/sign-up:one-claim] of many unproven sign-ups the last one stands, under an id of its own", async () => {
  const world = await openWorld();
  const answers = await Promise.all(Array.from({ length: 10 }, () => signUp(world, email)));
  expect(new Set(answers.map(({ body }) => body.user.uid)).size).toBe(10);
  expect(await accounts(world)).toHaveLength(1);
  expect(await world.db.selectFrom("profile").select("uid").execute()).toHaveLength(1);
  expect(world.bugs).toEqual([]);
});

test("[ours/sign-up:no-squatting] whoever claims an address without proof does not keep its owner out", async () => {
  const world = await openWorld();
  await signUp(world, email, "Squatter 1");
  const owner = await join(world, email);
  expect(owner).toMatchObject({ status: 201, body: { user: { emailVerified: true } } });
  expect((await signIn(world, email)).status).toBe(200);
  expect((await signIn(world, email, "Squatter 1")).body.code).toBe("email_unverified");
});

test("[ours/sign-up:claims-end] a claim without proof is forgotten after a week, what is proven stays", async () => {
  const world = await openWorld();
  await signUp(world, "eve@example.org");
  await join(world, email);
  advance(world, 7 * 86_400 + 1);
  for (const sweep of accountSweeps) await sweep(world.ctx);
  expect(await accounts(world)).toMatchObject([{ email }]);
  expect(await world.db.selectFrom("one_time_code").select("email").execute()).toEqual([]);
});
