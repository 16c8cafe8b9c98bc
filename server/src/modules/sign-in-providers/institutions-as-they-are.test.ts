import type { SignInOutcome } from "@commonlane/contract/sign-in-providers";
import { expect, onTestFinished, test } from "vitest";
import { createTestApp, type TestApp } from "../../../test/app/test-app.ts";
import { advanceClock, PASSWORD, signUpWithCode } from "../../../test/fixtures/accounts.ts";
import {
  saveProvider,
  TestBrowser,
  visitProvider,
} from "../../../test/fixtures/institution-sign-in.ts";
import { createAdministrator } from "../../../test/fixtures/moderators.ts";
import { openOidcProvider, type ProviderPerson } from "../../../test/services/oidc-provider.ts";

/** What differs between the providers of real institutions. */

const SITE = "http://127.0.0.1:3000";
const PEOPLE: Readonly<Record<string, ProviderPerson>> = {
  ada: { given_name: "Ada", family_name: "Moreau", email: "ada@uni.example", email_verified: true },
  bob: { given_name: "Bob", family_name: "Baker", email: "bob@uni.example", email_verified: true },
  /** As Entra ID: no e-mail claim. */
  eve: { given_name: "Eve", family_name: "Novak", preferred_username: "eve@uni.example" },
  /** As Authentik's default. */
  max: {
    given_name: "Max",
    family_name: "Muster",
    email: "max@uni.example",
    email_verified: false,
  },
};

type Options = Partial<Parameters<typeof openOidcProvider>[0]>;
async function openUniversity(options: Options = {}, change: Record<string, unknown> = {}) {
  const app = await createTestApp({ settings: { HOST: "127.0.0.1", PORT: 3000 } });
  const uni = await openOidcProvider({ people: PEOPLE, site: SITE, ...options });
  onTestFinished(uni.close);
  expect((await saveProvider(app, uni.issuer, change)).status).toBe(200);
  return { app, uni };
}

const CONFIRMED = { firstName: "Eve", lastName: "Novak", isAdult: true, acceptsTerms: true };
const createAccount = (browser: TestBrowser) =>
  browser.call<{ session: { user: object } }>("/identity/providers/create-account", CONFIRMED);
const sendCode = (browser: TestBrowser, email: string) =>
  browser.call("/identity/providers/send-email-code", { email });
const confirmEmail = (browser: TestBrowser, email: string, otp: string) =>
  browser.call<SignInOutcome>("/identity/providers/confirm-email", { email, otp });
const lastCode = (app: TestApp) => app.mail.at(-1)?.code ?? "";

test("[domain/sign-in:tabs] sign-ins in several tabs of a browser all end, in any order", async () => {
  const { app } = await openUniversity();
  const browser = new TestBrowser(app);
  await browser.signIn("ada");
  await createAccount(browser);

  const first = await browser.start("uni", { returnTo: "/rides/1" });
  const second = await browser.start("uni", { returnTo: "/rides/2" });
  const third = await browser.start("uni", { returnTo: "/rides/3" });
  for (const [address, returnTo] of [
    [second, "/rides/2"],
    [first, "/rides/1"],
    [third, "/rides/3"],
  ] as const) {
    const { body } = await browser.finish(await visitProvider(address, "ada"));
    expect(body).toMatchObject({ step: "signed-in", returnTo });
  }
});

test("[domain/sign-in:tabs] of more than five sign-ins at once the oldest gives way", async () => {
  const { app } = await openUniversity();
  const browser = new TestBrowser(app);
  const addresses: string[] = [];
  for (let count = 0; count < 6; count += 1) addresses.push(await browser.start());
  const steps: (string | undefined)[] = [];
  for (const address of addresses.slice(0, 2)) {
    const { body } = await browser.finish(await visitProvider(address, "ada"));
    steps.push(body.step ?? body.code);
  }
  expect(steps).toEqual(["sign_in_over", "new-account"]);
});

test("[domain/sign-in:own-address] without an address from the provider the person confirms one with a code and joins", async () => {
  const { app } = await openUniversity({}, { emailDomains: ["uni.example"] });
  const browser = new TestBrowser(app);
  const { body } = await browser.signIn("eve");
  const person = { firstName: "Eve", lastName: "Novak", email: "eve@uni.example" };
  expect(body).toEqual({ step: "email", session: null, returnTo: null, person });
  expect((await createAccount(browser)).body.code).toBe("sign_in_over");

  // The address need not be the one that the provider suggests.
  expect((await sendCode(browser, "eve.novak@uni.example")).status).toBe(200);
  expect(app.mail.at(-1)?.to).toBe("eve.novak@uni.example");
  const wrong = lastCode(app) === "000000" ? "111111" : "000000";
  expect((await confirmEmail(browser, "eve.novak@uni.example", wrong)).body.code).toBe(
    "code_wrong",
  );
  expect((await confirmEmail(browser, "eve@uni.example", lastCode(app))).body.code).toBe(
    "code_wrong",
  );
  const confirmed = await confirmEmail(browser, "eve.novak@uni.example", lastCode(app));
  expect(confirmed.body).toMatchObject({
    step: "new-account",
    person: { email: "eve.novak@uni.example" },
  });

  const created = await createAccount(browser);
  expect(created.body.session.user).toMatchObject({
    email: "eve.novak@uni.example",
    emailVerified: true,
  });
  expect((await new TestBrowser(app).signIn("eve")).body.step).toBe("signed-in");
});

