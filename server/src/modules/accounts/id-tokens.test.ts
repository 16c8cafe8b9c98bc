import { createLocalJWKSet, generateKeyPair, type JSONWebKeySet, jwtVerify, SignJWT, UnsecuredJWT } from "jose";
import { expect, test } from "vitest";
import { createApp } from "#app.ts";
import { advance, claimsOf, join } from "../../../test/identity.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { accountSweeps, authenticate } from "./index.ts";

const email = "ada@example.org";
const sweep = async (world: World) => {
  for (const sweep of accountSweeps) await sweep(world.ctx);
};
const published = async (world: World) =>
  (await world.call<JSONWebKeySet>("GET", "/identity/.well-known/jwks.json")).body;
const kidOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()).kid;
const own = (world: World, token: string) => world.call("GET", "/firebase-auth/profile", { as: { token } });

test("[ours/id-token:openid] whoever reads the discovery document can verify an ID token with the published keys", async () => {
  const world = await openWorld();
  const { body } = await join(world, email);
  const { body: configuration } = await world.call<Record<string, string>>(
    "GET",
    "/identity/.well-known/openid-configuration",
  );
  expect(configuration["jwks_uri"]).toBe(`${configuration["issuer"]}/.well-known/jwks.json`);
  expect(Object.keys(configuration).filter((name) => /_endpoint|response_types/.test(name))).toEqual([]);
  const keys = await published(world);
  expect(keys.keys).toHaveLength(1);
  expect(keys.keys[0]).not.toHaveProperty("d");
  const { payload } = await jwtVerify(body.idToken, createLocalJWKSet(keys), {
    issuer: configuration["issuer"] ?? "",
    audience: "commonlane",
    currentDate: world.ctx.now(),
  });
  expect(payload).toMatchObject({ sub: body.user.uid, email, email_verified: true });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
});

test("[ours/id-token:hour] an ID token is good for an hour by the clock, also when it is known", async () => {
  const world = await openWorld();
  const { body } = await join(world, email);
  advance(world, 3599);
  expect((await own(world, body.idToken)).status).toBe(200);
  advance(world, 1);
  expect(await own(world, body.idToken)).toMatchObject({ status: 401, body: { code: "signed_out" } });
});

test("[ours/id-token:forged] a token of another key, algorithm, issuer or audience, or changed by one letter, is nobody's", async () => {
  const world = await openWorld();
  const { body } = await join(world, email);
  const { iss = "", aud = "", ...said } = claimsOf(body.idToken);
  const { privateKey } = await generateKeyPair("ES256");
  const kid = kidOf(body.idToken);
  const forge = (claims: object, header: object = {}) =>
    new SignJWT({ ...said, iss: String(iss), aud: String(aud), ...claims }).setProtectedHeader({
      alg: "ES256",
      kid,
      ...header,
    });
  const [head, payload = "", signature] = body.idToken.split(".");
  const { private_jwk } = await world.db.selectFrom("signing_key").select("private_jwk").executeTakeFirstOrThrow();
  const forged = [
    await forge({}).sign(privateKey),
    await forge({}, { kid: "other" }).sign(private_jwk),
    await forge({ iss: "https://elsewhere.example" }).sign(private_jwk),
    await forge({ aud: "another" }).sign(private_jwk),
    await forge({ exp: undefined }).sign(private_jwk),
    new UnsecuredJWT({ ...said, iss: String(iss), aud: String(aud) }).encode(),
    [head, `${payload.slice(0, -1)}${payload.endsWith("A") ? "B" : "A"}`, signature].join("."),
    "rubbish",
    "a.b.c",
  ];
  for (const token of forged) expect([token, (await own(world, token)).status]).toEqual([token, 401]);
  expect((await own(world, await forge({}).sign(private_jwk))).status).toBe(200);
  expect(world.bugs).toEqual([]);
});

/** The same database behind a server of its own, as another process would be. */
const secondProcess = ({ ctx }: World) => {
  const app = createApp(ctx, { authenticate: authenticate(ctx) });
  return async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await app.inject({ url: "/api/firebase-auth/profile", headers })).statusCode;
  };
};

test("[ours/session:ended-everywhere] after sign-out the ID token is refused, by every process", async () => {
  const world = await openWorld();
  const { body, cookie = "" } = await join(world, email);
  const there = secondProcess(world);
  expect([(await own(world, body.idToken)).status, await there(body.idToken)]).toEqual([200, 200]);
  await world.call("POST", "/identity/sign-out", { headers: { cookie } });
  await expect.poll(async () => (await own(world, body.idToken)).status, { timeout: 5000 }).toBe(401);
  await expect.poll(() => there(body.idToken), { timeout: 5000 }).toBe(401);
  const login = await world.call("POST", "/firebase-auth/login", { body: { idToken: body.idToken } });
  expect(login.status).toBe(401);
});

test("[ours/account:suspended] after suspension the ID token is refused, by every process", async () => {
  const world = await openWorld();
  const { body } = await join(world, email);
  const there = secondProcess(world);
  expect([(await own(world, body.idToken)).status, await there(body.idToken)]).toEqual([200, 200]);
  await world.db.updateTable("account").set({ suspended_at: world.ctx.now() }).execute();
  await expect.poll(async () => (await own(world, body.idToken)).status, { timeout: 5000 }).toBe(401);
  await expect.poll(() => there(body.idToken), { timeout: 5000 }).toBe(401);
});

test("[ours/signing-key:rotation] a key is published an hour before it signs, and the old one until its last token ends", async () => {
  const world = await openWorld();
  const joined = await join(world, email);
  const first = kidOf(joined.body.idToken);
  const issue = async () => {
    const { idToken } = (
      await world.call<{ idToken: string }>("POST", "/identity/sign-in", {
        body: { email, password: "Correct horse 7" },
      })
    ).body;
    return idToken;
  };
  advance(world, 89 * 86_400);
  await sweep(world);
  expect((await published(world)).keys).toHaveLength(1);

  advance(world, 86_400);
  await sweep(world);
  const kids = (await published(world)).keys.map(({ kid }) => kid);
  expect(kids).toEqual([first, expect.any(String)]);
  const before = await issue();
  expect(kidOf(before)).toBe(first);

  advance(world, 3540);
  const lastOfOld = await issue();
  advance(world, 60);
  await sweep(world);
  const after = await issue();
  expect([kidOf(lastOfOld), kidOf(after)]).toEqual(kids);

  advance(world, 3500);
  await sweep(world);
  expect([(await own(world, lastOfOld)).status, (await own(world, after)).status]).toEqual([200, 200]);
  advance(world, 3 * 3600);
  await sweep(world);
  expect((await published(world)).keys.map(({ kid }) => kid)).toEqual(kids.slice(1));
});
