import { expect, test } from "vitest";
import {
  advanceClock,
  PASSWORD,
  refresh,
  refreshCookieOf,
  signIn,
} from "../../../../test/fixtures/accounts.ts";
import {
  addPasskey,
  confirmByPasskey,
  confirmByPassword,
  createAuthenticator,
  finishPasskeySignIn,
  signInByPasskey,
  startPasskeySignIn,
} from "../../../../test/fixtures/passkeys.ts";
import { createTestApp, type TestApp } from "../../../../test/app/test-app.ts";
import { accountSweeps, NO_PASSWORD } from "../index.ts";
import {
  email,
  listPasskeys,
  openAccount,
  refused,
} from "../../../../test/fixtures/passkey-owner.ts";

const needsConfirmation = { status: 403, body: { code: "confirmation_needed" } };

const listEvents = async (app: TestApp, as: { token: string }) =>
  (
    await app.call<{ items: { kind: string }[] }>("GET", "/identity/account-events", { as })
  ).body.items.map(({ kind }) => kind);

test("[domain/passkey:sign-in] a passkey signs in without a password, like a password does, and is shown with its last use", async () => {
  const app = await createTestApp();
  const ada = await openAccount(app);
  const { authenticator, body } = await addPasskey(app, ada);
  expect(body).toMatchObject({ name: "Passkey" });
  expect(app.mail.at(-1)).toMatchObject({
    to: email,
    subject: "A passkey was added to your Commonlane account",
  });
  advanceClock(app, 60);
  const signedIn = await signInByPasskey(app, authenticator);
  expect(signedIn).toMatchObject({ status: 200, body: { user: { uid: ada.uid, email } } });
  expect((await refresh(app, refreshCookieOf(signedIn))).status).toBe(200);
  expect(await listPasskeys(app, ada)).toMatchObject([
    { id: body.id, lastUsedAt: "2026-01-01T08:01:00.000Z" },
  ]);
  expect(await listEvents(app, ada)).toEqual(["signed-in", "passkey-added", "signed-up"]);
  expect(app.bugs).toEqual([]);
});

test("[domain/confirmation:proof] without a password, no text renews a confirmation by passkey, and nine minutes of one stay nine", async () => {
  const app = await createTestApp();
  const ada = await openAccount(app);
  const { authenticator, body } = await addPasskey(app, ada);
  await app.db
    .updateTable("account")
    .set({ password_hash: NO_PASSWORD })
    .where("uid", "=", ada.uid)
    .execute();
  advanceClock(app, 601);
  expect(await confirmByPassword(app, ada)).toMatchObject({
    status: 403,
    body: { code: "sign_in_again" },
  });
  expect((await confirmByPasskey(app, ada, authenticator)).status).toBe(200);
  advanceClock(app, 540);
  expect((await confirmByPassword(app, ada, { password: "Any text 1" })).status).toBe(200);
  advanceClock(app, 61);
  expect(await app.call("DELETE", `/identity/passkeys/${body.id}`, { as: ada })).toMatchObject(
    needsConfirmation,
  );
});

test("several devices have passkeys of their own; one is renamed, one is removed and no longer signs in", async () => {
  const app = await createTestApp();
  const ada = await openAccount(app);
  const phone = await addPasskey(app, ada);
  const laptop = await addPasskey(app, ada);
  const renamed = await app.call("PUT", `/identity/passkeys/${phone.body.id}`, {
    as: ada,
    body: { name: " My phone " },
  });
  expect(renamed).toMatchObject({ status: 200, body: { name: "My phone" } });
  expect((await listPasskeys(app, ada)).map(({ name }) => name)).toEqual(["My phone", "Passkey"]);
  const remove = () => app.call("DELETE", `/identity/passkeys/${laptop.body.id}`, { as: ada });
  expect(await remove()).toMatchObject({ status: 200 });
  expect(app.mail.at(-1)?.subject).toBe("A passkey was removed from your Commonlane account");
  expect(await remove()).toMatchObject({ status: 404, body: { code: "not_found" } });
  expect(await signInByPasskey(app, laptop.authenticator)).toMatchObject(refused);
  expect((await signInByPasskey(app, phone.authenticator)).status).toBe(200);
});

