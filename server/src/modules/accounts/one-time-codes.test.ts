import { expect, test } from "vitest";
import { transaction } from "#platform/context.ts";
import { advance, codeFor, join, signUp, verify } from "../../../test/identity.ts";
import { openWorld } from "../../../test/world.ts";
import { accountSweeps } from "./index.ts";
import { newCode, verifyCode } from "./one-time-codes.ts";

const elsewhere = "198.51.100.7";
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

test("[ours/code:five-tries] of 200 wrong guesses at once five are looked at, ten are counted, and then the right one is refused too", async () => {
  const world = await openWorld();
  const code = await codeFor(world, email);
  const guesses = await Promise.all(Array.from({ length: 200 }, () => verify(world, email, wrongFor(code))));
  expect(guesses.filter(({ status }) => status === 400)).toHaveLength(10);
  expect(guesses.filter(({ body }) => body["code"] === "too_many")).toHaveLength(190);
  const { tries } = await world.db.selectFrom("one_time_code").select("tries").executeTakeFirstOrThrow();
  expect(tries).toBe(5);
  await expect(verifyCode(world.ctx, { email, purpose: "registration" }, code, elsewhere)).rejects.toMatchObject({
    code: "code_wrong",
  });
});

test("[ours/code:no-lock-out] who spoils an address's codes is stopped for an hour, and its owner elsewhere is not", async () => {
  const world = await openWorld({ settings: { TRUST_PROXY: "1" } });
  const from = (address: string, otp: string) =>
    world.call("POST", "/auth/verify-registration-otp", {
      body: { email, otp },
      headers: { "x-forwarded-for": address },
    });
  for (let round = 0; round < 2; round++) {
    const spoiled = await codeFor(world, email);
    for (let n = 0; n < 5; n++) expect((await from("192.0.2.1", wrongFor(spoiled))).status).toBe(400);
    advance(world, 60);
  }
  const code = await codeFor(world, email);
  expect(await from("192.0.2.1", code)).toMatchObject({ status: 429, headers: { "retry-after": "3480" } });
  expect((await from("198.51.100.7", code)).status).toBe(200);
});

test("[ours/code:daily] ten letters a day go to an address at one network's wish, thirty at everybody's, and one more for each network", async () => {
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
  for (let n = 0; n < 13; n++) answers.add(await ask("192.0.2.2"));
  for (let n = 0; n < 13; n++) answers.add(await ask("192.0.2.3"));
  expect(world.mail).toHaveLength(30);
  answers.add(await ask("198.51.100.7"));
  answers.add(await ask("198.51.100.7"));
  expect(world.mail).toHaveLength(31);
  expect([...answers]).toHaveLength(1);
  advance(world, 86_400);
  answers.add(await ask("192.0.2.1"));
  expect(world.mail).toHaveLength(32);
  for (const sweep of accountSweeps) await sweep(world.ctx);
  advance(world, 2 * 86_400);
  for (const sweep of accountSweeps) await sweep(world.ctx);
  expect(await world.db.selectFrom("code_request").select("email").execute()).toEqual([]);
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
  const ask = (email: string) => world.call("POST", "/auth/send-registration-otp", { body: { email } });
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
  const rows = await world.db.selectFrom("one_time_code").select(["tries", "code_hash"]).execute();
  expect(rows.map(({ tries, code_hash }) => [tries, code_hash.length])).toEqual([
    [1, 64],
    [1, 64],
  ]);
});

test("[ours/code:blind] a blind code matches nothing, not even itself", async () => {
  const { ctx } = await openWorld();
  const whose = { email, purpose: "registration" } as const;
  const blind = await transaction(ctx, (ctx) => newCode(ctx, whose, { blind: true }));
  await expect(verifyCode(ctx, whose, blind, elsewhere)).rejects.toMatchObject({ code: "code_wrong" });
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
