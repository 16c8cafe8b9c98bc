import { expect, test } from "vitest";
import { CONFIRMATION_VALID_S } from "@commonlane/contract/limits";
import type { SignInOutcome } from "@commonlane/contract/sign-in-providers";
import type { TestApp } from "../../../test/app/test-app.ts";
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
import {
  createAccount,
  type Opened,
  openUniversity,
  PEOPLE,
} from "../../../test/fixtures/university.ts";

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
  const attacker = new TestBrowser(app);
  const victim = new TestBrowser(app);
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
