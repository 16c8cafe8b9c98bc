import { expect, onTestFinished, test } from "vitest";
import { createTestApp } from "../../../test/app/test-app.ts";
import {
  saveProvider,
  TestBrowser,
  visitProvider,
} from "../../../test/fixtures/institution-sign-in.ts";
import { openForgingProvider } from "../../../test/services/forging-provider.ts";
import { CLIENT, openOidcProvider } from "../../../test/services/oidc-provider.ts";

const SITE = "http://127.0.0.1:3000";

/** Our server with a forging provider called evil. */
async function openWithForger() {
  const app = await createTestApp({ settings: { HOST: "127.0.0.1", PORT: 3000 } });
  const evil = await openForgingProvider();
  onTestFinished(evil.close);
  await saveProvider(app, evil.issuer, { clientSecret: null }, { id: "evil" });
  return { app, evil };
}

test("a provider of another make signs people in, too", async () => {
  const { app, evil } = await openWithForger();
  evil.forgery.claims = { email: "john@example.org", email_verified: true, name: "John Henry Doe" };
  const { body } = await new TestBrowser(app).signIn("", "evil");
  expect(body).toMatchObject({
    step: "new-account",
    person: { firstName: "John", lastName: "Henry Doe" },
  });
});

const hour = 3600;
const inSeconds = (s: number) => Math.floor(Date.now() / 1000) + s;
test.each([
  ["another issuer", { iss: "https://uni.example" }],
  ["another audience", { aud: "another-client" }],
  ["several audiences without us", { aud: ["a", "b"] }],
  ["another authorized party", { aud: [CLIENT.id, "a"], azp: "a" }],
  ["another nonce", { nonce: "of an earlier sign-in" }],
  ["no nonce", { nonce: undefined }],
  ["a time that is over", { exp: inSeconds(-hour), iat: inSeconds(-2 * hour) }],
  ["no subject", { sub: undefined }],
])("[domain/sign-in:token] an ID token with %s is refused", async (_, claims) => {
  const { app, evil } = await openWithForger();
  evil.forgery.claims = claims;
  const { status, body } = await new TestBrowser(app).signIn("", "evil");
  expect([status, body.code]).toEqual([403, "sign_in_refused"]);
});

test("claims about another person than the one who signed in are refused", async () => {
  const { app, evil } = await openWithForger();
  evil.forgery.userInfo = {
    sub: "someone else",
    email: "victim@example.org",
    email_verified: true,
  };
  expect((await new TestBrowser(app).signIn("", "evil")).body.code).toBe("sign_in_refused");
});

test.each([
  ["another state", { state: "guessed" }, "sign_in_over"],
  ["no state", { state: undefined }, "sign_in_over"],
  ["another issuer", { iss: "https://uni.example" }, "sign_in_refused"],
  ["a guessed code", { code: "guessed" }, "sign_in_refused"],
])("[domain/sign-in:answer] an answer with %s is refused", async (_, answer, code) => {
  const { app, evil } = await openWithForger();
  evil.forgery.answer = answer;
  expect((await new TestBrowser(app).signIn("", "evil")).body.code).toBe(code);
});

test("[domain/sign-in:mix-up] a code of one provider is never sent to another", async () => {
  const { app, evil } = await openWithForger();
  const people = { ada: { email: "ada@uni.example", email_verified: true } };
  const uni = await openOidcProvider({ people, site: SITE });
  onTestFinished(uni.close);
  await saveProvider(app, uni.issuer);
  const browser = new TestBrowser(app);
  // The person starts at the evil provider, which sends the browser on to the university with its own state.
  const atUni = new URL(await browser.start("uni"));
  const state = new URL(await browser.start("evil")).searchParams.get("state") ?? "";
  atUni.searchParams.set("state", state);
  const answer = await visitProvider(atUni.href, "ada");
  expect(answer).toContain("code=");
  expect((await browser.finish(answer, "uni")).body.code).toBe("sign_in_over");
  // Without an address of its own per provider, the issuer in the answer is what shows the mix-up.
  expect((await browser.finish(answer, "evil")).body.code).toBe("sign_in_refused");
  expect(evil.redeemedCodes).toEqual([]);
});

test("[domain/sign-in:issuer] a subject means nothing at another issuer, and a secret does not move to another server", async () => {
  const { app, evil } = await openWithForger();
  evil.forgery.claims = { email: "john@example.org", email_verified: true, name: "John Doe" };
  const browser = new TestBrowser(app);
  await browser.signIn("", "evil");
  const person = { firstName: "John", lastName: "Doe", isAdult: true, acceptsTerms: true };
  expect((await browser.call("/identity/providers/create-account", person)).status).toBe(201);
  const other = await openForgingProvider();
  onTestFinished(other.close);
  const secret = { clientSecret: "a secret for the first issuer" };
  expect((await saveProvider(app, evil.issuer, secret, { id: "evil" })).body["hasSecret"]).toBe(
    true,
  );
  const kept = await saveProvider(
    app,
    evil.issuer,
    { clientSecret: undefined, name: "Same" },
    { id: "evil" },
  );
  expect(kept.body["hasSecret"]).toBe(true);
  const moved = await saveProvider(app, other.issuer, { clientSecret: undefined }, { id: "evil" });
  expect(moved.body["hasSecret"]).toBe(false);
  other.forgery.claims = { email: "mallory@example.org", email_verified: true };
  expect((await new TestBrowser(app).signIn("", "evil")).body).toMatchObject({
    step: "new-account",
  });
});
