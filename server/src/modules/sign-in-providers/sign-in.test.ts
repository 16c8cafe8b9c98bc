import { expect, onTestFinished, test } from "vitest";
import { CONFIRMATION_VALID_S } from "@commonlane/contract/limits";
import type { SignInOutcome } from "@commonlane/contract/sign-in-providers";
import { createTestApp, type TestApp } from "../../../test/app/test-app.ts";
import {
  advanceClock,
  PASSWORD,
  refresh,
  refreshCookieOf,
  signUpWithCode,
} from "../../../test/fixtures/accounts.ts";
import {
  saveProvider,
  TestBrowser,
  visitProvider,
} from "../../../test/fixtures/institution-sign-in.ts";
import { codeOf, setUpApp, wrongCodeOf } from "../../../test/fixtures/second-factor.ts";
import { openOidcProvider, type ProviderPerson } from "../../../test/services/oidc-provider.ts";

const SITE = "http://127.0.0.1:3000";
const PEOPLE: Readonly<Record<string, ProviderPerson>> = {
  ada: { given_name: "Ada", family_name: "Moreau", email: "Ada@Uni.example", email_verified: true },
  bob: { given_name: "Bob", family_name: "Baker", email: "bob@uni.example", email_verified: true },
  mallory: {
    given_name: "Mal",
    family_name: "Lory",
    email: "victim@example.org",
    email_verified: false,
  },
  silent: { given_name: "Si", family_name: "Lent", email: "si@uni.example" },
};
const CONFIRMED = { firstName: "Ada", lastName: "Moreau", isAdult: true, acceptsTerms: true };

async function openUniversity(people = PEOPLE, change: Record<string, unknown> = {}) {
  const app = await createTestApp({ settings: { HOST: "127.0.0.1", PORT: 3000 } });
  const uni = await openOidcProvider({ people, site: SITE });
  onTestFinished(uni.close);
  const saved = await saveProvider(app, uni.issuer, change);
  expect(saved.status).toBe(200);
  return { app, uni };
}

type Opened = {
  session: { idToken: string; user: { uid: string; email: string } };
  returnTo: string | null;
};
const createAccount = (browser: TestBrowser, change = {}) =>
  browser.call<Opened>("/identity/providers/create-account", { ...CONFIRMED, ...change });
const countAccounts = async ({ db }: TestApp) =>
  (await db.selectFrom("account").select("uid").where("email", "like", "%uni.example").execute())
    .length;

test("[domain/sign-in:first] a first sign-in creates a verified account after the person confirmed age and terms; the next one opens a session", async () => {
  const { app } = await openUniversity();
  const browser = new TestBrowser(app);
  const first = await browser.finish(
    await visitProvider(await browser.start("uni", { returnTo: "/rides/7?a=1" }), "ada"),
  );
  const person = { firstName: "Ada", lastName: "Moreau", email: "ada@uni.example" };
  expect(first.body).toEqual({
    step: "new-account",
    session: null,
    returnTo: "/rides/7?a=1",
    person,
  });
  for (const missing of [{ isAdult: false }, { acceptsTerms: false }, { firstName: " " }])
    expect((await createAccount(browser, missing)).body.code).toBe("invalid_input");
  expect(await countAccounts(app)).toBe(0);
  const created = await createAccount(browser);
  expect([created.status, created.body.returnTo]).toEqual([201, "/rides/7?a=1"]);
  const { user, idToken } = created.body.session;
  expect(user).toMatchObject({
    email: "ada@uni.example",
    emailVerified: true,
    displayName: "Ada Moreau",
  });
  const profile = await app.call("GET", "/firebase-auth/profile", { as: { token: idToken } });
  expect(profile.body).toMatchObject({ firstName: "Ada", adultDeclared: true, welcomed: false });
  const consents = await app.call<{ items: { agreedAt: string | null }[] }>(
    "GET",
    "/identity/consents",
    {
      as: { token: idToken },
    },
  );
  expect(consents.body.items.every(({ agreedAt }) => agreedAt !== null)).toBe(true);
  const again = await new TestBrowser(app).signIn("ada");
  expect(again.body).toMatchObject({ step: "signed-in", session: { user: { uid: user.uid } } });
  expect((await refresh(app, refreshCookieOf(again))).status).toBe(200);
  expect((await createAccount(browser)).body.code).toBe("sign_in_over");
  expect(await countAccounts(app)).toBe(1);
});

