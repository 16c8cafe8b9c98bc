import { expect, test } from "vitest";
import { advance, claimsOf, join, PASSWORD, refresh, signIn, signUp } from "../../../test/identity.ts";
import { openWorld, type World } from "../../../test/world.ts";

const email = "ada@example.org";
const newEmail = "ada@new.example.org";

interface Answer {
  readonly code?: string;
  readonly error?: string;
}
const ask = (world: World, token: string, body: object = {}) =>
  world.call<Answer>("POST", "/identity/change-email", {
    as: { token },
    body: { newEmail, password: PASSWORD, ...body },
  });
const confirm = (world: World, token: string, otp: string, to = newEmail) =>
  world.call<Answer>("POST", "/identity/confirm-email-change", { as: { token }, body: { newEmail: to, otp } });
const undo = (world: World, token: string) =>
  world.call<Answer>("POST", "/identity/undo-email-change", { body: { token } });
const codeTo = (world: World, to = newEmail) => world.mail.findLast((one) => one.to === to && one.code)?.code ?? "";
/** The token of the newest link to an address. */
const tokenTo = (world: World, to: string) =>
  new URL(world.mail.findLast((one) => one.to === to && one.action)?.action?.url ?? "").searchParams.get("token") ?? "";
const uidAt = async ({ db }: World, at: string) =>
  (
    await db
      .selectFrom("account")
      .select("uid")
      .where("email", "=", at)
      .where("email_verified", "=", true)
      .executeTakeFirst()
  )?.uid;

/** From asking to confirming. */
async function move(world: World, token: string, to = newEmail, password = PASSWORD) {
  await ask(world, token, { newEmail: to, password });
  return confirm(world, token, codeTo(world, to), to);
}

test("[ours/email:change] with the code sent to the new address the account is there, keeps its id, and the old address is told", async () => {
  const world = await openWorld();
  const { body, cookie } = await join(world, email);
  world.mail.length = 0;
  expect((await ask(world, body.idToken)).status).toBe(200);
  expect(world.mail.map(({ to }) => to)).toEqual([newEmail]);
  expect(await uidAt(world, newEmail)).toBeUndefined();
  expect(await confirm(world, body.idToken, codeTo(world))).toMatchObject({ status: 200, body: { success: true } });
  expect(await signIn(world, newEmail)).toMatchObject({ status: 200, body: { user: { uid: body.user.uid } } });
  expect((await signIn(world, email)).body.code).toBe("credentials_wrong");
  const next = await refresh(world, cookie);
  expect(claimsOf(next.body.idToken)).toMatchObject({ email: newEmail, email_verified: true });
  const notice = world.mail.at(-1);
  expect(notice).toMatchObject({ to: email, subject: "Your Commonlane account has a new e-mail address" });
  expect(notice?.action?.url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/undo-email-change\?token=[\w-]{43}$/);
});

test("[ours/email:password] it takes the present password, and another address than the present one", async () => {
  const world = await openWorld();
  const { body } = await join(world, email);
  expect(await ask(world, body.idToken, { password: "Wrong one 1" })).toMatchObject({
    status: 403,
    body: { code: "password_wrong", fields: { password: "Your current password is not right." } },
  });
  expect(await ask(world, body.idToken, { newEmail: email })).toMatchObject({
    status: 400,
    body: { fields: { newEmail: "This is your e-mail already." } },
  });
  expect(world.mail.filter(({ to }) => to === newEmail)).toEqual([]);
});

test("[ours/email:no-enumeration] an address with an account is answered the same; its owner is told, and no try can match", async () => {
  const world = await openWorld();
  const { body } = await join(world, email);
  await join(world, "bob@example.org");
  world.mail.length = 0;
  const answers = [await ask(world, body.idToken, { newEmail: "bob@example.org" }), await ask(world, body.idToken)];
  expect(new Set(answers.map((one) => `${one.status} ${JSON.stringify(one.body)}`)).size).toBe(1);
  const [toBob] = world.mail;
  expect(toBob).toMatchObject({
    to: "bob@example.org",
    subject: "Somebody wants to use your e-mail address at Commonlane",
  });
  expect(JSON.stringify(toBob)).not.toMatch(/\d{6}|http/);
  const tried = await confirm(world, body.idToken, "123456", "bob@example.org");
  expect(tried.body).toMatchObject({ code: "code_wrong", error: "Invalid verification code" });
});

test("[ours/email:own-code] a code moves the account that asked for it, and no other", async () => {
  const world = await openWorld();
  const { body: ada } = await join(world, email);
  const { body: eve } = await join(world, "eve@example.org");
  await ask(world, ada.idToken);
  expect((await confirm(world, eve.idToken, codeTo(world))).body.code).toBe("code_wrong");
  expect((await confirm(world, ada.idToken, codeTo(world))).status).toBe(200);
});

