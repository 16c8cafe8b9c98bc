import { expect, test } from "vitest";
import { transaction } from "#platform/context.ts";
import {
  advance,
  anotherBrowser,
  codeFor,
  cookieOf,
  fromBrowser,
  join,
  PASSWORD,
  signUp,
  verify,
} from "../../../test/identity.ts";
import { atOnce } from "../../../test/at-once.ts";
import { openWorld } from "../../../test/world.ts";
import { newCode, verifyCode } from "./one-time-codes.ts";

const elsewhere = { networks: ["198.51.100.7"], flow: undefined };
const email = "ada@example.org";
const wrongFor = (code: string) => (code === "000000" ? "111111" : "000000");

test("[spec/code:six-digits] a code of six digits comes by mail and proves the address, however it is written", async () => {
  const world = await openWorld();
  const sent = await world.call("POST", "/auth/send-registration-otp", { body: { email: " Ada@Example.ORG " } });
  expect(sent).toMatchObject({
    status: 200,
    body: { success: true, message: "Verification code sent to your email!" },
  });
  const [letter] = world.mail;
  expect(letter).toMatchObject({ to: email, code: expect.stringMatching(/^\d{6}$/) });
  expect(await verify(world, "ADA@example.org", letter?.code ?? "")).toMatchObject({
    status: 200,
    body: { success: true },
  });
});

test("[spec/code:wrong] a wrong code, a code for nobody and one that is no code are refused", async () => {
  const world = await openWorld();
  const code = await codeFor(world, email);
  const refused = { status: 400, body: { code: "code_wrong", error: "Invalid verification code" } };
  expect(await verify(world, email, wrongFor(code))).toMatchObject(refused);
  expect(await verify(world, "nobody@example.org", code)).toMatchObject(refused);
  expect(await verify(world, email, "12345")).toMatchObject({
    status: 400,
    body: { code: "invalid_input", fields: { otp: "Please enter the complete 6-digit code" } },
  });
});

test("[ours/code:five-tries] of 200 wrong guesses at once five are looked at, and then the right one is refused too", async () => {
  const world = await openWorld();
  const code = await codeFor(world, email);
  const guesses = await Promise.all(Array.from({ length: 200 }, () => verify(world, email, wrongFor(code))));
  expect(new Set(guesses.map(({ body }) => body["code"]))).toEqual(new Set(["code_wrong"]));
  const { tries } = await world.db.selectFrom("one_time_code").select("tries").executeTakeFirstOrThrow();
  expect(tries).toBe(5);
  expect((await verify(world, email, code)).body["code"]).toBe("code_wrong");
  await expect(verifyCode(world.ctx, { email, purpose: "registration" }, code, elsewhere)).rejects.toMatchObject({
    code: "code_wrong",
  });
});

/** `GUESSES=10000` for as many as an attacker would send. */
const GUESSES = Number(process.env["GUESSES"] ?? 300);
const stranger = (n: number) => ({ "x-forwarded-for": `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` });

test(`[issue15/guessing:codes] of ${GUESSES} wrong codes at once from as many networks at most ten are looked at, and the browser that asked still uses its code`, async () => {
  const world = await openWorld({ settings: { TRUST_PROXY: "1" } });
  const code = await codeFor(world, email);
  const tell = (n: number) =>
    world.call("POST", "/auth/verify-registration-otp", { body: { email, otp: wrongFor(code) }, headers: stranger(n) });
  const answers = await atOnce(GUESSES, tell);
  expect(answers.filter(({ body }) => body["code"] === "code_wrong")).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(GUESSES - 5);
  const { tries } = await world.db.selectFrom("one_time_code").select("tries").executeTakeFirstOrThrow();
  expect(tries).toBe(0);
  expect((await verify(world, email, code)).status).toBe(200);
}, 600_000);

test("[ours/code:no-lock-out] a stranger neither uses up the tries of the browser that asked nor voids its code by asking for another", async () => {
  const world = await openWorld({ settings: { TRUST_PROXY: "1" } });
  const code = await codeFor(world, email);
  const from = (address: string, path: string, body: object) =>
    world.call("POST", `/auth/${path}`, { body: { email, ...body }, headers: { "x-forwarded-for": address } });
  for (let n = 0; n < 20; n++) await from(`192.0.2.${n}`, "verify-registration-otp", { otp: wrongFor(code) });
  advance(world, 60);
  expect((await from("192.0.2.1", "send-registration-otp", {})).status).toBe(200);
  // The code sent last is theirs, and no other is compared with what they try.
  expect((await from("192.0.2.1", "verify-registration-otp", { otp: code })).body["code"]).toBe("code_wrong");
  expect((await verify(world, email, wrongFor(code))).body["code"]).toBe("code_wrong");
  expect((await verify(world, email, code)).status).toBe(200);
});

