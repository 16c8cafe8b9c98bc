import { DAY_MS } from "@commonlane/contract/durations";
import type { OwnAccess } from "@commonlane/contract/account-access";
import { expect, onTestFinished, test } from "vitest";
import { createTestApp, type TestApp } from "../../../../test/app/test-app.ts";
import {
  advanceClock,
  PASSWORD,
  signIn,
  signUpWithCode,
} from "../../../../test/fixtures/accounts.ts";
import {
  saveProvider,
  TestBrowser,
  visitProvider,
} from "../../../../test/fixtures/institution-sign-in.ts";
import { addPasskey, confirmByPassword } from "../../../../test/fixtures/passkeys.ts";
import { openOidcProvider } from "../../../../test/services/oidc-provider.ts";

const VICTIM = "vera@example.org";
const THIEF = "thief@evil.example";
const NEW_PASSWORD = "Another horse 8";

interface AsUser {
  readonly token: string;
}
type Answer = { code?: string };

async function openWorld() {
  const app = await createTestApp({ settings: { HOST: "127.0.0.1", PORT: 3000 } });
  const people = {
    vera: { given_name: "Vera", email: "vera@uni.example", email_verified: true },
    thief: { given_name: "Theo", email: THIEF, email_verified: true },
  };
  const uni = await openOidcProvider({ people, site: "http://127.0.0.1:3000" });
  onTestFinished(uni.close);
  await saveProvider(app, uni.issuer);
  const { body } = await signUpWithCode(app, VICTIM);
  return { app, uid: body.user.uid, owner: { token: body.idToken } };
}

/** What the thief, at the owner's device and with the password, adds to keep a way in. */
async function addEverything(app: TestApp, as: AsUser, person: string) {
  await confirmByPassword(app, as);
  const browser = new TestBrowser(app);
  const { body } = await browser.call<{ url: string }>(
    "/identity/providers/uni/start-link",
    {},
    as,
  );
  await browser.finish(await visitProvider(body.url, person), "uni", as);
  await browser.call("/identity/providers/confirm-link", {}, as);
  const feed = await app.call<{ url: string }>("POST", "/calendar-feed", { as, body: {} });
  const mum = { name: "Mum", email: "stalker@evil.example" };
  const named = await app.call("POST", "/trusted-contacts", { as, body: mum });
  const exported = await app.call("POST", "/identity/exports", { as });
  expect([feed.status, named.status, exported.status]).toEqual([201, 201, 201]);
  await addPasskey(app, as);
  return new URL(feed.body.url).pathname;
}

async function takeAddress(app: TestApp, as: AsUser) {
  await app.call("POST", "/identity/change-email", {
    as,
    body: { newEmail: THIEF, password: PASSWORD },
  });
  const otp = app.mail.findLast(({ to, code }) => to === THIEF && code)?.code;
  await app.call("POST", "/identity/confirm-email-change", { as, body: { newEmail: THIEF, otp } });
  const link = app.mail.findLast(({ to, action }) => to === VICTIM && action)?.action?.url ?? "";
  return new URL(link).searchParams.get("token");
}

async function resetPassword(app: TestApp) {
  await app.call("POST", "/auth/send-forgot-password-email-otp", { body: { email: VICTIM } });
  const otp = app.mail.findLast(({ to, code }) => to === VICTIM && code)?.code;
  const body = { email: VICTIM, otp, newPassword: NEW_PASSWORD };
  expect((await app.call("POST", "/auth/reset-password", { body })).status).toBe(200);
}

const listAccess = async (app: TestApp, as: AsUser) =>
  (await app.call<{ items: OwnAccess[] }>("GET", "/identity/access", { as })).body.items;
const kindsOf = (items: readonly OwnAccess[]) => items.map(({ kind }) => kind).toSorted();
const readFeed = async (app: TestApp, path: string) =>
  (await app.http.inject({ url: path })).statusCode;

