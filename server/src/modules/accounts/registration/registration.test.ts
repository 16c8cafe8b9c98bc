import type { Profile } from "@commonlane/contract/profiles";
import { expect, test } from "vitest";
import { signUpWithCode, signUp } from "../../../../test/fixtures/accounts.ts";
import { createTestApp, type TestApp } from "../../../../test/app/test-app.ts";

const email = "ada@example.org";
const said = {
  name: "Ada Moreau",
  email,
  phone: "+12025550123",
  password: "ignored",
  firstName: "Ada",
  lastName: "Moreau",
  gender: "female",
};
const register = (app: TestApp, token: string | undefined, body: object = said) =>
  app.call("POST", "/firebase-auth/register", { body, ...(token !== undefined && { as: { token } }) });
const login = (app: TestApp, idToken: string) =>
  app.call<{ user: object; profile: Profile; code?: string }>("POST", "/firebase-auth/login", { body: { idToken } });

test("[spec/register:profile] the names of a new account are registered and come back at login", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  const registered = await register(app, body.idToken);
  expect(registered).toMatchObject({ status: 201, body: { success: true, uid: body.user.uid } });
  const user = { uid: body.user.uid, email, emailVerified: true, displayName: "Ada Moreau" };
  expect(await login(app, body.idToken)).toMatchObject({
    status: 200,
    body: {
      user,
      profile: {
        ...user,
        firstName: "Ada",
        lastName: "Moreau",
        phone: "+12025550123",
        phoneVerified: false,
        gender: "female",
        vehicles: [],
      },
    },
  });
});

test("[spec/register:gender] nothing said of the gender is male, as the form has it", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  const { gender: _, ...rest } = said;
  await register(app, body.idToken, rest);
  expect((await login(app, body.idToken)).body.profile.gender).toBe("male");
});

test("[spec/register:phone] a number that is wrong for its country is refused by the backend too, in the validator's words", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  expect(await register(app, body.idToken, { ...said, phone: "+11025550123" })).toMatchObject({
    status: 400,
    body: { code: "invalid_input", fields: { phone: "Invalid US and Canada phone number format" } },
  });
  expect((await login(app, body.idToken)).body.profile.phone).toBeNull();
});

test("[ours/register:again] registered again it is the same answer, what is missing is filled in, and what was said stands", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  const first = await register(app, body.idToken);
  const { gender: _, ...rest } = said;
  const again = await register(app, body.idToken, { ...rest, firstName: "Adam", phone: "+12025550199" });
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  const kept = { displayName: "Ada Moreau", firstName: "Ada", phone: "+12025550123", gender: "female" };
  expect((await login(app, body.idToken)).body.profile).toMatchObject(kept);

  const late = await signUpWithCode(app, "late@example.org");
  const change = { firstName: "Kim", gender: "nonbinary" };
  await app.call("POST", "/firebase-auth/update-profile", { as: { token: late.body.idToken }, body: change });
  await register(app, late.body.idToken, { ...said, email: "late@example.org" });
  const filled = { ...change, displayName: "Kim Moreau", lastName: "Moreau", phone: "+12025550123" };
  expect((await login(app, late.body.idToken)).body.profile).toMatchObject(filled);
});

test("[ours/register:own] only the bearer of a token registers, and only their own e-mail", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  expect(await register(app, undefined)).toMatchObject({
    status: 401,
    body: { code: "signed_out", error: "No authenticated user" },
  });
  expect(await register(app, "no.token.atall")).toMatchObject({ status: 401 });
  const other = { ...said, email: "eve@example.org" };
  expect(await register(app, body.idToken, other)).toMatchObject({ status: 403, body: { code: "not_yours" } });
  expect((await login(app, body.idToken)).body.profile.firstName).toBeNull();
});

test("[ours/register:no-enumeration] a claim is registered with the same answer, beside an account or not, replaced or not", async () => {
  const app = await createTestApp();
  const owner = await signUpWithCode(app, email);
  await register(app, owner.body.idToken);
  const intruder = await signUp(app, email);
  const replaced = await signUp(app, "new@example.org");
  const last = await signUp(app, "new@example.org");
  const evil = { ...said, firstName: "Mallory" };
  const answers = [
    await register(app, intruder.body.idToken, evil),
    await register(app, replaced.body.idToken, { ...evil, email: "new@example.org" }),
    await register(app, last.body.idToken, { ...said, email: "new@example.org" }),
  ];
  for (const { status, body } of answers) {
    expect([status, Object.keys(body), body["success"]]).toEqual([201, ["success", "uid"], true]);
  }
  expect((await login(app, owner.body.idToken)).body.profile.firstName).toBe("Ada");
  const names = await app.db.selectFrom("profile").select("first_name").where("uid", "=", last.body.user.uid).execute();
  expect(names).toEqual([{ first_name: "Ada" }]);
});

test("[spec/login:verified-only] login refuses what is no token of ours and a token of an unverified account", async () => {
  const app = await createTestApp();
  expect(await login(app, "no.token.atall")).toMatchObject({ status: 401, body: { code: "signed_out" } });
  const { body } = await signUp(app, email);
  expect(await login(app, body.idToken)).toMatchObject({ status: 403, body: { code: "email_unverified" } });
});