test("[domain/passkey:confirmed] adding and removing needs a confirmation of the last ten minutes in the same session", async () => {
  const app = await createTestApp();
  const ada = await openAccount(app);
  const start = (as = ada) => app.call("POST", "/identity/passkeys/registration-options", { as });
  expect(await start()).toMatchObject(needsConfirmation);
  expect(await confirmByPassword(app, ada, { password: "Wrong one 1" })).toMatchObject({
    body: { code: "password_wrong" },
  });
  expect(await start()).toMatchObject(needsConfirmation);
  const { authenticator, body } = await addPasskey(app, ada);
  const elsewhere = await signIn(app, email);
  expect(await start({ ...ada, token: elsewhere.body.idToken })).toMatchObject(needsConfirmation);
  advanceClock(app, 600);
  expect(await start()).toMatchObject(needsConfirmation);
  const remove = () => app.call("DELETE", `/identity/passkeys/${body.id}`, { as: ada });
  expect(await remove()).toMatchObject(needsConfirmation);
  expect(await confirmByPasskey(app, ada, authenticator)).toMatchObject({ status: 200 });
  expect(await remove()).toMatchObject({ status: 200 });
});

test("[domain/passkey:challenge] a challenge works once, for ten minutes, in the browser and for the purpose that asked", async () => {
  const app = await createTestApp();
  const ada = await openAccount(app);
  const { authenticator } = await addPasskey(app, ada);
  const first = await startPasskeySignIn(app);
  const answer = authenticator.get(first.options);
  expect((await finishPasskeySignIn(app, answer, first.cookie)).status).toBe(200);
  expect(await finishPasskeySignIn(app, answer, first.cookie)).toMatchObject(refused);

  const second = await startPasskeySignIn(app);
  const other = await startPasskeySignIn(app);
  expect(
    await finishPasskeySignIn(app, authenticator.get(second.options), other.cookie),
  ).toMatchObject(refused);
  expect(await finishPasskeySignIn(app, authenticator.get(other.options), "")).toMatchObject(
    refused,
  );

  const third = await startPasskeySignIn(app);
  const forConfirmation = await app.call("POST", "/identity/confirm", {
    as: ada,
    headers: { cookie: third.cookie },
    body: { passkey: authenticator.get(third.options) },
  });
  expect(forConfirmation).toMatchObject(refused);

  const late = await startPasskeySignIn(app);
  advanceClock(app, 600);
  expect(
    await finishPasskeySignIn(app, authenticator.get(late.options), late.cookie),
  ).toMatchObject(refused);
  const invented = { ...late.options, challenge: "x".repeat(43) };
  expect(await finishPasskeySignIn(app, authenticator.get(invented), late.cookie)).toMatchObject(
    refused,
  );
  for (const sweep of accountSweeps) await sweep(app.ctx);
  expect(await app.db.selectFrom("passkey_challenge").selectAll().execute()).toEqual([]);
});

