import { expect, onTestFinished, test } from "vitest";
import type { SignInProvider } from "@commonlane/contract/provider-administration";
import { createTestApp } from "../../../test/app/test-app.ts";
import { providerOf, saveProvider } from "../../../test/fixtures/institution-sign-in.ts";
import {
  createAdministrator,
  createModerator,
  listModeratorActs,
} from "../../../test/fixtures/moderators.ts";
import { openBareProvider } from "../../../test/services/bare-provider.ts";
import { CLIENT, openOidcProvider } from "../../../test/services/oidc-provider.ts";

const ISSUER = "https://login.uni.example/realms/all";
const LOGO = `data:image/png;base64,iVBORw0KGgo${"A".repeat(40)}=`;

test("[domain/sign-in:secret] administrators manage providers; the secret is stored, but never returned or logged", async () => {
  const app = await createTestApp();
  const ad = await createAdministrator(app);
  const saved = await saveProvider(
    app,
    ISSUER,
    { emailDomains: ["Uni.example"], logo: LOGO },
    { as: ad },
  );
  const { clientSecret: _, ...shown } = providerOf(ISSUER, {
    emailDomains: ["uni.example"],
    logo: LOGO,
  });
  const addresses = {
    callback: "http://127.0.0.1:3000/sign-in/uni/callback",
    afterSignOut: "http://127.0.0.1:3000/login",
    backChannelSignOut: "http://127.0.0.1:3000/api/identity/providers/uni/back-channel-sign-out",
  };
  expect(saved.body).toEqual({
    id: "uni",
    ...shown,
    hasSecret: true,
    linkedAccounts: 0,
    signedIn: 0,
    addresses,
  });
  expect(app.ctx.community.signInProviders).toEqual([
    { id: "uni", name: "University", hasLogo: true, emailDomains: ["uni.example"] },
  ]);
  await saveProvider(app, ISSUER, { name: "Uni", clientSecret: undefined, logo: LOGO }, { as: ad });
  const list = await app.call<{ items: SignInProvider[] }>(
    "GET",
    "/administration/sign-in-providers",
    { as: ad },
  );
  expect(list.body.items).toMatchObject([{ name: "Uni", hasSecret: true, emailDomains: [] }]);
  const log = (await listModeratorActs(app, ad)).filter(
    ({ call }) => call === "providerAdministration.save",
  );
  expect(log.map(({ details }) => details)).toEqual([
    expect.objectContaining({
      provider: "uni",
      issuer: `none → ${ISSUER}`,
      client_secret: "changed",
      logo: "changed",
    }),
    { provider: "uni", name: "University → Uni", email_domains: "uni.example → " },
  ]);
  expect(JSON.stringify([saved.body, list.body, log, app.lines])).not.toContain(CLIENT.secret);
  const stored = await app.db
    .selectFrom("sign_in_provider")
    .select("client_secret")
    .executeTakeFirstOrThrow();
  expect(stored.client_secret).toBe(CLIENT.secret);
  const logo = await app.http.inject({ url: "/api/identity/providers/uni/logo" });
  expect([logo.statusCode, logo.headers["content-type"]]).toEqual([200, "image/png"]);
  const remove = () => app.call("DELETE", "/administration/sign-in-providers/uni", { as: ad });
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
  expect(app.ctx.community.signInProviders).toEqual([]);
});

test("moderators and members neither see nor change providers", async () => {
  const app = await createTestApp();
  for (const as of [await createModerator(app), await app.createUser()]) {
    expect((await saveProvider(app, ISSUER, {}, { as })).body.code).toBe("administrators_only");
    const list = await app.call<{ code?: string }>("GET", "/administration/sign-in-providers", {
      as,
    });
    expect(list.body.code).toBe("administrators_only");
  }
});

test.each([
  [{ issuer: "http://login.uni.example" }, "issuer"],
  [{ issuer: "https://user@login.uni.example" }, "issuer"],
  [{ issuer: "https://login.uni.example?x" }, "issuer"],
  [{ scopes: "email profile" }, "scopes"],
  [{ scopes: 'openid "x"' }, "scopes"],
  [{ name: " " }, "name"],
  [{ clientId: "" }, "clientId"],
  [{ emailDomains: ["not a domain"] }, "emailDomains.0"],
  [{ logo: "data:image/svg+xml;base64,PHN2Zz4=" }, "logo"],
  [{ logo: "https://evil.example/logo.png" }, "logo"],
])("an invalid setting is refused with its field: %j", async (change, field) => {
  const app = await createTestApp();
  const { status, body } = await saveProvider(app, ISSUER, change);
  expect([status, Object.keys(body["fields"] ?? {})]).toEqual([400, [field]]);
});

test("a domain belongs to one provider", async () => {
  const app = await createTestApp();
  await saveProvider(app, ISSUER, { emailDomains: ["uni.example"] });
  const other = await saveProvider(app, ISSUER, { emailDomains: ["uni.example"] }, { id: "other" });
  expect([other.status, other.body.code]).toEqual([409, "domain_of_other_provider"]);
  const ids = await app.db.selectFrom("sign_in_provider").select("id").execute();
  expect(ids).toEqual([{ id: "uni" }]);
});

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "http://uni.example/authorize",
  "//x",
  undefined,
])(
  "[domain/sign-in:metadata] a provider that sends people to %s fails the check, and a sign-in says that it is unavailable",
  async (address) => {
    const app = await createTestApp();
    const ad = await createAdministrator(app);
    const { issuer, metadata } = await openBareProvider();
    metadata["authorization_endpoint"] = address;
    await saveProvider(app, issuer, {}, { as: ad });
    const check = await app.call("POST", "/administration/sign-in-providers/uni/check", { as: ad });
    expect(check.body["failure"]).toBe(address === undefined ? "no-code-flow" : "unusable-address");
    const start = await app.call<{ code: string }>("POST", "/identity/providers/uni/start", {
      body: {},
    });
    expect([start.status, start.body.code]).toEqual([503, "provider_unavailable"]);
    expect(app.bugs).toEqual([]);
  },
);

test("the check says whether a provider can be used", async () => {
  const app = await createTestApp();
  const ad = await createAdministrator(app);
  const uni = await openOidcProvider({ people: {}, site: "http://127.0.0.1:3000" });
  onTestFinished(uni.close);
  const check = async (issuer: string) => {
    await saveProvider(app, issuer, {}, { as: ad });
    return (await app.call("POST", "/administration/sign-in-providers/uni/check", { as: ad })).body;
  };
  expect(await check(uni.issuer)).toMatchObject({ failure: null, canSignOut: true });
  expect(await check(uni.issuer.replace("127.0.0.1", "localhost"))).toMatchObject({
    failure: "other-issuer",
    canSignOut: false,
  });
  expect(await check("http://127.0.0.1:1")).toMatchObject({
    failure: "unreachable",
    canSignOut: false,
  });
  expect(
    (await app.call("POST", "/administration/sign-in-providers/none/check", { as: ad })).status,
  ).toBe(404);
});
