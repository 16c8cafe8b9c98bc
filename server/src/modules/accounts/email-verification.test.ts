import { expect, test } from "vitest";
import { advance, codeFor, join, signIn, signUp, verify } from "../../../test/identity.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { accountSweeps } from "./index.ts";

const email = "ada@example.org";
const SENT = "Verification email sent successfully! Please check your inbox.";
const VERIFIED = { success: true, message: "Email verified successfully! You can now log in." };
interface Told {
  readonly success?: boolean;
  readonly message?: string;
  readonly error?: string;
  readonly code?: string;
}

const send = (world: World, token?: string) =>
  world.call<Told>("POST", "/firebase-auth/send-email-verification", { ...(token !== undefined && { as: { token } }) });
const resend = (world: World, to = email, headers: Record<string, string> = {}) =>
  world.call<Told>("POST", "/auth/resend-verification", { body: { email: to }, headers });
const open = (world: World, token?: string) =>
  world.call<Told>("GET", "/auth/verify-email", { ...(token !== undefined && { query: { token } }) });
const urlTo = (world: World, to = email) =>
  world.mail.findLast((one) => one.to === to && one.action)?.action?.url ?? "";
const tokenOf = (url: string) => new URL(url).searchParams.get("token") ?? "";

test("[spec/verify:link] the link of the mail makes the account verified, and it may sign in with its own password", async () => {
  const world = await openWorld();
  const { body } = await signUp(world, email);
  expect(await send(world, body.idToken)).toMatchObject({ status: 200, body: { success: true, message: SENT } });
  const url = urlTo(world);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/verify-email\?token=[\w-]{43}$/);
  expect((await signIn(world, email)).body.code).toBe("email_unverified");
  expect(await open(world, tokenOf(url))).toMatchObject({ status: 200, body: VERIFIED });
  expect(await signIn(world, email)).toMatchObject({ status: 200, body: { user: { uid: body.user.uid } } });
  expect((await send(world, body.idToken)).body).toEqual({ success: true, message: "Email is already verified" });
});

test("[spec/verify:already] a verified person is told so, which counts as success, and gets no mail", async () => {
  const world = await openWorld();
  const { body } = await join(world, email);
  world.mail.length = 0;
  const answer = await send(world, body.idToken);
  expect(answer).toMatchObject({ status: 200, body: { success: true, message: "Email is already verified" } });
  expect(world.mail).toEqual([]);
});

test("[spec/verify:no-user] without a user there is nobody to write to", async () => {
  const world = await openWorld();
  expect(await send(world)).toMatchObject({ status: 401, body: { code: "signed_out", error: "No user logged in" } });
  expect((await send(world, "no.token.atall")).body.error).toBe("No user logged in");
});

test("[spec/verify:missing-token] a link without a token is answered in the specification's words", async () => {
  const world = await openWorld();
  const error = "Invalid verification link. Please check your email for a valid verification link.";
  const answer = { status: 200, body: { success: false, error } };
  expect(await open(world)).toMatchObject(answer);
  expect(await open(world, " ")).toMatchObject(answer);
});

test("[ours/verify:scanner] fetching the page of the link changes nothing, and the call may come twice, or twenty times at once", async () => {
  const world = await openWorld();
  await signUp(world, email);
  await resend(world);
  const url = new URL(urlTo(world));
  await world.app.inject({ method: "GET", url: `${url.pathname}${url.search}` });
  await world.app.inject({ method: "HEAD", url: `${url.pathname}${url.search}` });
  expect((await signIn(world, email)).body.code).toBe("email_unverified");
  const answers = await Promise.all(Array.from({ length: 20 }, () => open(world, tokenOf(url.href))));
  for (const { body } of answers) expect(body).toEqual(VERIFIED);
  advance(world, 86_399);
  expect((await open(world, tokenOf(url.href))).body).toEqual(VERIFIED);
  const events = await world.db.selectFrom("account_event").select("kind").where("kind", "=", "signed-up").execute();
  expect(events).toHaveLength(1);
  expect(world.bugs).toEqual([]);
});

test("[ours/verify:a-day] a link is good for a day, and one that nobody was sent for nothing", async () => {
  const world = await openWorld();
  await signUp(world, email);
  await resend(world);
  const token = tokenOf(urlTo(world));
  const over = { success: false, error: "This verification link is not valid any more. Please ask for a new one." };
  expect((await open(world, "x".repeat(43))).body).toEqual(over);
  advance(world, 86_400);
  expect((await open(world, token)).body).toEqual(over);
  expect((await signIn(world, email)).body.code).toBe("email_unverified");
  for (const sweep of accountSweeps) await sweep(world.ctx);
  expect(await world.db.selectFrom("mailed_link").select("uid").execute()).toEqual([]);
});