test("[domain/sign-in:once] an answer counts once, also for two requests at once, and not after a quarter of an hour", async () => {
  const { app } = await openUniversity();
  const browser = new TestBrowser(app);
  await browser.signIn("ada");
  await createAccount(browser);
  const answer = await visitProvider(await browser.start(), "ada");
  const replies = await Promise.all(Array.from({ length: 4 }, () => browser.finish(answer)));
  expect(replies.map(({ body }) => body.step ?? body.code).toSorted()).toEqual([
    "sign_in_over",
    "sign_in_over",
    "sign_in_over",
    "signed-in",
  ]);
  expect((await browser.finish(answer)).body.code).toBe("sign_in_over");
  // A code that was used with another state is refused by the provider.
  const fresh = new URLSearchParams(answer);
  fresh.set("state", new URL(await browser.start()).searchParams.get("state") ?? "");
  expect((await browser.finish(fresh.toString())).body.code).toBe("sign_in_refused");
  const late = await visitProvider(await browser.start(), "ada");
  advanceClock(app, 15 * 60 + 1);
  expect((await browser.finish(late)).body.code).toBe("sign_in_over");
});

test("[domain/sign-in:browser] only the browser that started a sign-in can finish it", async () => {
  const { app } = await openUniversity();
  const [attacker, victim] = [new TestBrowser(app), new TestBrowser(app)];
  const answer = await visitProvider(await attacker.start(), "bob");
  expect((await victim.finish(answer)).body.code).toBe("sign_in_over");
  await victim.start();
  expect((await victim.finish(answer)).body.code).toBe("sign_in_over");
  // What is left to confirm belongs to the browser, too.
  expect((await attacker.finish(answer)).body.step).toBe("new-account");
  expect((await createAccount(victim)).body.code).toBe("sign_in_over");
  expect((await createAccount(attacker)).status).toBe(201);
});

test("[domain/sign-in:unverified] an address that the provider does not vouch for opens and creates nothing, and reveals no account", async () => {
  const { app } = await openUniversity();
  await signUpWithCode(app, "victim@example.org");
  for (const user of ["mallory", "silent"]) {
    const browser = new TestBrowser(app);
    const { body } = await browser.signIn(user);
    expect(body).toMatchObject({ step: "email", session: null });
    expect((await createAccount(browser)).body.code).toBe("sign_in_over");
    const link = await browser.call("/identity/providers/link-with-password", {
      password: PASSWORD,
    });
    expect(link.body.code).toBe("sign_in_over");
  }
});

test("[domain/sign-in:trusted-domain] a provider that never says whether addresses are verified is trusted for its own domains only", async () => {
  const people = {
    ...PEOPLE,
    other: { email: "si@example.org" },
    denied: { email: "no@uni.example", email_verified: false },
  };
  const { app } = await openUniversity(people, {
    trustsEmail: true,
    emailDomains: ["uni.example"],
  });
  const stepOf = async (user: string) => (await new TestBrowser(app).signIn(user)).body.step;
  expect([await stepOf("silent"), await stepOf("other"), await stepOf("denied")]).toEqual([
    "new-account",
    "email",
    "email",
  ]);
});

