import type { Profile } from "@commonlane/contract/profiles";
import { expect, test } from "vitest";
import { signUpWithCode, signUp } from "../../../../test/fixtures/accounts.ts";
import { createTestApp, type TestApp } from "../../../../test/app/test-app.ts";

const email = "ada@example.org";
const profileFields = {
  name: "Ada Moreau",
  email,
  phone: "+12025550123",
  password: "ignored",
  firstName: "Ada",
  lastName: "Moreau",
  gender: "female",
};
const register = (app: TestApp, token: string | undefined, body: object = profileFields) =>
  app.call("POST", "/firebase-auth/register", {
    body,
    ...(token !== undefined && { as: { token } }),
  });
const login = (app: TestApp, idToken: string) =>
  app.call<{ user: object; profile: Profile; code?: string }>("POST", "/firebase-auth/login", {
    body: { idToken },
  });

test("[spec/register:profile] the names of a new account are registered and returned at login", async () => {
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
        welcomed: false,
      },
    },
  });
});

test("[domain/profile:adult-at-registration] who registers declares to be 18 or older; a birth date still decides", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  const declared = async () => (await login(app, body.idToken)).body.profile.adultDeclared;
  expect(await declared()).toBe(false);
  await register(app, body.idToken);
  expect(await declared()).toBe(true);
  const change = { birthDate: "2010-01-01" };
  await app.call("POST", "/firebase-auth/update-profile", {
    as: { token: body.idToken },
    body: change,
  });
  await register(app, body.idToken);
  const ride = {
    origin: { label: "A", lat: 48, lng: 8 },
    destination: { label: "B", lat: 49, lng: 8 },
    seatsTotal: 1,
  };
  const hosted = await app.call("POST", "/rides", {
    as: { token: body.idToken },
    body: { ...ride, departsAt: "2026-01-02T08:00:00Z" },
  });
  expect(hosted).toMatchObject({ status: 403, body: { code: "profile_incomplete" } });
});

test("a declaration at an unverified account does not pass on to the next claim of its address", async () => {
  const app = await createTestApp();
  const first = await signUp(app, "new@example.org");
  await register(app, first.body.idToken, { ...profileFields, email: "new@example.org" });
  const { body } = await signUp(app, "new@example.org");
  const row = await app.db
    .selectFrom("profile")
    .select("adult_declared")
    .where("uid", "=", body.user.uid)
    .executeTakeFirstOrThrow();
  expect(row.adult_declared).toBe(false);
});

test("[spec/register:gender] the default gender is male, as in the form", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  const { gender: _, ...rest } = profileFields;
  await register(app, body.idToken, rest);
  expect((await login(app, body.idToken)).body.profile.gender).toBe("male");
});

test("[spec/register:phone] the backend also refuses an invalid phone number, with the validator's message", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  expect(
    await register(app, body.idToken, { ...profileFields, phone: "+11025550123" }),
  ).toMatchObject({
    status: 400,
    body: { code: "invalid_input", fields: { phone: "Invalid US and Canada phone number format" } },
  });
  expect((await login(app, body.idToken)).body.profile.phone).toBeNull();
});

test("a repeated registration gives the same reply, fills in what is missing and keeps existing values", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  const first = await register(app, body.idToken);
  const { gender: _, ...rest } = profileFields;
  const repeated = await register(app, body.idToken, {
    ...rest,
    firstName: "Adam",
    phone: "+12025550199",
  });
  expect([repeated.status, repeated.body]).toEqual([first.status, first.body]);
  const existingProfile = {
    displayName: "Ada Moreau",
    firstName: "Ada",
    phone: "+12025550123",
    gender: "female",
  };
  expect((await login(app, body.idToken)).body.profile).toMatchObject(existingProfile);

  const late = await signUpWithCode(app, "late@example.org");
  const change = { firstName: "Kim", gender: "nonbinary" };
  await app.call("POST", "/firebase-auth/update-profile", {
    as: { token: late.body.idToken },
    body: change,
  });
  await register(app, late.body.idToken, { ...profileFields, email: "late@example.org" });
  const filled = {
    ...change,
    displayName: "Kim Moreau",
    lastName: "Moreau",
    phone: "+12025550123",
  };
  expect((await login(app, late.body.idToken)).body.profile).toMatchObject(filled);
});

test("users can only register themselves, with a token and their own e-mail address", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, email);
  expect(await register(app, undefined)).toMatchObject({
    status: 401,
    body: { code: "signed_out", error: "No authenticated user" },
  });
  expect(await register(app, "no.token.atall")).toMatchObject({ status: 401 });
  const otherFields = { ...profileFields, email: "eve@example.org" };
  expect(await register(app, body.idToken, otherFields)).toMatchObject({
    status: 403,
    body: { code: "not_yours" },
  });
  expect((await login(app, body.idToken)).body.profile.firstName).toBeNull();
});

test("an unverified account gets the same reply, next to a verified account or not, replaced or not", async () => {
  const app = await createTestApp();
  const owner = await signUpWithCode(app, email);
  await register(app, owner.body.idToken);
  const intruder = await signUp(app, email);
  const replaced = await signUp(app, "new@example.org");
  const last = await signUp(app, "new@example.org");
  const evil = { ...profileFields, firstName: "Mallory" };
  const answers = [
    await register(app, intruder.body.idToken, evil),
    await register(app, replaced.body.idToken, { ...evil, email: "new@example.org" }),
    await register(app, last.body.idToken, { ...profileFields, email: "new@example.org" }),
  ];
  for (const { status, body } of answers) {
    expect([status, Object.keys(body), body["success"]]).toEqual([201, ["success", "uid"], true]);
  }
  expect((await login(app, owner.body.idToken)).body.profile.firstName).toBe("Ada");
  const names = await app.db
    .selectFrom("profile")
    .select("first_name")
    .where("uid", "=", last.body.user.uid)
    .execute();
  expect(names).toEqual([{ first_name: "Ada" }]);
});

test("[spec/login:verified-only] login refuses foreign tokens and tokens of unverified accounts", async () => {
  const app = await createTestApp();
  expect(await login(app, "no.token.atall")).toMatchObject({
    status: 401,
    body: { code: "signed_out" },
  });
  const { body } = await signUp(app, email);
  expect(await login(app, body.idToken)).toMatchObject({
    status: 403,
    body: { code: "email_unverified" },
  });
});
