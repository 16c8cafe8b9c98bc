import { expect, onTestFinished, test } from "vitest";
import type { SignInProvider } from "@commonlane/contract/provider-administration";
import { createTestApp } from "../../../test/app/test-app.ts";
import { refresh, refreshCookieOf, signUpWithCode } from "../../../test/fixtures/accounts.ts";
import { saveProvider, TestBrowser } from "../../../test/fixtures/institution-sign-in.ts";
import { createAdministrator } from "../../../test/fixtures/moderators.ts";
import { openOidcProvider } from "../../../test/services/oidc-provider.ts";

async function openMembers() {
  const app = await createTestApp({ settings: { HOST: "127.0.0.1", PORT: 3000 } });
  const people = { ada: { given_name: "Ada", email: "ada@uni.example", email_verified: true } };
  const uni = await openOidcProvider({ people, site: "http://127.0.0.1:3000" });
  onTestFinished(uni.close);
  const administrator = await createAdministrator(app);
  const save = (change = {}, issuer = uni.issuer) =>
    saveProvider(app, issuer, change, { as: administrator });
  await save();
  const browser = new TestBrowser(app);
  await browser.signIn("ada");
  const person = { firstName: "Ada", lastName: "Moreau", isAdult: true, acceptsTerms: true };
  const ada = refreshCookieOf(await browser.call("/identity/providers/create-account", person));
  const { cookie: bob } = await signUpWithCode(app, "bob@example.org");
  const isOpen = async (cookie: string | undefined) => (await refresh(app, cookie)).status === 200;
  return { app, administrator, save, ada, bob, isOpen };
}

test("[domain/sign-in:removed] removing an institution ends the sessions that began there, and no others", async () => {
  const { app, administrator, ada, bob, isOpen } = await openMembers();
  const path = "/administration/sign-in-providers";
  const list = await app.call<{ items: SignInProvider[] }>("GET", path, { as: administrator });
  expect(list.body.items).toMatchObject([{ signedIn: 1, linkedAccounts: 1 }]);
  expect((await app.call("DELETE", `${path}/uni`, { as: administrator })).status).toBe(200);
  expect([await isOpen(ada), await isOpen(bob)]).toEqual([false, true]);
});

test("[domain/sign-in:removed] another issuer ends the sessions of the one before", async () => {
  const { save, ada, bob, isOpen } = await openMembers();
  expect((await save({}, "http://127.0.0.1:1")).status).toBe(200);
  expect([await isOpen(ada), await isOpen(bob)]).toEqual([false, true]);
});

test("[domain/sign-in:removed] disabling an institution signs its people out only if the administrator wants that", async () => {
  const { app, save, ada, bob, isOpen } = await openMembers();
  expect((await save({ enabled: false })).body).toMatchObject({ signedIn: 1 });
  const kept = await refresh(app, ada);
  expect(kept.status).toBe(200);
  expect((await save({ enabled: false, endsSessions: true })).status).toBe(200);
  expect([await isOpen(kept.cookie), await isOpen(bob)]).toEqual([false, true]);
});