test("[domain/sign-in:old-account] an account with the verified address is linked with its password only, and its owner gets an e-mail", async () => {
  const { app } = await openUniversity();
  const { body: owner } = await signUpWithCode(app, "ada@uni.example");
  const browser = new TestBrowser(app);
  expect((await browser.signIn("ada")).body).toMatchObject({ step: "password", session: null });
  expect((await createAccount(browser)).body.code).toBe("sign_in_over");
  const link = (password: string) =>
    browser.call<Opened>("/identity/providers/link-with-password", { password });
  expect((await link("Wrong one 1")).body.code).toBe("password_wrong");
  const linked = await link(PASSWORD);
  expect(linked.body.session.user.uid).toBe(owner.user.uid);
  expect(app.mail.at(-1)).toMatchObject({
    to: "ada@uni.example",
    subject: /sign in to Commonlane at your institution/,
  });
  expect((await new TestBrowser(app).signIn("ada")).body).toMatchObject({ step: "signed-in" });
  const events = await app.call<{ items: { kind: string }[] }>("GET", "/identity/account-events", {
    as: { token: linked.body.session.idToken },
  });
  expect(events.body.items.map(({ kind }) => kind)).toContain("institution-linked");
});

test("[domain/sign-in:old-account] an account with a second factor is linked with a code besides the password", async () => {
  const { app } = await openUniversity();
  const { body: owner } = await signUpWithCode(app, "ada@uni.example");
  const { key } = await setUpApp(app, { token: owner.idToken });
  advanceClock(app, 30);
  const browser = new TestBrowser(app);
  await browser.signIn("ada");
  const link = (code?: string) =>
    browser.call<Opened>("/identity/providers/link-with-password", {
      password: PASSWORD,
      ...(code && { code }),
    });
  expect((await link()).body.code).toBe("second_factor_needed");
  expect((await link(wrongCodeOf(app, key))).body.code).toBe("code_wrong");
  const linked = await link(codeOf(app, key));
  expect(linked.body.session.user.uid).toBe(owner.user.uid);
  const status = await app.call("GET", "/identity/second-factor", {
    as: { token: linked.body.session.idToken },
  });
  expect(status.body).toMatchObject({ shownInSession: true, hasPassword: true });
});

test("[domain/sign-in:confirmed] an account without a password confirms changes to its sign-in by a new sign-in at its institution", async () => {
  const { app } = await openUniversity();
  const browser = new TestBrowser(app);
  await browser.signIn("ada");
  const { body: created } = await createAccount(browser);
  const confirm = (session: Opened["session"]) =>
    app.call<{ code?: string }>("POST", "/identity/confirm", {
      as: { token: session.idToken },
      body: { password: "Any text 1" },
    });
  const startSetUp = (session: Opened["session"]) =>
    app.call<{ code?: string }>("POST", "/identity/second-factor/set-up", {
      as: { token: session.idToken },
    });
  expect((await startSetUp(created.session)).status).toBe(200);
  advanceClock(app, CONFIRMATION_VALID_S - 60);
  expect((await confirm(created.session)).status).toBe(200);
  advanceClock(app, 61);
  expect((await startSetUp(created.session)).body.code).toBe("confirmation_needed");
  expect((await confirm(created.session)).body.code).toBe("sign_in_again");
  const again = (await new TestBrowser(app).signIn("ada")).body.session;
  if (!again) throw new Error("No session.");
  expect((await startSetUp(again)).status).toBe(200);
  // With a password, a sign-in at the institution, which may ask for nothing, confirms nothing.
  await app.db
    .updateTable("account")
    .set({ password_hash: "other" })
    .where("uid", "=", again.user.uid)
    .execute();
  const withPassword = (await new TestBrowser(app).signIn("ada")).body.session;
  if (!withPassword) throw new Error("No session.");
  expect((await startSetUp(withPassword)).body.code).toBe("confirmation_needed");
});

