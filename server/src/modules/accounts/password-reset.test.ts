import { expect, test } from "vitest";
import {
  anotherBrowser,
  claimsOf,
  cookieOf,
  fromBrowser,
  join,
  PASSWORD,
  refresh,
  signIn,
  signUp,
  advance,
} from "../../../test/identity.ts";
import { openWorld, type World } from "../../../test/world.ts";

const email = "ada@example.org";
const newPassword = "Another horse 8";
const SENTENCE = "Password reset successfully! You can now log in with your new password.";

const ask = (world: World, to = email, headers: Record<string, string> = {}) =>
  fromBrowser(world, "/auth/send-forgot-password-email-otp", { body: { email: to }, headers });
const reset = (world: World, otp: string, body: object = {}, headers: Record<string, string> = {}) =>
  fromBrowser<{ code?: string; error?: string; message?: string }>(world, "/auth/reset-password", {
    body: { email, otp, newPassword, ...body },
    headers,
  });
async function codeFor(world: World): Promise<string> {
  await ask(world);
  return world.mail.findLast(({ to, code }) => to === email && code)?.code ?? "";
}
const from = (address: string) => ({ "x-forwarded-for": address });
const wrongFor = (code: string) => (code === "000000" ? "111111" : "000000");

test("[spec/reset:code] a code comes by mail, and with it a new password is chosen; the old one is good for nothing", async () => {
  const world = await openWorld();
  await join(world, email);
  expect(await ask(world, " Ada@Example.org")).toMatchObject({
    status: 200,
    body: { success: true, message: "Verification code sent to your email!" },
  });
  const code = world.mail.at(-1)?.code ?? "";
  expect(code).toMatch(/^\d{6}$/);
  expect(await reset(world, code)).toMatchObject({ status: 200, body: { success: true, message: SENTENCE } });
  expect((await signIn(world, email)).body.code).toBe("credentials_wrong");
  expect((await signIn(world, email, newPassword)).status).toBe(200);
  expect(world.mail.at(-1)).toMatchObject({ to: email, subject: "Your Commonlane password was changed" });
});

test("[spec/reset:validation] what is missing or too weak is named in the specification's words, and costs no try", async () => {
  const world = await openWorld();
  await join(world, email);
  const code = await codeFor(world);
  const refused = [
    [await reset(world, "12345"), { otp: "Please enter the complete 6-digit code" }],
    [await reset(world, code, { newPassword: "" }), { newPassword: "Please enter a new password" }],
    [await reset(world, code, { newPassword: "Short1" }), { newPassword: "Password must be at least 8 characters" }],
    [
      await reset(world, code, { newPassword: "abcdefg1" }),
      { newPassword: "Password must be at least one uppercase letter" },
    ],
    [
      await reset(world, code, { newPassword: "ABCDEFG1" }),
      { newPassword: "Password must be at least one lowercase letter" },
    ],
    [await reset(world, code, { newPassword: "Abcdefgh" }), { newPassword: "Password must be at least one digit" }],
  ] as const;
  for (const [answer, fields] of refused) expect(answer).toMatchObject({ status: 400, body: { fields } });
  expect(refused.slice(2).map(([{ body }]) => body.code)).toEqual(Array(4).fill("password_weak"));
  expect((await reset(world, code)).status).toBe(200);
});

test("[spec/reset:wrong-code] a wrong code is refused in the specification's words, and a right one is good once", async () => {
  const world = await openWorld();
  await join(world, email);
  const code = await codeFor(world);
  const refused = { status: 400, body: { code: "code_wrong", error: "Invalid verification code" } };
  expect(await reset(world, wrongFor(code))).toMatchObject(refused);
  expect((await reset(world, code)).status).toBe(200);
  expect(await reset(world, code, { newPassword: "Third horse 9" })).toMatchObject(refused);
  expect((await signIn(world, email, newPassword)).status).toBe(200);
});

test("[spec/code:cooldown] a code for a new password waits 60 seconds, too", async () => {
  const world = await openWorld();
  await join(world, email);
  await ask(world);
  advance(world, 20);
  expect(await ask(world)).toMatchObject({ status: 429, headers: { "retry-after": "40" } });
  advance(world, 40);
  expect((await ask(world)).status).toBe(200);
});

test("[ours/reset:five-tries] of 100 wrong guesses at once five are looked at, and the owner elsewhere gets in with a code of their own", async () => {
  const world = await openWorld({ settings: { TRUST_PROXY: "1" } });
  await join(world, email);
  const code = await codeFor(world);
  const guesses = Array.from({ length: 100 }, () => reset(world, wrongFor(code), {}, from("192.0.2.1")));
  expect((await Promise.all(guesses)).every(({ status }) => status === 400)).toBe(true);
  const row = world.db.selectFrom("one_time_code").select("tries").where("purpose", "=", "password-reset");
  expect((await row.executeTakeFirstOrThrow()).tries).toBe(5);
  expect((await reset(world, code, {}, from("192.0.2.1"))).body.code).toBe("code_wrong");
  advance(world, 60);
  anotherBrowser(world);
  expect((await reset(world, await codeFor(world), {}, from("198.51.100.7"))).status).toBe(200);
});

