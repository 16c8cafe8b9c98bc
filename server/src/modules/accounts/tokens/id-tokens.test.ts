import {
  createLocalJWKSet,
  generateKeyPair,
  type JSONWebKeySet,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
} from "jose";
import { expect, test } from "vitest";
import { createApp } from "#bootstrap/app.ts";
import { advanceClock, decodeClaims, signUpWithCode } from "../../../../test/fixtures/accounts.ts";
import { createTestApp, type TestApp } from "../../../../test/app/test-app.ts";
import { accountSweeps } from "../index.ts";
import { createAuthenticator } from "../sessions/authenticate.ts";

const email = "ada@example.org";
const sweep = async (app: TestApp) => {
  for (const sweep of accountSweeps) await sweep(app.ctx);
};
const published = async (app: TestApp) =>
  (await app.call<JSONWebKeySet>("GET", "/identity/.well-known/jwks.json")).body;
const kidOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()).kid;
const own = (app: TestApp, token: string) =>
  app.call("GET", "/firebase-auth/profile", { as: { token } });

test("a third party can verify an ID token with the discovery document and the published keys", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  const { body: configuration } = await app.call<Record<string, string>>(
    "GET",
    "/identity/.well-known/openid-configuration",
  );
  expect(configuration["jwks_uri"]).toBe(`${configuration["issuer"]}/.well-known/jwks.json`);
  expect(
    Object.keys(configuration).filter((name) => /_endpoint|response_types/.test(name)),
  ).toEqual([]);
  const keys = await published(app);
  expect(keys.keys).toHaveLength(1);
  expect(keys.keys[0]).not.toHaveProperty("d");
  const { payload } = await jwtVerify(body.idToken, createLocalJWKSet(keys), {
    issuer: configuration["issuer"] ?? "",
    audience: "commonlane",
    currentDate: app.ctx.now(),
  });
  expect(payload).toMatchObject({ sub: body.user.uid, email, email_verified: true });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
});

test("an ID token is valid for an hour by the clock, also when cached", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  advanceClock(app, 3599);
  expect((await own(app, body.idToken)).status).toBe(200);
  advanceClock(app, 1);
  expect(await own(app, body.idToken)).toMatchObject({ status: 401, body: { code: "signed_out" } });
});

test("a token of another key, algorithm, issuer or audience, or with one changed character, is refused", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  const { iss = "", aud = "", ...claimSet } = decodeClaims(body.idToken);
  const { privateKey } = await generateKeyPair("ES256");
  const kid = kidOf(body.idToken);
  const forge = (claims: object, header: object = {}) =>
    new SignJWT({ ...claimSet, iss: String(iss), aud: String(aud), ...claims }).setProtectedHeader({
      alg: "ES256",
      kid,
      ...header,
    });
  const [head, payload = "", signature] = body.idToken.split(".");
  const { private_jwk } = await app.db
    .selectFrom("signing_key")
    .select("private_jwk")
    .executeTakeFirstOrThrow();
  const forged = [
    await forge({}).sign(privateKey),
    await forge({}, { kid: "other" }).sign(private_jwk),
    await forge({ iss: "https://elsewhere.example" }).sign(private_jwk),
    await forge({ aud: "another" }).sign(private_jwk),
    await forge({ exp: undefined }).sign(private_jwk),
    new UnsecuredJWT({ ...claimSet, iss: String(iss), aud: String(aud) }).encode(),
    [head, `${payload.slice(0, -1)}${payload.endsWith("A") ? "B" : "A"}`, signature].join("."),
    "rubbish",
    "a.b.c",
  ];
  for (const token of forged) expect([token, (await own(app, token)).status]).toEqual([token, 401]);
  expect((await own(app, await forge({}).sign(private_jwk))).status).toBe(200);
  expect(app.bugs).toEqual([]);
});

/** A server on the same database, like another process. */
const secondProcess = ({ ctx }: TestApp) => {
  const http = createApp(ctx, { authenticate: createAuthenticator(ctx) });
  return async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await http.inject({ url: "/api/firebase-auth/profile", headers })).statusCode;
  };
};

test("after sign-out, every process refuses the ID token", async () => {
  const app = await createTestApp();
  const { body, cookie = "" } = await signUpWithCode(app, email);
  const there = secondProcess(app);
  expect([(await own(app, body.idToken)).status, await there(body.idToken)]).toEqual([200, 200]);
  await app.call("POST", "/identity/sign-out", { headers: { cookie } });
  await expect.poll(async () => (await own(app, body.idToken)).status, { timeout: 5000 }).toBe(401);
  await expect.poll(() => there(body.idToken), { timeout: 5000 }).toBe(401);
  const login = await app.call("POST", "/firebase-auth/login", { body: { idToken: body.idToken } });
  expect(login.status).toBe(401);
});

test("after a suspension, every process refuses the ID token", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  const there = secondProcess(app);
  expect([(await own(app, body.idToken)).status, await there(body.idToken)]).toEqual([200, 200]);
  await app.db.updateTable("account").set({ suspended_at: app.ctx.now() }).execute();
  await expect.poll(async () => (await own(app, body.idToken)).status, { timeout: 5000 }).toBe(401);
  await expect.poll(() => there(body.idToken), { timeout: 5000 }).toBe(401);
});

test("a key is published an hour before it signs, and the old one until its last token expires", async () => {
  const app = await createTestApp();
  const joined = await signUpWithCode(app, email);
  const first = kidOf(joined.body.idToken);
  const issue = async () => {
    const { idToken } = (
      await app.call<{ idToken: string }>("POST", "/identity/sign-in", {
        body: { email, password: "Correct horse 7" },
      })
    ).body;
    return idToken;
  };
  advanceClock(app, 89 * 86_400);
  await sweep(app);
  expect((await published(app)).keys).toHaveLength(1);

  advanceClock(app, 86_400);
  await sweep(app);
  const kids = (await published(app)).keys.map(({ kid }) => kid);
  expect(kids).toEqual([first, expect.any(String)]);
  const before = await issue();
  expect(kidOf(before)).toBe(first);

  advanceClock(app, 3540);
  const lastOfOld = await issue();
  advanceClock(app, 60);
  await sweep(app);
  const after = await issue();
  expect([kidOf(lastOfOld), kidOf(after)]).toEqual(kids);

  advanceClock(app, 3500);
  await sweep(app);
  expect([(await own(app, lastOfOld)).status, (await own(app, after)).status]).toEqual([200, 200]);
  advanceClock(app, 3 * 3600);
  await sweep(app);
  expect((await published(app)).keys.map(({ kid }) => kid)).toEqual(kids.slice(1));
});