test("[domain/sign-in:no-password] undoing a change of the address leaves an account without a password without one, and its last way to sign in", async () => {
  const { app } = await openUniversity();
  const browser = new TestBrowser(app);
  await browser.signIn("ada");
  const { session } = (await createAccount(browser)).body;
  const call = (token: string, method: "POST" | "GET" | "DELETE", path: string, body?: object) =>
    app.call<{ code?: string; items: { id: string }[] }>(method, path, { as: { token }, body });
  const newEmail = "ada@elsewhere.example";
  await call(session.idToken, "POST", "/identity/change-email", { newEmail });
  const otp = app.mail.findLast(({ to }) => to === newEmail)?.code;
  expect(
    (await call(session.idToken, "POST", "/identity/confirm-email-change", { newEmail, otp }))
      .status,
  ).toBe(200);
  const link =
    app.mail.findLast(({ to, action }) => to === "ada@uni.example" && action)?.action?.url ?? "";
  const token = new URL(link).searchParams.get("token");
  expect((await app.call("POST", "/identity/undo-email-change", { body: { token } })).status).toBe(
    200,
  );

  const again = (await new TestBrowser(app).signIn("ada")).body.session?.idToken ?? "";
  expect((await call(again, "GET", "/identity/second-factor")).body).toMatchObject({
    hasPassword: false,
  });
  expect((await call(again, "POST", "/identity/second-factor/set-up")).status).toBe(200);
  const linked = await call(again, "GET", "/identity/linked-identities");
  const unlink = await call(
    again,
    "DELETE",
    `/identity/linked-identities/${linked.body.items[0]?.id}`,
  );
  expect(unlink.body.code).toBe("last_sign_in");
});

test("a password cannot be guessed through the link more often than at the login", async () => {
  const { app } = await openUniversity();
  await signUpWithCode(app, "ada@uni.example");
  const browser = new TestBrowser(app);
  await browser.signIn("ada");
  const guess = async () =>
    (await browser.call("/identity/providers/link-with-password", { password: "Wrong one 1" })).body
      .code;
  const codes = [];
  for (let n = 0; n < 12; n++) codes.push(await guess());
  expect(codes.at(-1)).toBe("too_many");
});

test("[domain/sign-in:return-to] a sign-in returns only to a path of the web app", async () => {
  const { app } = await openUniversity();
  await saveProvider(app, "http://127.0.0.1:1", {}, { id: "other" });
  const bad = [
    "https://evil.example",
    "//evil.example",
    String.raw`/\evil.example`,
    "/\t/evil.example",
    "javascript:alert(1)",
    "/..//evil.example",
  ];
  for (const returnTo of bad) {
    const browser = new TestBrowser(app);
    const { body } = await browser.finish(
      await visitProvider(await browser.start("uni", { returnTo }), "ada"),
    );
    expect([returnTo, body.returnTo]).toEqual([returnTo, null]);
  }
});

test("a suspended account is told so, and one that is being deleted is restored", async () => {
  const { app } = await openUniversity();
  const browser = new TestBrowser(app);
  await browser.signIn("ada");
  const { user } = (await createAccount(browser)).body.session;
  const account = app.db.updateTable("account").where("uid", "=", user.uid);
  await account.set({ suspended_at: app.ctx.now() }).execute();
  expect((await new TestBrowser(app).signIn("ada")).body.code).toBe("account_suspended");
  const leaving = {
    deletion_requested_at: app.ctx.now(),
    deletion_reason: "requested",
    erase_at: app.ctx.now(),
  } as const;
  await account.set({ suspended_at: null, ...leaving }).execute();
  const { body } = await new TestBrowser(app).signIn("ada");
  expect(body).toMatchObject({ step: "signed-in", session: { deletionCancelled: true } });
});

test("a person who refuses at the provider, or whose provider is down, gets a clear answer", async () => {
  const { app, uni } = await openUniversity();
  const browser = new TestBrowser(app);
  const refused = await browser.finish(await visitProvider(await browser.start(), ""));
  expect([refused.status, refused.body.code]).toEqual([403, "sign_in_refused"]);
  const answer = await visitProvider(await browser.start(), "ada");
  await uni.close();
  expect((await browser.finish(answer)).body.code).toBe("provider_unavailable");
  await saveProvider(app, "http://127.0.0.1:1");
  const down = await browser.call<SignInOutcome>("/identity/providers/uni/start", {});
  expect([down.status, down.body.code]).toEqual([503, "provider_unavailable"]);
  await saveProvider(app, uni.issuer, { enabled: false });
  expect((await browser.call("/identity/providers/uni/start", {})).body.code).toBe("not_found");
});