test("[issue15/guessing:other-device] a code can be typed on another device, where it has few tries of its own and the latest one counts", async () => {
  const world = await openWorld();
  const [first, again] = [await codeFor(world, email), wrongFor("")];
  anotherBrowser(world);
  expect((await verify(world, email, wrongFor(first))).body["code"]).toBe("code_wrong");
  expect((await verify(world, email, again === first ? "111111" : again)).body["code"]).toBe("code_wrong");
  expect((await verify(world, email, first)).status).toBe(200);
  expect((await signUp(world, email)).body.user.emailVerified).toBe(true);
});

test("[issue15/guessing:proof] only the browser that verified a code signs up with what it proved", async () => {
  const world = await openWorld();
  await verify(world, email, await codeFor(world, email));
  const theirs = await world.call<{ user: { emailVerified: boolean } }>("POST", "/identity/sign-up", {
    body: { email, password: "Mallory horse 7" },
  });
  expect(theirs).toMatchObject({ status: 201, body: { user: { emailVerified: false } } });
  expect(cookieOf(theirs)).toBeUndefined();
  const mine = await fromBrowser(world, "/identity/sign-up", { body: { email, password: PASSWORD } });
  expect(mine).toMatchObject({ status: 201, body: { user: { emailVerified: true } } });
});

test("[issue15/guessing:planted] a cookie that somebody planted beforehand is not the proof", async () => {
  const world = await openWorld();
  const planted = "x".repeat(43);
  const cookie = `commonlane_asked=${planted}; commonlane_proven=${planted}`;
  const send = (path: string, body: object) =>
    world.call("POST", path, { body: { email, ...body }, headers: { cookie } });
  await send("/auth/send-registration-otp", {});
  const code = world.mail.at(-1)?.code ?? "";
  expect((await send("/auth/verify-registration-otp", { otp: code })).status).toBe(200);
  expect(await send("/identity/sign-up", { password: PASSWORD })).toMatchObject({
    body: { user: { emailVerified: false } },
  });
});

test("[ours/code:daily] ten letters a day go to an address at one network's wish and twenty at that of all strangers, whatever networks ask", async () => {
  const world = await openWorld({ settings: { TRUST_PROXY: "1" } });
  const ask = async (address: string) => {
    advance(world, 60);
    const headers = { "x-forwarded-for": address };
    const { status, body } = await world.call("POST", "/auth/send-registration-otp", { body: { email }, headers });
    return `${status} ${JSON.stringify(body)}`;
  };
  const answers = new Set<string>();
  for (let n = 0; n < 10; n++) answers.add(await ask("192.0.2.1"));
  expect(world.mail).toHaveLength(10);
  const last = world.mail.at(-1)?.code ?? "";
  for (let n = 0; n < 3; n++) answers.add(await ask("192.0.2.1"));
  expect(world.mail).toHaveLength(10);
  expect((await verify(world, email, last)).status).toBe(200);
  for (let n = 0; n < 25; n++) answers.add(await ask(`198.51.100.${n}`));
  expect(world.mail).toHaveLength(20);
  expect([...answers]).toHaveLength(1);
  advance(world, 86_400);
  answers.add(await ask("192.0.2.1"));
  expect(world.mail).toHaveLength(21);
});

test("[issue15/guessing:letters-48] a whole IPv6 /48 has eighteen letters a day for an address, and its owner's own device ten more", async () => {
  const world = await openWorld({ settings: { TRUST_PROXY: "1" } });
  await join(world, email);
  world.mail.length = 0;
  const path = "/auth/send-forgot-password-email-otp";
  for (let n = 0; n < 40; n++) {
    advance(world, 60);
    const headers = { "x-forwarded-for": `2001:db8:1:${(0x80 * n).toString(16)}::1` };
    await world.call("POST", path, { body: { email }, headers });
  }
  expect(world.mail).toHaveLength(18);
  for (let n = 0; n < 12; n++) {
    advance(world, 60);
    await fromBrowser(world, path, { body: { email } });
  }
  expect(world.mail).toHaveLength(28);
});

