import { findOwnerAddresses } from "#platform/account-access/owner-addresses.store.ts";
import { expect, test } from "vitest";
import {
  advanceClock,
  decodeClaims,
  signUpWithCode,
  PASSWORD,
  refresh,
  signIn,
  signUp,
} from "../../../../test/fixtures/accounts.ts";
import { createTestApp, type TestApp } from "../../../../test/app/test-app.ts";

const email = "ada@example.org";
const newEmail = "ada@new.example.org";

interface Answer {
  readonly code?: string;
  readonly error?: string;
}
const requestChange = (app: TestApp, token: string, body: object = {}) =>
  app.call<Answer>("POST", "/identity/change-email", {
    as: { token },
    body: { newEmail, password: PASSWORD, ...body },
  });
const confirm = (app: TestApp, token: string, otp: string, to = newEmail) =>
  app.call<Answer>("POST", "/identity/confirm-email-change", {
    as: { token },
    body: { newEmail: to, otp },
  });
const undo = (app: TestApp, token: string) =>
  app.call<Answer>("POST", "/identity/undo-email-change", { body: { token } });
const codeTo = (app: TestApp, to = newEmail) =>
  app.mail.findLast((mail) => mail.to === to && mail.code)?.code ?? "";
/** Token of the newest link mailed to an address. */
const tokenTo = (app: TestApp, to: string) =>
  new URL(
    app.mail.findLast((mail) => mail.to === to && mail.action)?.action?.url ?? "",
  ).searchParams.get("token") ?? "";
const uidAt = async ({ db }: TestApp, at: string) =>
  (
    await db
      .selectFrom("account")
      .select("uid")
      .where("email", "=", at)
      .where("email_verified", "=", true)
      .executeTakeFirst()
  )?.uid;

/** Requests and confirms a change. */
async function move(app: TestApp, token: string, to = newEmail, password = PASSWORD) {
  await requestChange(app, token, { newEmail: to, password });
  return confirm(app, token, codeTo(app, to), to);
}

test("the code sent to the new address moves the account, which keeps its id, and the old address is notified", async () => {
  const app = await createTestApp();
  const { body, cookie } = await signUpWithCode(app, email);
  app.mail.length = 0;
  expect((await requestChange(app, body.idToken)).status).toBe(200);
  expect(app.mail.map(({ to }) => to)).toEqual([newEmail]);
  expect(await uidAt(app, newEmail)).toBeUndefined();
  expect(await confirm(app, body.idToken, codeTo(app))).toMatchObject({
    status: 200,
    body: { success: true },
  });
  expect(await signIn(app, newEmail)).toMatchObject({
    status: 200,
    body: { user: { uid: body.user.uid } },
  });
  expect((await signIn(app, email)).body.code).toBe("credentials_wrong");
  const next = await refresh(app, cookie);
  expect(decodeClaims(next.body.idToken)).toMatchObject({ email: newEmail, email_verified: true });
  const notice = app.mail.at(-1);
  expect(notice).toMatchObject({
    to: email,
    subject: "Your Commonlane account has a new e-mail address",
  });
  expect(notice?.action?.url).toMatch(
    /^http:\/\/127\.0\.0\.1:3000\/undo-email-change\?token=[\w-]{43}$/,
  );
});

test("a change requires the current password and a different address", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  expect(await requestChange(app, body.idToken, { password: "Wrong one 1" })).toMatchObject({
    status: 403,
    body: { code: "password_wrong", fields: { password: "Your current password is wrong." } },
  });
  expect(await requestChange(app, body.idToken, { newEmail: email })).toMatchObject({
    status: 400,
    body: { fields: { newEmail: "This is already your e-mail address." } },
  });
  expect(app.mail.filter(({ to }) => to === newEmail)).toEqual([]);
});

test("an address with an account gets the same reply; its owner is notified, and no code matches", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  await signUpWithCode(app, "bob@example.org");
  app.mail.length = 0;
  const answers = [
    await requestChange(app, body.idToken, { newEmail: "bob@example.org" }),
    await requestChange(app, body.idToken),
  ];
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(
    1,
  );
  const [toBob] = app.mail;
  expect(toBob).toMatchObject({
    to: "bob@example.org",
    subject: "Someone tried to use your e-mail address at Commonlane",
  });
  expect(JSON.stringify({ ...toBob, id: undefined })).not.toMatch(/\d{6}|http/);
  const tried = await confirm(app, body.idToken, "123456", "bob@example.org");
  expect(tried.body).toMatchObject({ code: "code_wrong", error: "Invalid verification code" });
});

test("a code moves only the account that requested it", async () => {
  const app = await createTestApp();
  const { body: ada } = await signUpWithCode(app, email);
  const { body: eve } = await signUpWithCode(app, "eve@example.org");
  await requestChange(app, ada.idToken);
  expect((await confirm(app, eve.idToken, codeTo(app))).body.code).toBe("code_wrong");
  expect((await confirm(app, ada.idToken, codeTo(app))).status).toBe(200);
});

test("of 50 concurrent wrong guesses, five are checked", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  await requestChange(app, body.idToken);
  const wrong = codeTo(app) === "000000" ? "111111" : "000000";
  await Promise.all(Array.from({ length: 50 }, () => confirm(app, body.idToken, wrong)));
  const rows = await app.db
    .selectFrom("one_time_code")
    .select("tries")
    .where("email", "=", newEmail)
    .execute();
  expect(rows).toEqual([{ tries: 5 }]);
});