test("of ten answers with one challenge at once, one signs in", async () => {
  const app = await createTestApp();
  const ada = await openAccount(app);
  const { authenticator } = await addPasskey(app, ada);
  const { options, cookie } = await startPasskeySignIn(app);
  const answers = Array.from({ length: 10 }, () => authenticator.get(options));
  const replies = await Promise.all(
    answers.map((answer) => finishPasskeySignIn(app, answer, cookie)),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("[domain/passkey:origin] an answer made at another address, for another website, without checking the person, or of another kind is refused", async () => {
  const app = await createTestApp();
  const ada = await openAccount(app);
  const { authenticator } = await addPasskey(app, ada);
  for (const deviation of [
    { origin: "https://evil.example" },
    { origin: "http://localhost:81" },
    { rpId: "evil.example" },
    { isUserVerified: false },
    { type: "webauthn.create" },
  ])
    expect(await signInByPasskey(app, authenticator, deviation)).toMatchObject(refused);
  const forged = createAuthenticator();
  expect(await signInByPasskey(app, forged, { userHandle: "x" })).toMatchObject(refused);
  const { options, cookie } = await startPasskeySignIn(app);
  const userHandle = Buffer.from(ada.uid.replaceAll("-", ""), "hex").toString("base64url");
  const stolenId = {
    ...forged.get(options, { userHandle }),
    id: authenticator.id,
    rawId: authenticator.id,
  };
  expect(await finishPasskeySignIn(app, stolenId, cookie)).toMatchObject(refused);
  expect((await signInByPasskey(app, authenticator)).status).toBe(200);
});

test("[domain/passkey:other-user] the passkey of another user confirms nothing, and its record cannot be changed", async () => {
  const app = await createTestApp();
  const ada = await openAccount(app);
  const bob = await openAccount(app, "bob@example.org");
  const { authenticator, body } = await addPasskey(app, ada);
  expect(await confirmByPasskey(app, bob, authenticator)).toMatchObject(refused);
  expect(
    await signInByPasskey(app, authenticator, {
      userHandle: Buffer.from(bob.uid).toString("base64url"),
    }),
  ).toMatchObject(refused);
  await confirmByPassword(app, bob);
  const path = `/identity/passkeys/${body.id}`;
  expect(await app.call("PUT", path, { as: bob, body: { name: "Mine" } })).toMatchObject({
    status: 404,
  });
  expect(await app.call("DELETE", path, { as: bob })).toMatchObject({ status: 404 });
  expect((await signInByPasskey(app, authenticator)).status).toBe(200);
});

test("[domain/passkey:counter] a counter that does not grow is refused, because there may be a copy; one that is always 0 is fine", async () => {
  const app = await createTestApp();
  const ada = await openAccount(app);
  const { authenticator } = await addPasskey(app, ada);
  expect((await signInByPasskey(app, authenticator, { counter: 7 })).status).toBe(200);
  expect(await signInByPasskey(app, authenticator, { counter: 7 })).toMatchObject(refused);
  expect(await signInByPasskey(app, authenticator, { counter: 3 })).toMatchObject(refused);
  expect(await signInByPasskey(app, authenticator, { counter: 0 })).toMatchObject(refused);
  expect((await signInByPasskey(app, authenticator, { counter: 8 })).status).toBe(200);
  const { authenticator: synced } = await addPasskey(app, ada);
  for (let n = 0; n < 2; n++)
    expect((await signInByPasskey(app, synced, { counter: 0 })).status).toBe(200);
});

test("a suspended user reads why, and signing in with a passkey cancels the deletion of the account", async () => {
  const app = await createTestApp();
  const ada = await openAccount(app);
  const { authenticator } = await addPasskey(app, ada);
  await app.db
    .updateTable("account")
    .set({ suspended_at: app.ctx.now(), suspension_reason: "Spam" })
    .execute();
  expect(await signInByPasskey(app, authenticator)).toMatchObject({
    status: 403,
    body: { code: "account_suspended", error: "This account has been suspended: Spam" },
  });
  await app.db
    .updateTable("account")
    .set({ suspended_at: null, suspension_reason: null })
    .execute();
  await app.call("POST", "/identity/deletion", { as: ada, body: { password: PASSWORD } });
  expect(await signInByPasskey(app, authenticator)).toMatchObject({
    status: 200,
    body: { deletionCancelled: true },
  });
});

test(
  "an account has at most 20 passkeys, also if they are added at once",
  { timeout: 60_000 },
  async () => {
    const app = await createTestApp();
    const ada = await openAccount(app);
    for (let n = 0; n < 18; n++) expect((await addPasskey(app, ada)).status).toBe(201);
    const replies = await Promise.all(Array.from({ length: 4 }, () => addPasskey(app, ada)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(await listPasskeys(app, ada)).toHaveLength(20);
    expect(app.bugs).toEqual([]);
  },
);

test("[domain/passkey:step-up] a passkey confirms the deletion of an account and a new address instead of the password", async () => {
  const app = await createTestApp();
  const ada = await openAccount(app);
  const { authenticator } = await addPasskey(app, ada);
  advanceClock(app, 600);
  const change = () =>
    app.call("POST", "/identity/change-email", { as: ada, body: { newEmail: "new@example.org" } });
  const remove = () => app.call("POST", "/identity/deletion", { as: ada, body: {} });
  expect(await change()).toMatchObject(needsConfirmation);
  expect(await remove()).toMatchObject(needsConfirmation);
  expect((await confirmByPasskey(app, ada, authenticator, { isUserVerified: false })).status).toBe(
    403,
  );
  expect(await change()).toMatchObject(needsConfirmation);
  await confirmByPasskey(app, ada, authenticator);
  expect((await change()).status).toBe(200);
  expect((await remove()).status).toBe(200);
});
