import { expect, onTestFinished, test } from "vitest";
import { grantAdministratorRole } from "#modules/moderation/index.ts";
import { createTestApp, type TestApp } from "../../../test/app/test-app.ts";
import {
  PASSWORD,
  refresh,
  refreshCookieOf,
  signIn,
  signUp,
  signUpWithCode,
} from "../../../test/fixtures/accounts.ts";
import {
  saveProvider,
  TestBrowser,
  visitProvider,
} from "../../../test/fixtures/institution-sign-in.ts";
import { confirmByPassword } from "../../../test/fixtures/passkeys.ts";
import { openOidcProvider } from "../../../test/services/oidc-provider.ts";

const ISSUER = "http://127.0.0.1:1";
const enforce = (app: TestApp, change = {}) =>
  saveProvider(app, ISSUER, {
    name: "Example University",
    emailDomains: ["uni.example"],
    ...change,
  });
const answerOf = async (app: TestApp, email: string, password: string) => {
  const { status, body } = await signIn(app, email, password);
  return { status, code: body.code, error: "error" in body ? body.error : undefined };
};

test("[domain/sign-in:enforced] passwords are refused for the domains of a provider, whether or not there is an account and whatever the password", async () => {
  const app = await createTestApp();
  await signUpWithCode(app, "ada@uni.example");
  const open = await signUpWithCode(app, "bob@cs.uni.example");
  await signUpWithCode(app, "eve@notuni.example");
  await enforce(app);
  const refusal = {
    status: 403,
    code: "institution_sign_in",
    error: "People with addresses at uni.example sign in at Example University.",
  };
  for (const email of [
    "ada@uni.example",
    "bob@cs.uni.example",
    "nobody@uni.example",
    "ADA@UNI.EXAMPLE",
  ])
    for (const password of [PASSWORD, "Wrong one 1"])
      expect(await answerOf(app, email, password)).toEqual(refusal);
  const code = await app.call("POST", "/auth/send-registration-otp", {
    body: { email: "new@uni.example" },
  });
  expect(code.body).toMatchObject({ code: "institution_sign_in" });
  expect((await signUp(app, "new@uni.example")).body.code).toBe("institution_sign_in");
  expect((await signIn(app, "eve@notuni.example")).status).toBe(200);
  expect((await refresh(app, open.cookie)).status).toBe(200);
  await enforce(app, { enabled: false });
  expect((await signIn(app, "ada@uni.example")).status).toBe(200);
});

test("[domain/sign-in:emergency] an administrator with a password always gets in", async () => {
  const app = await createTestApp();
  for (const email of ["boss@uni.example", "ada@uni.example"]) await signUpWithCode(app, email);
  await grantAdministratorRole(app.ctx, "boss@uni.example");
  await enforce(app);
  expect((await answerOf(app, "boss@uni.example", "Wrong one 1")).code).toBe("institution_sign_in");
  expect((await signIn(app, "boss@uni.example")).status).toBe(200);
  expect((await signIn(app, "ada@uni.example")).body.code).toBe("institution_sign_in");
});

test("[domain/sign-in:link] the owner links and unlinks an institution; the last way to sign in stays", async () => {
  const app = await createTestApp({ settings: { HOST: "127.0.0.1", PORT: 3000 } });
  const people = {
    ada: { given_name: "Ada", email: "ada@uni.example", email_verified: true },
    bob: { given_name: "Bob", email: "bob@uni.example", email_verified: true },
  };
  const uni = await openOidcProvider({ people, site: "http://127.0.0.1:3000" });
  onTestFinished(uni.close);
  await saveProvider(app, uni.issuer);
  const { body: owner } = await signUpWithCode(app, "ada@private.example");
  const as = { token: owner.idToken };
  const browser = new TestBrowser(app);
  const linkAs = async (user: string, caller: { token: string } | undefined) => {
    const { body } = await browser.call<{ url: string }>(
      "/identity/providers/uni/start-link",
      {},
      as,
    );
    return browser.finish(await visitProvider(body.url, user), "uni", caller);
  };
  const startLink = () =>
    browser.call<{ code?: string }>("/identity/providers/uni/start-link", {}, as);
  expect((await startLink()).body.code, "someone else may use an unlocked device").toBe(
    "confirmation_needed",
  );
  await confirmByPassword(app, as);
  expect((await linkAs("ada", undefined)).body.code).toBe("sign_in_over");
  const { body: other } = await signUpWithCode(app, "eve@private.example");
  const stranger = { token: other.idToken };
  await confirmByPassword(app, stranger);
  expect((await linkAs("ada", stranger)).body.code).toBe("sign_in_over");
  expect((await linkAs("ada", as)).body).toMatchObject({
    step: "link",
    person: { email: "ada@uni.example" },
  });
  expect((await browser.call("/identity/providers/confirm-link", {}, stranger)).body.code).toBe(
    "sign_in_over",
  );
  type Linked = {
    items: { id: string; providerName: string; email: string }[];
    hasPassword: boolean;
  };
  const linked = async (token = as) =>
    (await app.call<Linked>("GET", "/identity/linked-identities", { as: token })).body;
  expect((await linked()).items).toEqual([]);
  expect((await browser.call("/identity/providers/confirm-link", {}, as)).status).toBe(200);
  expect(await linked()).toMatchObject({
    hasPassword: true,
    items: [{ providerName: "University", email: "ada@uni.example" }],
  });
  // A second account there, and one that is linked with another person.
  expect((await linkAs("bob", as)).body.step).toBe("link");
  expect((await browser.call("/identity/providers/confirm-link", {}, as)).body.code).toBe(
    "identity_taken",
  );
  expect((await linkAs("ada", as)).body.code).toBe("identity_taken");
  const signedIn = await new TestBrowser(app).signIn("ada");
  expect(signedIn.body.session?.user.uid).toBe(owner.user.uid);

  const id = (await linked()).items[0]?.id ?? "";
  const unlink = (token: { token: string }) =>
    app.call<{ code?: string }>("DELETE", `/identity/linked-identities/${id}`, { as: token });
  expect((await unlink(stranger)).body.code).toBe("not_found");
  await app.db
    .updateTable("account")
    .set({ password_hash: "none" })
    .where("uid", "=", owner.user.uid)
    .execute();
  expect((await signIn(app, "ada@private.example", "none")).body.code).toBe("credentials_wrong");
  expect([(await linked()).hasPassword, (await unlink(as)).body.code]).toEqual([
    false,
    "last_sign_in",
  ]);
  await app.db
    .updateTable("account")
    .set({ password_hash: "$argon2id$x" })
    .where("uid", "=", owner.user.uid)
    .execute();
  expect((await unlink(as)).status).toBe(200);
  expect((await new TestBrowser(app).signIn("ada")).body.step).toBe("new-account");
  expect((await refresh(app, refreshCookieOf(signedIn))).status).toBe(200);
});
