import { expect, test } from "vitest";
import { advance, claimsOf, join, PASSWORD, setCookieOf, signIn, signUp } from "../../../test/identity.ts";
import { openWorld, type World } from "../../../test/world.ts";

const email = "ada@example.org";
const suspend = ({ db, ctx }: World) => db.updateTable("account").set({ suspended_at: ctx.now() }).execute();

test("[ours/sign-in:session] the right password opens a session of its own", async () => {
  const world = await openWorld();
  const joined = await join(world, email);
  const answer = await signIn(world, "ADA@example.org ");
  expect(answer).toMatchObject({ status: 200, body: { user: { uid: joined.body.user.uid, emailVerified: true } } });
  expect(claimsOf(answer.body.idToken)["sid"]).not.toBe(claimsOf(joined.body.idToken)["sid"]);
  expect(setCookieOf(answer)).toContain("HttpOnly; SameSite=Strict");
});

test("[ours/sign-in:secure] behind https the cookie is Secure, and the issuer is the public address", async () => {
  const world = await openWorld({ settings: { PUBLIC_URL: "https://rides.example.org/" } });
  const joined = await join(world, email);
  expect(setCookieOf(joined)).toContain("Secure");
  expect(claimsOf(joined.body.idToken)["iss"]).toBe("https://rides.example.org/api/identity");
});

test("[ours/sign-in:no-enumeration] a wrong password, an unknown e-mail and one that is only claimed are refused in the same words", async () => {
  const world = await openWorld();
  await join(world, email);
  await signUp(world, "eve@example.org");
  const answers = await Promise.all(
    [email, "nobody@example.org", "eve@example.org"].map((email) => signIn(world, email, "Wrong one 1")),
  );
  for (const { status, body } of answers) {
    expect([status, { ...body, requestId: "" }]).toEqual([
      401,
      { code: "credentials_wrong", error: "The e-mail or the password is not right.", requestId: "" },
    ]);
  }
});

test("[spec/login:verified-only] an unverified account is told so, and only with its own password", async () => {
  const world = await openWorld();
  await signUp(world, email);
  expect(await signIn(world, email)).toMatchObject({
    status: 403,
    body: {
      code: "email_unverified",
      error: "Please verify your email before logging in. Check your inbox (and spam folder) for a verification link.",
    },
  });
  expect((await signIn(world, email, "Wrong one 1")).body.code).toBe("credentials_wrong");
});

test("[ours/sign-in:suspended] a suspended account is told so, and only with its own password", async () => {
  const world = await openWorld();
  await join(world, email);
  await suspend(world);
  expect(await signIn(world, email)).toMatchObject({ status: 403, body: { code: "account_suspended" } });
  expect((await signIn(world, email, "Wrong one 1")).body.code).toBe("credentials_wrong");
});

test("[ours/sign-in:slowed] after ten wrong passwords an address waits five minutes, while the owner elsewhere signs in", async () => {
  const world = await openWorld({ settings: { TRUST_PROXY: "1" } });
  await join(world, email);
  const from = (address: string, password = PASSWORD) => signIn(world, email, password, { "x-forwarded-for": address });
  const guesses = await Promise.all(Array.from({ length: 30 }, () => from("192.0.2.1", "Wrong one 1")));
  expect(guesses.filter(({ body }) => body.code === "credentials_wrong")).toHaveLength(10);
  expect(await from("192.0.2.1")).toMatchObject({ status: 429, headers: { "retry-after": "300" } });
  expect((await from("198.51.100.7")).status).toBe(200);
  advance(world, 300);
  expect((await from("192.0.2.1")).status).toBe(200);
});

test("[ours/sign-in:right-ones-free] right passwords are never counted", async () => {
  const world = await openWorld();
  await join(world, email);
  for (let n = 0; n < 12; n++) expect((await signIn(world, email)).status).toBe(200);
});

test("[ours/sign-in:composed] the same letters typed on another keyboard are the same password", async () => {
  const world = await openWorld();
  await join(world, email, "Cafe\u0301 au lait 1");
  expect((await signIn(world, email, "Caf\u00e9 au lait 1")).status).toBe(200);
});
