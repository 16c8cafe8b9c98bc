import { expect, onTestFinished, test } from "vitest";
import { createTestApp } from "../../../test/app/test-app.ts";
import { advanceClock, refresh, refreshCookieOf } from "../../../test/fixtures/accounts.ts";
import { saveProvider, TestBrowser } from "../../../test/fixtures/institution-sign-in.ts";
import { openOidcProvider, type ProviderPerson } from "../../../test/services/oidc-provider.ts";
import { checkMemberships } from "./membership-check.ts";

const DAY_S = 86_400;

async function openMember(scopes: string) {
  const app = await createTestApp({ settings: { HOST: "127.0.0.1", PORT: 3000 } });
  const people: Record<string, ProviderPerson> = {
    ada: { given_name: "Ada", family_name: "Moreau", email: "ada@uni.example", email_verified: true },
  };
  const uni = await openOidcProvider({ people, site: "http://127.0.0.1:3000" });
  onTestFinished(uni.close);
  await saveProvider(app, uni.issuer, { scopes });
  const browser = new TestBrowser(app);
  await browser.signIn("ada");
  const person = { firstName: "Ada", lastName: "Moreau", isAdult: true, acceptsTerms: true };
  const cookie = refreshCookieOf(await browser.call("/identity/providers/create-account", person));
  return { app, uni, people, cookie };
}

test("[domain/sign-in:left] once a day the provider is asked about its people; the sessions of a person who has left end", async () => {
  const { app, people, cookie } = await openMember("openid email profile offline_access");
  const token = async () =>
    (await app.db.selectFrom("provider_session").select("refresh_token").executeTakeFirstOrThrow()).refresh_token;
  const first = await token();
  await checkMemberships(app.ctx);
  expect(await token()).toBe(first);
  advanceClock(app, DAY_S + 1);
  await checkMemberships(app.ctx);
  expect(await token()).not.toBe(first);
  const still = await refresh(app, cookie);
  expect(still.status).toBe(200);
  delete people["ada"];
  await checkMemberships(app.ctx);
  expect((await refresh(app, still.cookie)).status).toBe(200);
  advanceClock(app, DAY_S + 1);
  await checkMemberships(app.ctx);
  const over = await refresh(app, still.cookie);
  expect([over.status, over.body.code]).toEqual([401, "session_ended"]);
});

test("a provider that is down ends no session, and one without the scope is not asked", async () => {
  const { app, uni, people, cookie } = await openMember("openid email profile offline_access");
  await uni.close();
  advanceClock(app, DAY_S + 1);
  await checkMemberships(app.ctx);
  expect((await refresh(app, cookie)).status).toBe(200);
  const other = await openMember("openid email profile");
  delete people["ada"];
  advanceClock(other.app, DAY_S + 1);
  await checkMemberships(other.app.ctx);
  expect((await refresh(other.app, other.cookie)).status).toBe(200);
});
