import { generateKeyPair } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { createTestApp } from "../../../test/app/test-app.ts";
import { refresh, refreshCookieOf } from "../../../test/fixtures/accounts.ts";
import { saveProvider, TestBrowser } from "../../../test/fixtures/institution-sign-in.ts";
import { openBareProvider } from "../../../test/services/bare-provider.ts";
import { openForgingProvider } from "../../../test/services/forging-provider.ts";
import { CLIENT, openOidcProvider } from "../../../test/services/oidc-provider.ts";
import type { TestApp } from "../../../test/app/test-app.ts";

const EVENTS = { "http://schemas.openid.net/event/backchannel-logout": {} };
const PERSON = { firstName: "John", lastName: "Doe", isAdult: true, acceptsTerms: true };

async function openWithSession() {
  const app = await createTestApp({ settings: { HOST: "127.0.0.1", PORT: 3000 } });
  const provider = await openForgingProvider();
  onTestFinished(provider.close);
  await saveProvider(app, provider.issuer, { clientSecret: null });
  provider.forgery.claims = { email: "john@uni.example", email_verified: true, sid: "one" };
  const browser = new TestBrowser(app);
  await browser.signIn("");
  const created = await browser.call("/identity/providers/create-account", PERSON);
  return { app, provider, cookie: refreshCookieOf(created) };
}

const sendLogoutToken = async (app: TestApp, token: string, id = "uni") => {
  const { statusCode } = await app.http.inject({
    method: "POST",
    url: `/api/identity/providers/${id}/back-channel-sign-out`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ logout_token: token }).toString(),
  });
  return statusCode;
};

test("[domain/sign-in:back-channel] a sign-out at the provider ends the sessions that began there", async () => {
  const { app, provider, cookie } = await openWithSession();
  const second = refreshCookieOf(await new TestBrowser(app).signIn(""));
  provider.forgery.claims = { ...provider.forgery.claims, sid: "two" };
  const other = refreshCookieOf(await new TestBrowser(app).signIn(""));
  const base = { aud: CLIENT.id, events: EVENTS, jti: "1" };
  expect(
    await sendLogoutToken(app, await provider.signToken({ ...base, sub: "johndoe", sid: "one" })),
  ).toBe(200);
  expect([(await refresh(app, cookie)).status, (await refresh(app, second)).status]).toEqual([
    401, 401,
  ]);
  const open = await refresh(app, other);
  expect(open.status).toBe(200);
  expect(await sendLogoutToken(app, await provider.signToken({ ...base, sub: "johndoe" }))).toBe(
    200,
  );
  expect((await refresh(app, open.cookie)).status).toBe(401);
});

const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;
test.each([
  ["another audience", { aud: "another-client" }],
  ["another issuer", { iss: "https://uni.example" }],
  ["no event", { events: {} }],
  ["a nonce, as in an ID token", { nonce: "x" }],
  ["neither person nor session", { sub: undefined }],
  ["a time that is over", { iat: minutesAgo(10), exp: minutesAgo(-60) }],
])("a logout token with %s ends nothing", async (_, change) => {
  const { app, provider, cookie } = await openWithSession();
  const claims = { aud: CLIENT.id, events: EVENTS, sub: "johndoe", ...change };
  expect(await sendLogoutToken(app, await provider.signToken(claims))).toBe(400);
  expect((await refresh(app, cookie)).status).toBe(200);
});

test("a logout token of another key, for another provider, or no token ends nothing", async () => {
  const { app, provider, cookie } = await openWithSession();
  const other = await openForgingProvider();
  onTestFinished(other.close);
  const claims = { aud: CLIENT.id, events: EVENTS, sub: "johndoe", iss: provider.issuer };
  const forged = await other.signToken(claims);
  expect([
    await sendLogoutToken(app, forged),
    await sendLogoutToken(app, "rubbish"),
    await sendLogoutToken(app, ""),
  ]).toEqual([400, 400, 400]);
  const valid = await provider.signToken(claims);
  expect(await sendLogoutToken(app, valid, "unknown")).toBe(404);
  expect((await refresh(app, cookie)).status).toBe(200);
});