test("[domain/sign-in:own-address] an account with the confirmed address is linked with its password only", async () => {
  const { app } = await openUniversity();
  const { body: owner } = await signUpWithCode(app, "max@uni.example");
  advanceClock(app, 120);
  const browser = new TestBrowser(app);
  expect((await browser.signIn("max")).body.step).toBe("email");
  await sendCode(browser, "max@uni.example");
  expect((await confirmEmail(browser, "max@uni.example", lastCode(app))).body.step).toBe(
    "password",
  );
  expect((await createAccount(browser)).body.code).toBe("sign_in_over");
  const linked = await browser.call<{ session: { user: { uid: string } } }>(
    "/identity/providers/link-with-password",
    {
      password: PASSWORD,
    },
  );
  expect(linked.body.session.user.uid).toBe(owner.user.uid);
});

test("[domain/sign-in:own-address] a code belongs to its sign-in, and needs one", async () => {
  const { app } = await openUniversity();
  const browser = new TestBrowser(app);
  const stranger = new TestBrowser(app);
  expect((await sendCode(stranger, "eve@uni.example")).body.code).toBe("sign_in_over");
  await browser.signIn("eve");
  await sendCode(browser, "eve@uni.example");
  expect((await confirmEmail(stranger, "eve@uni.example", lastCode(app))).body.code).toBe(
    "sign_in_over",
  );
  expect((await confirmEmail(browser, "eve@uni.example", lastCode(app))).status).toBe(200);
});

test("addresses of another institution are not confirmed by code", async () => {
  const { app, uni } = await openUniversity();
  const as = await createAdministrator(app);
  const domains = { name: "Town", emailDomains: ["town.example"] };
  await saveProvider(app, uni.issuer, domains, { id: "town", as });
  const browser = new TestBrowser(app);
  await browser.signIn("eve");
  expect((await sendCode(browser, "eve@town.example")).body.code).toBe("institution_sign_in");
});

const HARD_SECRET = "a+b/c%d:~8Q.-_ and 32 characters";
test.each([
  [
    "by HTTP authentication or in the body",
    HARD_SECRET,
    ["client_secret_basic", "client_secret_post"],
  ],
  ["by HTTP authentication only", HARD_SECRET, ["client_secret_basic"]],
  ["in the body only", HARD_SECRET, ["client_secret_post"]],
] as const)(
  "[domain/sign-in:client-secret] a secret with special characters arrives %s",
  async (_, secret, authMethods) => {
    const { app } = await openUniversity({ secret, authMethods }, { clientSecret: secret });
    expect((await new TestBrowser(app).signIn("ada")).body.step).toBe("new-account");
  },
);

interface Check {
  readonly failure: string | null;
  readonly publishedIssuer: string | null;
}
const check = async (app: TestApp) =>
  (
    await app.call<Check>("POST", "/administration/sign-in-providers/uni/check", {
      as: await createAdministrator(app),
    })
  ).body;

test("[domain/sign-in:provider-check] the check finds a wrong secret, and a sign-in with it says so in the log", async () => {
  const { app } = await openUniversity({}, { clientSecret: "not the secret of this client" });
  expect(await check(app)).toMatchObject({ failure: "wrong-secret" });
  expect((await new TestBrowser(app).signIn("ada")).body.code).toBe("sign_in_refused");
  expect(JSON.stringify(app.lines)).toContain("invalid_client");
  const { app: right } = await openUniversity();
  expect(await check(right)).toMatchObject({ failure: null });
});

test("[domain/sign-in:provider-check] the check shows the issuer by which the provider calls itself", async () => {
  const { app, uni } = await openUniversity();
  await saveProvider(app, uni.issuer.replace("127.0.0.1", "localhost"));
  expect(await check(app)).toMatchObject({ failure: "other-issuer", publishedIssuer: uni.issuer });
});

test("an address that the provider does not confirm is in the log, so that its administrators learn of the setting", async () => {
  const { app } = await openUniversity();
  await new TestBrowser(app).signIn("max");
  expect(JSON.stringify(app.lines)).toContain("email_verified");
});
