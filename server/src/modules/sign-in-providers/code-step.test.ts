import { expect, onTestFinished, test } from "vitest";
import { grantModeratorRole } from "#modules/moderation/index.ts";
import { createTestApp, type TestApp } from "../../../test/app/test-app.ts";
import { advanceClock, PASSWORD, signIn, signUpWithCode } from "../../../test/fixtures/accounts.ts";
import { createAdministrator } from "../../../test/fixtures/moderators.ts";
import {
  saveProvider,
  TestBrowser,
  visitProvider,
} from "../../../test/fixtures/institution-sign-in.ts";
import { codeOf, setUpApp, wrongCodeOf } from "../../../test/fixtures/second-factor.ts";
import { openOidcProvider } from "../../../test/services/oidc-provider.ts";

interface AsUser {
  readonly token: string;
}
type Opened = { session: { idToken: string; user: { uid: string } }; returnTo: string | null };

async function openUniversity() {
  const app = await createTestApp({ settings: { HOST: "127.0.0.1", PORT: 3000 } });
  const people = {
    ada: {
      given_name: "Ada",
      family_name: "Moreau",
      email: "ada@uni.example",
      email_verified: true,
    },
  };
  const uni = await openOidcProvider({ people, site: "http://127.0.0.1:3000" });
  onTestFinished(uni.close);
  await saveProvider(app, uni.issuer);
  return { app, issuer: uni.issuer };
}

async function createProvidedAccount(app: TestApp) {
  const browser = new TestBrowser(app);
  await browser.signIn("ada");
  const person = { firstName: "Ada", lastName: "Moreau", isAdult: true, acceptsTerms: true };
  const { body } = await browser.call<Opened>("/identity/providers/create-account", person);
  return { uid: body.session.user.uid, token: body.session.idToken };
}

/** For an account without a password, whose sign-in has just confirmed it. */
async function turnAppOn(app: TestApp, as: AsUser) {
  const { body } = await app.call<{ key: string }>("POST", "/identity/second-factor/set-up", {
    as,
  });
  const code = codeOf(app, body.key);
  const on = await app.call<{ recoveryCodes: string[] }>(
    "POST",
    "/identity/second-factor/turn-on",
    {
      as,
      body: { code },
    },
  );
  expect(on.status).toBe(200);
  advanceClock(app, 30);
  return { key: body.key, recoveryCodes: on.body.recoveryCodes };
}

const sendCode = (browser: TestBrowser, code: string) =>
  browser.call<Opened>("/identity/providers/finish-with-code", { code });

test("[domain/sign-in:code] with an authenticator app, a sign-in at the institution asks for its code, once and in the same browser", async () => {
  const { app } = await openUniversity();
  const ada = await createProvidedAccount(app);
  const { key, recoveryCodes } = await turnAppOn(app, ada);
  const browser = new TestBrowser(app);
  const answer = await visitProvider(await browser.start("uni", { returnTo: "/rides/7" }), "ada");
  const step = await browser.finish(answer);
  expect(step.body).toEqual({ step: "code", session: null, returnTo: "/rides/7", person: null });
  expect((await sendCode(new TestBrowser(app), codeOf(app, key))).body.code).toBe("sign_in_over");
  expect((await sendCode(browser, wrongCodeOf(app, key))).body.code).toBe("code_wrong");

  const opened = await sendCode(browser, codeOf(app, key));
  expect(opened.body).toMatchObject({ returnTo: "/rides/7", session: { user: { uid: ada.uid } } });
  const as = { token: opened.body.session.idToken };
  const status = await app.call("GET", "/identity/second-factor", { as });
  expect(status.body).toMatchObject({ shownInSession: true, hasPassword: false });
  const signOut = await app.call<{ providerSignOutUrl?: string }>("POST", "/identity/sign-out", {
    as,
  });
  expect(signOut.body.providerSignOutUrl).toContain("/session/end");
  expect((await sendCode(browser, codeOf(app, key, 30))).body.code).toBe("sign_in_over");

  await browser.signIn("ada");
  expect((await sendCode(browser, recoveryCodes[0] ?? "")).status).toBe(200);
});

test("[domain/sign-in:code] the same where the institution enforces its domain, for a member with a password and for a moderator who must have a second factor", async () => {
  const { app, issuer } = await openUniversity();
  const { body: owner } = await signUpWithCode(app, "ada@uni.example");
  await grantModeratorRole(app.ctx, "ada@uni.example");
  const linking = new TestBrowser(app);
  await linking.signIn("ada");
  await linking.call("/identity/providers/link-with-password", { password: PASSWORD });
  const { key } = await setUpApp(app, { token: owner.idToken });
  advanceClock(app, 30);
  const administrator = await createAdministrator(app);
  await saveProvider(app, issuer, { emailDomains: ["uni.example"] }, { as: administrator });
  const settings = { requireSecondFactor: "team" };
  await app.call("PUT", "/administration/settings", { as: administrator, body: settings });
  expect((await signIn(app, "ada@uni.example")).body.code).toBe("institution_sign_in");

  const browser = new TestBrowser(app);
  expect((await browser.signIn("ada")).body.step).toBe("code");
  const opened = await sendCode(browser, codeOf(app, key));
  const reports = await app.call("GET", "/moderation/reports", {
    as: { token: opened.body.session.idToken },
  });
  expect(reports.status).toBe(200);
});

test("a code is worth nothing once the institution is unlinked, disabled, or the time is over, and guesses are limited", async () => {
  const { app, issuer } = await openUniversity();
  const ada = await createProvidedAccount(app);
  const { key } = await turnAppOn(app, ada);
  const browser = new TestBrowser(app);
  await browser.signIn("ada");
  advanceClock(app, 15 * 60 + 1);
  expect((await sendCode(browser, codeOf(app, key))).body.code).toBe("sign_in_over");

  await browser.signIn("ada");
  await app.db.updateTable("sign_in_provider").set({ enabled: false }).execute();
  expect((await sendCode(browser, codeOf(app, key, 30))).body.code).toBe("sign_in_over");
  await app.db.updateTable("sign_in_provider").set({ enabled: true }).execute();
  const row = await app.db.selectFrom("linked_identity").selectAll().executeTakeFirstOrThrow();
  expect(row.issuer).toBe(issuer);
  await app.db.deleteFrom("linked_identity").execute();
  advanceClock(app, 60);
  expect((await sendCode(browser, codeOf(app, key, 30))).body.code).toBe("sign_in_over");

  await app.db.insertInto("linked_identity").values(row).execute();
  await browser.signIn("ada");
  const guesses = [];
  for (let n = 0; n < 8; n++)
    guesses.push((await sendCode(browser, wrongCodeOf(app, key))).body.code);
  expect(guesses.at(-1)).toBe("too_many");
});