test("[domain/access:undo] undoing a change of the address leaves a thief nothing, and the owner what is older; both addresses read of each addition", async () => {
  const { app, owner } = await openWorld();
  await addPasskey(app, owner);
  const brother = { name: "Ben", email: "ben@home.example" };
  await app.call("POST", "/trusted-contacts", { as: owner, body: brother });
  advanceClock(app, (2 * DAY_MS) / 1000);
  const thief = { token: (await signIn(app, VICTIM)).body.idToken };
  const undoToken = await takeAddress(app, thief);
  app.mail.length = 0;
  const feed = await addEverything(app, thief, "thief");
  await app.call("POST", "/firebase-auth/update-profile", {
    as: thief,
    body: { phone: "+4930998877665" },
  });
  const readers = (subject: RegExp) =>
    app.mail.filter((mail) => subject.test(mail.subject)).map(({ to }) => to);
  for (const added of [
    /at your institution/,
    /calendar feed/,
    /a new trusted contact$/,
    /being exported/,
    /passkey was added/,
  ])
    expect([String(added), readers(added)]).toEqual([String(added), [THIEF, VICTIM]]);

  expect(
    (await app.call("POST", "/identity/undo-email-change", { body: { token: undoToken } })).status,
  ).toBe(200);
  expect((await new TestBrowser(app).signIn("thief")).body.step).toBe("new-account");
  expect(await readFeed(app, feed)).toBe(404);
  // A token is looked up again after half a second.
  await expect
    .poll(async () => (await app.call("GET", "/identity/access", { as: thief })).status)
    .toBe(401);
  expect(app.mail.at(-1)).toMatchObject({
    to: VICTIM,
    subject: "Your Commonlane account is yours again",
  });
  expect(app.mail.at(-1)?.paragraphs.join(" ")).toMatch(
    /Passkey \(.*and Trusted contact \(Ben, ben@home.example\)/,
  );

  await resetPassword(app);
  const again = { token: (await signIn(app, VICTIM, NEW_PASSWORD)).body.idToken };
  expect(kindsOf(await listAccess(app, again))).toEqual([
    "passkey",
    "password",
    "session",
    "trusted-contact",
  ]);
});

test("[domain/access:reset] a new password by e-mail ends what was added since yesterday and signs in, and the feed; its e-mail names the rest, which the owner ends", async () => {
  const { app, owner } = await openWorld();
  // An institution that was linked with the account's creation would stay.
  advanceClock(app, 600);
  const feed = await addEverything(app, owner, "thief");
  await resetPassword(app);
  expect((await new TestBrowser(app).signIn("thief")).body.step).toBe("new-account");
  expect(await readFeed(app, feed)).toBe(404);
  const changed = app.mail.findLast(({ subject }) => /password was changed/.test(subject));
  expect(changed?.paragraphs.join(" ")).toContain("Trusted contact (Mum, stalker@evil.example)");

  const again = { token: (await signIn(app, VICTIM, NEW_PASSWORD)).body.idToken };
  const items = await listAccess(app, again);
  expect(kindsOf(items)).toEqual(["data-export", "password", "session", "trusted-contact"]);
  expect(items.find(({ kind }) => kind === "session")).toMatchObject({
    isCurrent: true,
    canEnd: false,
  });
  const mum = items.find(({ kind }) => kind === "trusted-contact");
  expect(mum).toMatchObject({ isNew: true, canEnd: true, name: "Mum, stalker@evil.example" });
  const end = (body: object) =>
    app.call<Answer>("POST", "/identity/access/end", { as: again, body });
  expect((await end({ kind: "trusted-contact", id: mum?.id })).status).toBe(200);
  expect((await end({ kind: "trusted-contact", id: mum?.id })).body.code).toBe("not_found");
  expect((await app.call("GET", "/trusted-contacts", { as: again })).body).toEqual({ items: [] });
});

test("[domain/access:sign-out] signing out everywhere ends the feed and what is pending; what else was added lately is listed, and ending a way to sign in needs a confirmation", async () => {
  const { app, owner } = await openWorld();
  const feed = await addEverything(app, owner, "thief");
  const body = { keepCurrent: true };
  expect(
    (await app.call("POST", "/identity/sign-out-everywhere", { as: owner, body })).status,
  ).toBe(200);
  expect(await readFeed(app, feed)).toBe(404);
  advanceClock(app, 601);
  const added = (await listAccess(app, owner)).filter(({ isNew, canEnd }) => isNew && canEnd);
  expect(kindsOf(added)).toEqual(["data-export", "linked-identity", "passkey", "trusted-contact"]);
  const end = ({ kind, id }: OwnAccess) =>
    app.call<Answer>("POST", "/identity/access/end", { as: owner, body: { kind, id } });
  for (const item of added) {
    const { status, body: answer } = await end(item);
    if (status === 200) continue;
    expect([item.kind, answer.code]).toEqual([
      expect.stringMatching(/^(?:linked-identity|passkey)$/),
      "confirmation_needed",
    ]);
  }
  await confirmByPassword(app, owner);
  const endable = (await listAccess(app, owner)).filter(({ canEnd }) => canEnd);
  for (const item of endable) expect((await end(item)).status).toBe(200);
  expect(kindsOf(await listAccess(app, owner))).toEqual(["password", "session"]);
  expect((await new TestBrowser(app).signIn("thief")).body.step).toBe("new-account");
});

test("[domain/access:added] what lets somebody follow an account, or copies it, is added only after a confirmation", async () => {
  const { app, owner: as } = await openWorld();
  const calls = [
    ["/calendar-feed", {}],
    ["/trusted-contacts", { name: "Mum", email: "stalker@evil.example" }],
    ["/identity/exports", undefined],
  ] as const;
  for (const [path, body] of calls) {
    const refused = await app.call<Answer>("POST", path, { as, body });
    expect([path, refused.status, refused.body.code]).toEqual([path, 403, "confirmation_needed"]);
  }
  await confirmByPassword(app, as);
  const { body } = await app.call<{ id: string }>("POST", "/identity/exports", { as });
  advanceClock(app, 601);
  const file = await app.call<Answer>("GET", `/identity/exports/${body.id}/file`, { as });
  expect(file.body.code).toBe("confirmation_needed");
});

test("[domain/access:phone] a replaced phone number is mailed to the owner, and undoing a change of the address removes it", async () => {
  const { app, uid, owner } = await openWorld();
  const setPhone = (phone: string) =>
    app.call("POST", "/firebase-auth/update-profile", { as: owner, body: { phone } });
  await setPhone("+493012345678");
  expect(app.mail.filter(({ subject }) => /phone number/.test(subject))).toEqual([]);
  advanceClock(app, (2 * DAY_MS) / 1000);
  const undoToken = await takeAddress(app, { token: (await signIn(app, VICTIM)).body.idToken });
  owner.token = (await signIn(app, THIEF)).body.idToken;
  await setPhone("+4930998877665");
  expect(
    app.mail.filter(({ subject }) => /phone number/.test(subject)).map(({ to }) => to),
  ).toEqual([THIEF, VICTIM]);
  await app.call("POST", "/identity/undo-email-change", { body: { token: undoToken } });
  const { phone } = await app.db
    .selectFrom("profile")
    .select("phone")
    .where("uid", "=", uid)
    .executeTakeFirstOrThrow();
  expect(phone).toBeNull();
});