test("[ours/email:five-tries] of 50 wrong guesses at once five are looked at", async () => {
  const world = await openWorld();
  const { body } = await join(world, email);
  await ask(world, body.idToken);
  const wrong = codeTo(world) === "000000" ? "111111" : "000000";
  await Promise.all(Array.from({ length: 50 }, () => confirm(world, body.idToken, wrong)));
  const rows = await world.db.selectFrom("one_time_code").select("tries").where("email", "=", newEmail).execute();
  expect(rows).toEqual([{ tries: 5 }]);
});

test("[ours/email:taken] of two accounts that prove one address at once one moves there", async () => {
  const world = await openWorld();
  const people = [await join(world, email), await join(world, "bob@example.org")];
  const codes: string[] = [];
  for (const { body } of people) {
    await ask(world, body.idToken);
    codes.push(codeTo(world));
  }
  const answers = await Promise.all(people.map(({ body }, n) => confirm(world, body.idToken, codes[n] ?? "")));
  expect(answers.map(({ status, body }) => `${status} ${body.code ?? ""}`).toSorted()).toEqual([
    "200 ",
    "409 email_taken",
  ]);
  expect(world.bugs).toEqual([]);
});

test("[ours/email:claims-stay-out] a claim of the new address keeps nobody from it", async () => {
  const world = await openWorld();
  const { body } = await join(world, email);
  await signUp(world, newEmail, "Squatter 1");
  expect((await move(world, body.idToken)).status).toBe(200);
  expect((await signIn(world, newEmail)).status).toBe(200);
});

test("[ours/email:undo] the old address takes the account back within 72 hours: no session and no password is left, and twice is as good as once", async () => {
  const world = await openWorld();
  const { body, cookie } = await join(world, email);
  await move(world, body.idToken);
  const token = tokenTo(world, email);
  advance(world, 72 * 3600 - 1);
  const answers = await Promise.all([undo(world, token), undo(world, token)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await uidAt(world, email)).toBe(body.user.uid);
  expect((await refresh(world, cookie)).status).toBe(401);
  for (const at of [email, newEmail]) expect((await signIn(world, at)).body.code).toBe("credentials_wrong");
  expect(world.mail.filter(({ subject }) => subject === "Your Commonlane account is yours again")).toHaveLength(1);

  await world.call("POST", "/auth/send-forgot-password-email-otp", { body: { email } });
  const said = { email, otp: codeTo(world, email), newPassword: "Another horse 8" };
  expect((await world.call("POST", "/auth/reset-password", { body: said })).status).toBe(200);
  expect((await signIn(world, email, "Another horse 8")).status).toBe(200);
  expect(world.bugs).toEqual([]);
});

test("[ours/email:undo-over] after 72 hours, or with a token that nobody was sent, nothing is taken back", async () => {
  const world = await openWorld();
  const { body } = await join(world, email);
  await move(world, body.idToken);
  const over = { status: 400, body: { code: "link_over", error: "This link is not valid any more." } };
  expect(await undo(world, "x".repeat(43))).toMatchObject(over);
  advance(world, 72 * 3600);
  expect(await undo(world, tokenTo(world, email))).toMatchObject(over);
  expect(await uidAt(world, newEmail)).toBe(body.user.uid);
});

test("[ours/email:undo-chain] whoever moved it on is not let back by the link of a later change", async () => {
  const world = await openWorld();
  const { body } = await join(world, email);
  await move(world, body.idToken);
  advance(world, 60);
  await move(world, body.idToken, "third@example.org");
  const [first, second] = [tokenTo(world, email), tokenTo(world, newEmail)];
  expect((await undo(world, first)).status).toBe(200);
  expect((await undo(world, second)).body.code).toBe("link_over");
  expect(await uidAt(world, email)).toBe(body.user.uid);
});

test("[ours/email:undo-purpose] a link is good for what it was sent for", async () => {
  const world = await openWorld();
  const { body } = await join(world, email);
  await move(world, body.idToken);
  const seen = await world.call("GET", "/auth/verify-email", { query: { token: tokenTo(world, email) } });
  expect(seen.body["success"]).toBe(false);
  await signUp(world, "eve@example.org");
  await world.call("POST", "/auth/resend-verification", { body: { email: "eve@example.org" } });
  const verification = tokenTo(world, "eve@example.org");
  await world.call("GET", "/auth/verify-email", { query: { token: verification } });
  expect((await undo(world, verification)).body.code).toBe("link_over");
  expect((await signIn(world, "eve@example.org")).status).toBe(200);
});
