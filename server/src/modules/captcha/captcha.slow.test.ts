import fc from "fast-check";
import { endpoints } from "@commonlane/contract/all";
import { captchaActions } from "@commonlane/contract/proof-of-work";
import { expect, test } from "vitest";
import { advanceClock } from "../../../test/fixtures/accounts.ts";
import {
  createProof,
  encodeProof,
  fetchChallenge,
  solveChallengeHeader,
} from "../../../test/fixtures/proof-of-work.ts";
import { createTestApp, type TestApp } from "../../../test/app/test-app.ts";
import {
  anotherServer,
  decoded,
  open,
  PATH,
  refused,
  requestCode,
} from "../../../test/fixtures/captcha.ts";

test("[spec/8-captcha:missing] without a proof, calls for codes, links, sign-up and e-mail change are refused", async () => {
  const app = await open();
  const guarded = endpoints.flatMap(({ endpoint }) => (endpoint.captcha ? [endpoint] : []));
  expect(guarded.map(({ path }) => path).toSorted()).toEqual([
    "/auth/resend-verification",
    "/auth/send-forgot-password-email-otp",
    PATH,
    "/firebase-auth/send-email-verification",
    "/identity/change-email",
    "/identity/sign-up",
  ]);
  expect(new Set(guarded.map(({ captcha }) => captcha))).toEqual(new Set(captchaActions));
  const as = await app.createUser();
  const body = { email: "ada@example.org", password: "Correct horse 7" };
  for (const { path } of guarded) {
    expect(await app.call("POST", path, { as, body })).toMatchObject(refused("captcha_missing"));
    const empty = { as, body, headers: { "captcha-proof": "" } };
    expect(await app.call("POST", path, empty)).toMatchObject(refused("captcha_missing"));
  }
  expect(app.mail).toEqual([]);
});

test("a valid proof lets a call through", async () => {
  const app = await open();
  expect(await requestCode(app, await createProof(app, "registration-code"))).toMatchObject({
    status: 200,
  });
  expect(app.mail).toHaveLength(1);
});

test("of 50 concurrent calls with one proof, through two servers, one succeeds", async () => {
  const app = await open();
  const otherServer = await anotherServer(app);
  const proof = await createProof(app, "registration-code");
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => requestCode(n % 2 ? app : otherServer, proof)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === "captcha_over")).toHaveLength(49);
  expect(app.mail).toHaveLength(1);
});

test("a server accepts proofs for another server's challenges, also before it issued any itself", async () => {
  const app = await open();
  const otherServer = await anotherServer(app);
  expect(await requestCode(otherServer, await createProof(app, "registration-code"))).toMatchObject(
    { status: 200 },
  );
  expect(await requestCode(app, await createProof(otherServer, "registration-code"))).toMatchObject(
    { status: 200 },
  );
  const { rows } = await secretsOf(app);
  expect(rows).toHaveLength(1);
});

test("a proof is only valid for its action, and a refusal does not use it up", async () => {
  const app = await open();
  const proof = await createProof(app, "password-reset-code");
  expect(await requestCode(app, proof)).toMatchObject(refused("captcha_wrong"));
  const reset = { body: { email: "ada@example.org" }, headers: { "captcha-proof": proof } };
  expect(await app.call("POST", "/auth/send-forgot-password-email-otp", reset)).toMatchObject({
    status: 200,
  });
});

const at = (address: string) => ({ "x-forwarded-for": address });

test("a proof is valid in the network that requested it; elsewhere it is refused as expired", async () => {
  const app = await open();
  const askAt = async (address: string, proof: string) =>
    app.call<{ code?: string }>("POST", PATH, {
      body: { email: `person-${crypto.randomUUID()}@example.org` },
      headers: { "captcha-proof": proof, ...at(address) },
    });
  const made = async (address: string) => {
    const challenge = await fetchChallenge(app, "registration-code", at(address));
    if (!challenge) throw new Error("There was no challenge.");
    return solveChallengeHeader(challenge);
  };
  const v4 = await made("192.0.2.1");
  const v6 = await made("2001:db8:1:1::1");
  expect(await askAt("198.51.100.1", v4)).toMatchObject(refused("captcha_over"));
  expect(await askAt("2001:db8:2:1::1", v6)).toMatchObject(refused("captcha_over"));
  expect(await askAt("192.0.2.99", v4)).toMatchObject({ status: 200 });
  expect(await askAt("2001:db8:1:ffff::7", v6)).toMatchObject({ status: 200 });
});

test("a proof expires after ten minutes", async () => {
  const app = await open();
  const early = await createProof(app, "registration-code");
  const late = await createProof(app, "registration-code");
  advanceClock(app, 599);
  expect(await requestCode(app, early)).toMatchObject({ status: 200 });
  advanceClock(app, 1);
  expect(await requestCode(app, late)).toMatchObject(refused("captcha_over"));
});

test("wrong solutions and challenges with reduced work are refused", async () => {
  const app = await open();
  const proof = decoded(await createProof(app, "registration-code"));
  const { challenge, solution } = proof;
  const { parameters } = challenge;
  const changed = (change: object) =>
    solveChallengeHeader({ ...challenge, parameters: { ...parameters, ...change } });
  const { derivedKey } = solution;
  const forged = [
    await changed({ cost: 1, keyPrefix: "00" }),
    await changed({ keyPrefix: "0" }),
    await changed({ data: { ...parameters.data, expiresAt: parameters.data.expiresAt + 60 } }),
    await changed({ data: { ...parameters.data, keys: 1 } }),
    await changed({ data: { ...parameters.data, difficulty: 16 } }),
    await changed({ keySignature: "" }),
    encodeProof({
      ...proof,
      solution: { ...solution, derivedKey: derivedKey.replaceAll(/[0-7]/g, "9") },
    }),
    encodeProof({ ...proof, solution: { ...solution, derivedKey: parameters.keyPrefix } }),
    encodeProof({ ...proof, solution: { ...solution, derivedKey: derivedKey.toUpperCase() } }),
    encodeProof({
      ...proof,
      challenge: { ...challenge, signature: challenge.signature.toUpperCase() },
    }),
    encodeProof({ ...proof, challenge: { ...challenge, signature: "" } }),
  ];
  for (const proof of forged)
    expect(await requestCode(app, proof)).toMatchObject(refused("captcha_wrong"));
  expect(await requestCode(app, encodeProof(proof))).toMatchObject({ status: 200 });
});