test("[ours/code:counted-first] of 20 right guesses at once one is taken", async () => {
  const world = await openWorld();
  const code = await codeFor(world, email);
  const guesses = await Promise.all(Array.from({ length: 20 }, () => verify(world, email, code)));
  expect(guesses.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("[ours/code:ten-minutes] a code is good for ten minutes and once", async () => {
  const world = await openWorld();
  const late = await codeFor(world, email);
  advance(world, 600);
  expect((await verify(world, email, late)).body["code"]).toBe("code_wrong");
  const inTime = await codeFor(world, email);
  advance(world, 599);
  expect((await verify(world, email, inTime)).status).toBe(200);
  expect((await verify(world, email, inTime)).body["code"]).toBe("code_wrong");
});

test("[ours/code:per-purpose] a code is good for what it was sent for", async () => {
  const world = await openWorld();
  const code = await codeFor(world, email);
  await expect(verifyCode(world.ctx, { email, purpose: "password-reset" }, code, elsewhere)).rejects.toMatchObject({
    code: "code_wrong",
  });
});

test("[spec/code:cooldown] a new code waits 60 seconds, replaces the one before and gives five new tries", async () => {
  const world = await openWorld();
  const first = await codeFor(world, email);
  advance(world, 15);
  const soon = await world.call("POST", "/auth/send-registration-otp", { body: { email } });
  const error = "An e-mail was sent a moment ago. Please wait 45 seconds before you ask for another.";
  expect(soon).toMatchObject({ status: 429, body: { code: "too_many", error }, headers: { "retry-after": "45" } });
  expect(world.mail).toHaveLength(1);
  for (let n = 0; n < 5; n++) await verify(world, email, wrongFor(first));
  advance(world, 45);
  const second = await codeFor(world, email);
  expect(world.mail).toHaveLength(2);
  expect((await verify(world, email, wrongFor(second))).status).toBe(400);
  expect((await verify(world, email, second)).status).toBe(200);
});

test("[ours/code:cooldown] of 20 asked for at once one is sent", async () => {
  const world = await openWorld();
  const ask = () => world.call("POST", "/auth/send-registration-otp", { body: { email } });
  const answers = await Promise.all(Array.from({ length: 20 }, ask));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(world.mail).toHaveLength(1);
});

test("[ours/code:no-enumeration] an address with an account is answered the same; its owner is told, and no try can match", async () => {
  const world = await openWorld();
  await join(world, email);
  advance(world, 60);
  const ask = (email: string) => fromBrowser(world, "/auth/send-registration-otp", { body: { email } });
  const [known, unknown] = [await ask(email), await ask("new@example.org")];
  expect(JSON.stringify(known.body)).toBe(JSON.stringify(unknown.body));
  expect(known.status).toBe(unknown.status);
  const [toOwner, toStranger] = world.mail.slice(-2);
  expect(toOwner).toMatchObject({ to: email, subject: "You already have a Commonlane account" });
  expect(toOwner?.code).toBeUndefined();
  expect(JSON.stringify(toOwner)).not.toMatch(/\d{6}/);
  expect(toStranger?.code).toMatch(/^\d{6}$/);

  const [knownSoon, unknownSoon] = [await ask(email), await ask("new@example.org")];
  expect([knownSoon.status, knownSoon.headers["retry-after"]]).toEqual([
    unknownSoon.status,
    unknownSoon.headers["retry-after"],
  ]);
  for (const someone of [email, "new@example.org"]) {
    const tried = await verify(world, someone, wrongFor(toStranger?.code ?? ""));
    expect(tried.body).toMatchObject({ code: "code_wrong", error: "Invalid verification code" });
  }
  const rows = await world.db
    .selectFrom("one_time_code")
    .select(["tries", "code_hash"])
    .where("verified_at", "is", null)
    .execute();
  expect(rows.map(({ tries, code_hash }) => [tries, code_hash.length])).toEqual([
    [1, 64],
    [1, 64],
  ]);
});

test("[ours/code:blind] a blind code matches nothing, not even itself", async () => {
  const { ctx } = await openWorld();
  const whose = { email, purpose: "registration", flow: "theirs" } as const;
  const blind = await transaction(ctx, (ctx) => newCode(ctx, whose, { blind: true }));
  await expect(verifyCode(ctx, whose, blind, { ...elsewhere, flow: "theirs" })).rejects.toMatchObject({
    code: "code_wrong",
  });
});

test("[ours/code:spent-in-30-minutes] a proof waits half an hour for its sign-up", async () => {
  const world = await openWorld();
  await verify(world, email, await codeFor(world, email));
  advance(world, 30 * 60);
  expect((await signUp(world, email)).body.user.emailVerified).toBe(false);
  await verify(world, email, await codeFor(world, email));
  advance(world, 30 * 60 - 1);
  expect((await signUp(world, email)).body.user.emailVerified).toBe(true);
});