test("[issue15/guessing:void] after a reset no other code for a new password is good, whichever browser asked for it", async () => {
  const world = await openWorld();
  await join(world, email);
  const early = await codeFor(world);
  anotherBrowser(world);
  advance(world, 60);
  expect((await reset(world, await codeFor(world))).status).toBe(200);
  expect((await reset(world, early, { newPassword: "Third horse 9" })).body.code).toBe("code_wrong");
  expect((await signIn(world, email, newPassword)).status).toBe(200);
});

test("[ours/reset:once] of two resets at once with one code one is done, and its password is the one that stands", async () => {
  const world = await openWorld();
  await join(world, email);
  for (let round = 0; round < 4; round++) {
    const code = await codeFor(world);
    const passwords = [`First horse ${round}`, `Other horse ${round}`];
    const answers = await Promise.all(passwords.map((newPassword) => reset(world, code, { newPassword })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const [won = ""] = passwords.filter((_, n) => answers[n]?.status === 200);
    const [lost = ""] = passwords.filter((_, n) => answers[n]?.status === 400);
    expect((await signIn(world, email, won)).status).toBe(200);
    expect((await signIn(world, email, lost)).status).toBe(401);
    advance(world, 60);
  }
  expect(world.bugs).toEqual([]);
});

test("[ours/reset:sessions] a reset ends every session of the account, which is announced, and nobody else's", async () => {
  const world = await openWorld();
  const first = await join(world, email);
  const second = await signIn(world, email);
  const other = await join(world, "bob@example.org");
  const heard = world.hear(first.body.user.uid);
  await reset(world, await codeFor(world));
  for (const cookie of [first.cookie, cookieOf(second)]) expect((await refresh(world, cookie)).status).toBe(401);
  const seen = await world.call("GET", "/firebase-auth/profile", { as: { token: first.body.idToken } });
  expect(seen).toMatchObject({ status: 401, body: { code: "signed_out" } });
  expect((await refresh(world, other.cookie)).status).toBe(200);
  await world.allTold();
  const ids = [first.body.idToken, second.body.idToken].map((token) => claimsOf(token)["sid"]);
  expect(new Set(heard)).toEqual(new Set(ids.map((sessionId) => ({ type: "session.ended", sessionId }))));
});

test("[ours/reset:no-stale-sign-in] no session that began with the old password is left after a reset", async () => {
  const world = await openWorld();
  let password = PASSWORD;
  await join(world, email);
  for (let round = 0; round < 4; round++) {
    const code = await codeFor(world);
    const next = `Another horse ${round}`;
    const old = password;
    const signIns = Array.from({ length: 6 }, () => signIn(world, email, old));
    const [done, ...opened] = await Promise.all([reset(world, code, { newPassword: next }), ...signIns]);
    expect(done.status).toBe(200);
    const cookies = opened.flatMap((answer) => cookieOf(answer) ?? []);
    for (const cookie of cookies) expect((await refresh(world, cookie)).status).toBe(401);
    password = next;
    advance(world, 300);
  }
  expect(world.bugs).toEqual([]);
});

test("[ours/reset:no-enumeration] an address without an account, or that is only claimed, is answered the same; its reader is told, and no try can match", async () => {
  const world = await openWorld();
  await join(world, email);
  await signUp(world, "eve@example.org");
  world.mail.length = 0;
  const everybody = [email, "eve@example.org", "new@example.org"];
  const asked = await Promise.all(everybody.map((to) => ask(world, to)));
  expect(new Set(asked.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
  const soon = await Promise.all(everybody.map((to) => ask(world, to)));
  expect(new Set(soon.map(({ status, headers }) => `${status} ${String(headers["retry-after"])}`)).size).toBe(1);

  expect(world.mail).toHaveLength(3);
  for (const to of everybody.slice(1)) {
    const letter = world.mail.find((one) => one.to === to);
    expect(letter?.subject).toBe("There is no Commonlane account with this e-mail address");
    expect(JSON.stringify(letter)).not.toMatch(/\d{6}|http/);
  }
  const tried = await Promise.all(everybody.map((email) => reset(world, "000000", { email })));
  expect(new Set(tried.map(({ status, body }) => `${status} ${body.code} ${body.error}`)).size).toBe(1);
  const rows = await world.db
    .selectFrom("one_time_code")
    .select(["tries"])
    .where("purpose", "=", "password-reset")
    .execute();
  expect(rows).toEqual([{ tries: 1 }, { tries: 1 }, { tries: 1 }]);
});

test("[ours/reset:own-account] a code is good for the account of its address alone", async () => {
  const world = await openWorld();
  await join(world, email);
  await join(world, "bob@example.org");
  const code = await codeFor(world);
  expect((await reset(world, code, { email: "bob@example.org" })).body.code).toBe("code_wrong");
  expect((await signIn(world, "bob@example.org")).status).toBe(200);
});