test("[domain/sign-in:back-channel] a sign-out at a provider that is disabled counts, too", async () => {
  const { app, provider, cookie } = await openWithSession();
  await app.db.updateTable("sign_in_provider").set({ enabled: false }).execute();
  const token = await provider.signToken({ aud: CLIENT.id, events: EVENTS, sub: "johndoe" });
  expect(await sendLogoutToken(app, token)).toBe(200);
  expect((await refresh(app, cookie)).status).toBe(401);
});

test("a copy of an old logout token does not end a session that began later", async () => {
  const { app, provider } = await openWithSession();
  const token = await provider.signToken({ aud: CLIENT.id, events: EVENTS, sub: "johndoe" });
  app.clock.now = new Date(Date.now() + 120_000);
  const later = refreshCookieOf(await new TestBrowser(app).signIn(""));
  expect(await sendLogoutToken(app, token)).toBe(200);
  expect((await refresh(app, later)).status).toBe(200);
});

test("[domain/sign-in:sign-out] signing out names the address that ends the provider's session, to the owner of the session only", async () => {
  const app = await createTestApp({ settings: { HOST: "127.0.0.1", PORT: 3000 } });
  const people = { ada: { given_name: "Ada", email: "ada@uni.example", email_verified: true } };
  const uni = await openOidcProvider({ people, site: "http://127.0.0.1:3000" });
  onTestFinished(uni.close);
  await saveProvider(app, uni.issuer);
  const browser = new TestBrowser(app);
  await browser.signIn("ada");
  await browser.call("/identity/providers/create-account", PERSON);
  type Left = { providerSignOutUrl?: string };
  expect((await new TestBrowser(app).call<Left>("/identity/sign-out")).body).toEqual({
    success: true,
  });
  const { body } = await browser.call<Left>("/identity/sign-out");
  const url = new URL(body.providerSignOutUrl ?? "");
  expect([url.origin, url.searchParams.get("post_logout_redirect_uri")]).toEqual([
    uni.issuer,
    "http://127.0.0.1:3000/login",
  ]);
  // The provider knows the token and accepts the address after the sign-out.
  const response = await fetch(url);
  expect([response.status, await response.text()]).toEqual([
    200,
    expect.stringContaining("/session/end/confirm"),
  ]);
  expect((await browser.call<Left>("/identity/sign-out")).body).toEqual({ success: true });
});

test("[domain/sign-in:back-channel-load] tokens that no key could make valid cause no request to the institution, and others few", async () => {
  const app = await createTestApp({ settings: { HOST: "127.0.0.1", PORT: 3000 } });
  const provider = await openBareProvider();
  await saveProvider(app, provider.issuer, { clientSecret: null });
  const claims = { aud: CLIENT.id, events: EVENTS, sub: "johndoe" };
  const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.`;
  const junk = [
    "rubbish",
    "a.b.c",
    unsigned,
    await provider.signToken({ ...claims, aud: "another-client" }),
    await provider.signToken({ ...claims, nonce: "x" }),
  ];
  for (let n = 0; n < 20; n++)
    expect(await sendLogoutToken(app, junk[n % junk.length] ?? "")).toBe(400);
  expect(provider.countRequests()).toBe(0);

  // Well-formed, but signed by somebody else: the metadata and the keys are read once.
  const { privateKey } = await generateKeyPair("RS256");
  for (let n = 0; n < 20; n++)
    expect(
      await sendLogoutToken(
        app,
        await provider.signToken(claims, { kid: `key-${n}`, key: privateKey }),
      ),
    ).toBe(400);
  expect(provider.countRequests()).toBe(2);
  expect(await sendLogoutToken(app, await provider.signToken(claims))).toBe(200);
  expect(provider.countRequests()).toBe(2);
});