test("malformed headers are refused with a proper error", async () => {
  const app = await open();
  const proof = decoded(await createProof(app, "registration-code"));
  await requestCode(app, encodeProof(proof));
  const spoiled = fc.oneof(
    fc.string({ unit: "grapheme-ascii", minLength: 1 }).filter((text) => text.trim() !== ""),
    fc.json().map((json) => Buffer.from(json).toString("base64")),
    fc.tuple(fc.nat(900), fc.constantFrom("0", "A", "=", "")).map(([at, by]) => {
      const text = encodeProof(proof);
      return `${text.slice(0, at)}${by}${text.slice(at + 2)}`;
    }),
    fc.constant("x".repeat(5000)),
    fc.constant(encodeProof({ challenge: { parameters: { toString: 1 } } })),
  );
  await fc.assert(
    fc.asyncProperty(spoiled, async (text) => {
      const { status, body } = await requestCode(app, text);
      // If no relevant part was changed, the proof was used before.
      expect([status, body.code]).toEqual([400, expect.stringMatching(/^captcha_(?:wrong|over)$/)]);
    }),
    { numRuns: 200, seed: 20_260_101 },
  );
  expect(app.bugs).toEqual([]);
});

const rounds = async (settings: { PUBLIC_URL?: string }) => {
  const app = await createTestApp({ settings: { CAPTCHA: "on", ...settings } });
  const { cost = 0, data } = (await fetchChallenge(app, "sign-up"))?.parameters ?? {};
  return (cost * (data?.keys ?? 0)) / 2;
};

test("a proof costs 650,000 rounds on average, and less only on pages without TLS", async () => {
  expect(await rounds({})).toBe(650_000);
  for (const PUBLIC_URL of [
    "https://rides.example.org",
    "http://localhost:3000",
    "http://[::1]:3000",
  ])
    expect(await rounds({ PUBLIC_URL })).toBe(650_000);
  for (const PUBLIC_URL of ["http://192.168.1.7:3000", "http://rides.example.org"])
    expect(await rounds({ PUBLIC_URL })).toBe(75_000);
});

test("a network with many challenges gets harder ones, its neighbours do not, and the count decays", async () => {
  const app = await open();
  const keysFor = async (address: string) => {
    const challenge = await fetchChallenge(app, "sign-up", { "x-forwarded-for": address });
    return challenge?.parameters.data.keys ?? 0;
  };
  const usual = await keysFor("192.0.2.1");
  for (let n = 1; n < 20; n++) expect(await keysFor("192.0.2.1")).toBe(usual);
  for (let n = 0; n < 79; n++) await keysFor("192.0.2.1");
  expect(await keysFor("192.0.2.1")).toBe(16 * usual);
  expect(await keysFor("192.0.2.2")).toBe(usual);
  advanceClock(app, 3600);
  expect(await keysFor("192.0.2.1")).toBe(usual);
});

test("requests about one address cost more with each, from any number of networks, and other addresses do not", async () => {
  const app = await open();
  const VICTIM = "victim@example.org";
  let networks = 0;
  const ask = async (email: string, difficulty?: number) => {
    const headers = at(`2001:db8:${(++networks).toString(16)}::1`);
    const proof = await solveChallengeHeader(
      await fetchChallenge(app, "registration-code", headers, difficulty),
    );
    return app.call<{ code?: string; current?: { difficulty: number } }>("POST", PATH, {
      body: { email },
      headers: { "captcha-proof": proof, ...headers },
    });
  };
  for (let n = 0; n < 5; n++)
    expect((await ask(n % 2 ? VICTIM : VICTIM.toUpperCase())).body.code).not.toBe("captcha_over");
  expect(await ask(VICTIM)).toMatchObject({
    ...refused("captcha_over"),
    body: { current: { difficulty: 2 } },
  });
  expect((await ask(VICTIM, 2)).body.code).not.toBe("captcha_over");
  for (let n = 0; n < 3; n++) await ask(VICTIM);
  const { body } = await ask(VICTIM, 2);
  expect(body).toMatchObject({ code: "captcha_over", current: { difficulty: 3 } });
  expect((await ask(VICTIM, body.current?.difficulty)).body.code).not.toBe("captcha_over");
  expect(await ask("neighbour@example.org")).toMatchObject({ status: 200 });
  advanceClock(app, 3600);
  expect(await ask(VICTIM)).toMatchObject({ status: 200 });
});

test("an operator can turn captchas off", async () => {
  const app = await createTestApp({ settings: { CAPTCHA: "off" } });
  const query = { action: "sign-up" };
  const response = await app.call("GET", "/captcha/challenge", { query });
  expect(response).toMatchObject({ status: 200, body: { challenge: null } });
  expect(await requestCode(app)).toMatchObject({ status: 200 });
  expect(await requestCode(app, "anything")).toMatchObject({ status: 200 });
});

const secretsOf = async ({ db }: TestApp) => ({
  rows: await db.selectFrom("captcha_secret").selectAll().execute(),
});
