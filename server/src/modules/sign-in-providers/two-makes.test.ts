import { describe, expect, onTestFinished, test } from "vitest";
import { createTestApp, type TestApp } from "../../../test/app/test-app.ts";
import {
  saveProvider,
  TestBrowser,
  visitProvider,
} from "../../../test/fixtures/institution-sign-in.ts";
import { createAdministrator } from "../../../test/fixtures/moderators.ts";
import { openForgingProvider } from "../../../test/services/forging-provider.ts";
import {
  CLIENT,
  openOidcProvider,
  type ProviderPerson,
} from "../../../test/services/oidc-provider.ts";

const SITE = "http://127.0.0.1:3000";
const NAMES = { given_name: "Ada", family_name: "Moreau" };
const ADA = { ...NAMES, email: "ada@uni.example", email_verified: true };
const CONFIRMED = { firstName: "Ada", lastName: "Moreau", isAdult: true, acceptsTerms: true };

type OpenProvider = (person: ProviderPerson) => Promise<{ issuer: string; close: () => unknown }>;

/** Providers of two makes with one person, who is signed in as ada. */
const MAKES: readonly (readonly [make: string, open: OpenProvider])[] = [
  ["oidc-provider", (person) => openOidcProvider({ people: { ada: person }, site: SITE })],
  [
    "oauth2-mock-server",
    async (person) => {
      const provider = await openForgingProvider(CLIENT.secret);
      Object.assign(provider.forgery.claims, person);
      return provider;
    },
  ],
];

const createAccount = (browser: TestBrowser) =>
  browser.call("/identity/providers/create-account", CONFIRMED);

const check = async (app: TestApp) =>
  (
    await app.call("POST", "/administration/sign-in-providers/uni/check", {
      as: await createAdministrator(app),
    })
  ).body;

describe.each(MAKES)("[domain/sign-in:two-makes] at a provider made with %s", (_, openProvider) => {
  async function openUniversity(person: ProviderPerson, change: Record<string, unknown> = {}) {
    const app = await createTestApp({ settings: { HOST: "127.0.0.1", PORT: 3000 } });
    const uni = await openProvider(person);
    onTestFinished(() => void uni.close());
    expect((await saveProvider(app, uni.issuer, change)).status).toBe(200);
    return { app, uni, browser: new TestBrowser(app) };
  }

  test("a person joins and signs in in several tabs, the last one first", async () => {
    const { browser } = await openUniversity(ADA);
    expect((await browser.signIn("ada")).body.step).toBe("new-account");
    await createAccount(browser);

    const first = await browser.start("uni", { returnTo: "/rides/1" });
    const second = await browser.start("uni", { returnTo: "/rides/2" });
    const answers = [await visitProvider(second, "ada"), await visitProvider(first, "ada")];
    const signedIn = { step: "signed-in" };
    expect((await browser.finish(answers[0] ?? "")).body).toMatchObject({
      ...signedIn,
      returnTo: "/rides/2",
    });
    expect((await browser.finish(answers[1] ?? "")).body).toMatchObject({
      ...signedIn,
      returnTo: "/rides/1",
    });
  });

  test("Back to the login and a new sign-in work; the answer of before counts once", async () => {
    const { browser } = await openUniversity(ADA);
    await browser.signIn("ada");
    await createAccount(browser);

    // Away to the provider, Back, and there again.
    await browser.start();
    const answer = await visitProvider(await browser.start(), "ada");
    expect((await browser.finish(answer)).body.step).toBe("signed-in");
    // Back to the address of the answer.
    expect((await browser.finish(answer)).body.code).toBe("sign_in_over");
    expect((await browser.signIn("ada")).body.step).toBe("signed-in");
  });

  test("two clicks at once do not spoil the sign-in that follows", async () => {
    const { browser } = await openUniversity(ADA);
    await Promise.all([browser.start(), browser.start()]);
    const last = await browser.start();
    expect((await browser.finish(await visitProvider(last, "ada"))).body.step).toBe("new-account");
  });

  test.each([
    ["preferred_username", { ...NAMES, preferred_username: "ada@uni.example" }],
    ["upn", { ...NAMES, upn: "ada@uni.example" }],
  ])("a person whose address is in %s only is asked for it", async (_claim, person) => {
    const { browser } = await openUniversity(person, { emailDomains: ["uni.example"] });
    expect((await browser.signIn("ada")).body).toMatchObject({
      step: "email",
      person: { email: "ada@uni.example" },
    });
  });

  test("an address that is not verified is confirmed by the person, and the log says why", async () => {
    const { app, browser } = await openUniversity({ ...ADA, email_verified: false });
    expect((await browser.signIn("ada")).body.step).toBe("email");
    expect(JSON.stringify(app.lines)).toContain("email_verified");
  });

  test("the check finds a wrong secret, and shows the issuer by which the provider calls itself", async () => {
    const { app, uni } = await openUniversity(ADA);
    expect(await check(app)).toMatchObject({ failure: null });

    await saveProvider(app, uni.issuer, { clientSecret: "not the secret of this client" });
    expect(await check(app)).toMatchObject({ failure: "wrong-secret" });

    const { issuer } = uni;
    const other = issuer.includes("127.0.0.1")
      ? issuer.replace("127.0.0.1", "localhost")
      : issuer.replace("localhost", "127.0.0.1");
    await saveProvider(app, other);
    expect(await check(app)).toMatchObject({ failure: "other-issuer", publishedIssuer: issuer });
  });
});