test("of two accounts that verify one address at the same time, one moves there", async () => {
  const app = await createTestApp();
  const people = [await signUpWithCode(app, email), await signUpWithCode(app, "bob@example.org")];
  const codes: string[] = [];
  for (const { body } of people) {
    await requestChange(app, body.idToken);
    codes.push(codeTo(app));
  }
  const answers = await Promise.all(
    people.map(({ body }, n) => confirm(app, body.idToken, codes[n] ?? "")),
  );
  expect(answers.map(({ status, body }) => `${status} ${body.code ?? ""}`).toSorted()).toEqual([
    "200 ",
    "409 email_taken",
  ]);
  expect(app.bugs).toEqual([]);
});

test("an unverified account does not block its address", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  await signUp(app, newEmail, "Squatter 1");
  expect((await move(app, body.idToken)).status).toBe(200);
  expect((await signIn(app, newEmail)).status).toBe(200);
});

test("the old address can undo the change within 72 hours, repeatedly; sessions and password become invalid", async () => {
  const app = await createTestApp();
  const { body, cookie } = await signUpWithCode(app, email);
  await move(app, body.idToken);
  const token = tokenTo(app, email);
  advanceClock(app, 72 * 3600 - 1);
  const answers = await Promise.all([undo(app, token), undo(app, token)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await uidAt(app, email)).toBe(body.user.uid);
  expect((await refresh(app, cookie)).status).toBe(401);
  for (const at of [email, newEmail])
    expect((await signIn(app, at)).body.code).toBe("credentials_wrong");
  expect(
    app.mail.filter(({ subject }) => subject === "Your Commonlane account is yours again"),
  ).toHaveLength(1);

  await app.call("POST", "/auth/send-forgot-password-email-otp", { body: { email } });
  const resetBody = { email, otp: codeTo(app, email), newPassword: "Another horse 8" };
  expect((await app.call("POST", "/auth/reset-password", { body: resetBody })).status).toBe(200);
  expect((await signIn(app, email, "Another horse 8")).status).toBe(200);
  expect(app.bugs).toEqual([]);
});

test("after 72 hours, or with an unknown token, nothing is undone", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  await move(app, body.idToken);
  const over = { status: 400, body: { code: "link_over", error: "This link is no longer valid." } };
  expect(await undo(app, "x".repeat(43))).toMatchObject(over);
  advanceClock(app, 72 * 3600);
  expect(await undo(app, tokenTo(app, email))).toMatchObject(over);
  expect(await uidAt(app, newEmail)).toBe(body.user.uid);
});

test("an attacker who changed the address twice cannot return with the link of the later change", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  await move(app, body.idToken);
  advanceClock(app, 60);
  await move(app, body.idToken, "third@example.org");
  const first = tokenTo(app, email);
  const second = tokenTo(app, newEmail);
  expect((await undo(app, first)).status).toBe(200);
  expect((await undo(app, second)).body.code).toBe("link_over");
  expect(await uidAt(app, email)).toBe(body.user.uid);
});

const LOST = "Your Commonlane account no longer uses this e-mail address";
const RESTORED = "Your Commonlane account is yours again";

test("[domain/access:moved-back] changing a stolen address back in the settings is an undo: the thief gets no link, keeps nothing, and reads no more security e-mails", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  const thief = await signIn(app, email);
  await move(app, thief.body.idToken);
  advanceClock(app, 1800);
  app.mail.length = 0;
  expect((await move(app, body.idToken, email)).status).toBe(200);

  expect(app.mail.map(({ to, subject, action }) => [to, subject, action])).toEqual([
    [email, "Your Commonlane e-mail change code", undefined],
    [newEmail, LOST, undefined],
    [email, RESTORED, undefined],
  ]);
  expect(await uidAt(app, email)).toBe(body.user.uid);
  const sessions = app.db.selectFrom("session").select("id").where("ended_at", "is", null);
  expect(await sessions.execute()).toEqual([]);
  expect((await signIn(app, email)).body.code).toBe("credentials_wrong");
  expect(await findOwnerAddresses(app.ctx, body.user.uid)).toEqual([
    expect.objectContaining({ email, is_former: false }),
  ]);
});

test("[domain/access:moved-back] after 72 hours, changing back is a change: the address before can undo it, also after a new password by e-mail, and the loser is e-mailed", async () => {
  const app = await createTestApp();
  const { body, cookie } = await signUpWithCode(app, email);
  await move(app, body.idToken);
  advanceClock(app, 72 * 3600);
  const { body: later } = await refresh(app, cookie);
  await move(app, later.idToken, email);
  await app.call("POST", "/auth/send-forgot-password-email-otp", { body: { email } });
  const resetBody = { email, otp: codeTo(app, email), newPassword: "Another horse 8" };
  expect((await app.call("POST", "/auth/reset-password", { body: resetBody })).status).toBe(200);
  expect((await undo(app, tokenTo(app, newEmail))).status).toBe(200);
  expect(await uidAt(app, newEmail)).toBe(body.user.uid);
  expect(app.mail.slice(-2).map(({ to, subject }) => [to, subject])).toEqual([
    [email, LOST],
    [newEmail, RESTORED],
  ]);
});

test("a link is only valid for its purpose", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  await move(app, body.idToken);
  const seen = await app.call("GET", "/auth/verify-email", {
    query: { token: tokenTo(app, email) },
  });
  expect(seen.body["success"]).toBe(false);
  await signUp(app, "eve@example.org");
  await app.call("POST", "/auth/resend-verification", { body: { email: "eve@example.org" } });
  const verification = tokenTo(app, "eve@example.org");
  await app.call("GET", "/auth/verify-email", { query: { token: verification } });
  expect((await undo(app, verification)).body.code).toBe("link_over");
  expect((await signIn(app, "eve@example.org")).status).toBe(200);
});