test("[ours/verify:older-link] an older mail's link stays good beside the newer one's", async () => {
  const world = await openWorld();
  await signUp(world, email);
  await resend(world);
  const first = tokenOf(urlTo(world));
  advance(world, 60);
  await resend(world);
  expect(tokenOf(urlTo(world))).not.toBe(first);
  expect((await open(world, first)).body).toEqual(VERIFIED);
});

test("[ours/verify:not-anothers] a link verifies the claim that it was sent for, not one that took its place", async () => {
  const world = await openWorld();
  await signUp(world, email);
  await resend(world);
  const token = tokenOf(urlTo(world));
  await signUp(world, email, "Intruder 99");
  expect((await open(world, token)).body.success).toBe(false);
  expect((await signIn(world, email, "Intruder 99")).body.code).toBe("email_unverified");
});

test("[ours/verify:owner-stays] where the address has got a proven account, the link says so and changes nothing", async () => {
  const world = await openWorld();
  await signUp(world, email, "Claimed it 1");
  await resend(world);
  const token = tokenOf(urlTo(world));
  advance(world, 60);
  await join(world, email);
  expect((await open(world, token)).body).toEqual({
    success: false,
    error: "There is an account with this e-mail already. Log in, or choose a new password.",
  });
  expect((await signIn(world, email)).status).toBe(200);
  expect((await signIn(world, email, "Claimed it 1")).body.code).toBe("email_unverified");
  expect(world.bugs).toEqual([]);
});

test("[ours/verify:once] of a link and a sign-up that prove one address at once one has the account", async () => {
  const world = await openWorld();
  for (let round = 0; round < 5; round++) {
    const at = `ada${round}@example.org`;
    await signUp(world, at, "Claimed it 1");
    await resend(world, at);
    await verify(world, at, await codeFor(world, at));
    const [opened, joined] = await Promise.all([open(world, tokenOf(urlTo(world, at))), signUp(world, at)]);
    expect([opened.body.success, joined.status === 201]).toContain(true);
    expect(opened.body.success && joined.status === 201).toBe(false);
    const proven = await world.db
      .selectFrom("account")
      .select("uid")
      .where("email", "=", at)
      .where("email_verified", "=", true)
      .execute();
    expect(proven).toHaveLength(1);
  }
  expect(world.bugs).toEqual([]);
});

test("[ours/verify:no-enumeration] every address is answered the same: one link where somebody claims it, otherwise that there is nothing to verify", async () => {
  const world = await openWorld();
  await join(world, email);
  await signUp(world, email, "Claimed it 1");
  await signUp(world, "eve@example.org");
  world.mail.length = 0;
  const everybody = [email, "eve@example.org", "new@example.org"];
  const asked = await Promise.all(everybody.map((to) => resend(world, to)));
  for (const answer of asked) expect(answer).toMatchObject({ status: 200, body: { success: true, message: SENT } });
  expect(new Set(asked.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  const soon = await Promise.all(everybody.map((to) => resend(world, to)));
  expect(new Set(soon.map(({ status, headers }) => `${status} ${String(headers["retry-after"])}`))).toEqual(
    new Set(["429 60"]),
  );
  const letters = Object.fromEntries(world.mail.map(({ to, action }) => [to, action?.url !== undefined]));
  expect(letters).toEqual({ [email]: false, "eve@example.org": true, "new@example.org": false });
  expect(world.mail).toHaveLength(3);
  const rows = await world.db.selectFrom("mailed_link").select("email").orderBy("email").execute();
  expect(rows.map((row) => row.email)).toEqual(everybody);
});

test("[ours/verify:replaced-claim] the bearer of a claim that another replaced is answered the same, and no mail goes out", async () => {
  const world = await openWorld();
  const { body } = await signUp(world, email);
  await signUp(world, email, "Intruder 99");
  expect((await send(world, body.idToken)).body).toEqual({ success: true, message: SENT });
  expect(world.mail).toEqual([]);
});

test("[ours/verify:own-address] links lead to the address that the operator set, whatever a request says its host is", async () => {
  const world = await openWorld({ settings: { PUBLIC_URL: "https://rides.example.org/" } });
  await signUp(world, email);
  await resend(world, email, { host: "localhost:3000", "x-forwarded-host": "evil.example.com" });
  expect(urlTo(world)).toMatch(/^https:\/\/rides\.example\.org\/verify-email\?token=/);
});
