import type { Profile } from "@commonlane/contract/profiles";
import { expect, test } from "vitest";
import { join, signUp } from "../../../test/identity.ts";
import { openWorld, type World } from "../../../test/world.ts";

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
const register = (world: World, token: string | undefined, body: object = said) =>
  world.call("POST", "/firebase-auth/register", { body, ...(token !== undefined && { as: { token } }) });
const login = (world: World, idToken: string) =>
  world.call<{ user: object; profile: Profile; code?: string }>("POST", "/firebase-auth/login", { body: { idToken } });

test("[spec/register:profile] the names of a new account are registered and come back at login", async () => {
  const world = await openWorld();
  const { body } = await join(world, email);
  const registered = await register(world, body.idToken);
  expect(registered).toMatchObject({ status: 201, body: { success: true, uid: body.user.uid } });
  const user = { uid: body.user.uid, email, emailVerified: true, displayName: "Ada Moreau" };
  expect(await login(world, body.idToken)).toMatchObject({
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
  const world = await openWorld();
  const { body } = await join(world, email);
  const { gender: _, ...rest } = said;
  await register(world, body.idToken, rest);
  expect((await login(world, body.idToken)).body.profile.gender).toBe("male");
});

test("[spec/register:phone] a number that is wrong for its country is refused by the backend too, in the validator's words", async () => {
  const world = await openWorld();
  const { body } = await join(world, email);
  expect(await register(world, body.idToken, { ...said, phone: "+11025550123" })).toMatchObject({
    status: 400,
    body: { code: "invalid_input", fields: { phone: "Invalid US and Canada phone number format" } },
  });
  expect((await login(world, body.idToken)).body.profile.phone).toBeNull();
});

test("[ours/register:again] registered again it is the same answer, what is missing is filled in, and what was said stands", async () => {
  const world = await openWorld();
  const { body } = await join(world, email);
  const first = await register(world, body.idToken);
  const { gender: _, ...rest } = said;
  const again = await register(world, body.idToken, { ...rest, firstName: "Adam", phone: "+12025550199" });
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  const kept = { displayName: "Ada Moreau", firstName: "Ada", phone: "+12025550123", gender: "female" };
  expect((await login(world, body.idToken)).body.profile).toMatchObject(kept);

  const late = await join(world, "late@example.org");
  const change = { firstName: "Kim", gender: "nonbinary" };
  await world.call("POST", "/firebase-auth/update-profile", { as: { token: late.body.idToken }, body: change });
  await register(world, late.body.idToken, { ...said, email: "late@example.org" });
  const filled = { ...change, displayName: "Kim Moreau", lastName: "Moreau", phone: "+12025550123" };
  expect((await login(world, late.body.idToken)).body.profile).toMatchObject(filled);
});

test("[ours/register:own] only the bearer of a token registers, and only their own e-mail", async () => {
  const world = await openWorld();
  const { body } = await join(world, email);
  expect(await register(world, undefined)).toMatchObject({
    status: 401,
    body: { code: "signed_out", error: "No authenticated user" },
  });
  expect(await register(world, "no.token.atall")).toMatchObject({ status: 401 });
  const other = { ...said, email: "eve@example.org" };
  expect(await register(world, body.idToken, other)).toMatchObject({ status: 403, body: { code: "not_yours" } });
  expect((await login(world, body.idToken)).body.profile.firstName).toBeNull();
});

test("[ours/register:no-enumeration] a claim is registered with the same answer, beside an account or not, replaced or not", async () => {
  const world = await openWorld();
  const owner = await join(world, email);
  await register(world, owner.body.idToken);
  const intruder = await signUp(world, email);
  const replaced = await signUp(world, "new@example.org");
  const last = await signUp(world, "new@example.org");
  const evil = { ...said, firstName: "Mallory" };
  const answers = [
    await register(world, intruder.body.idToken, evil),
    await register(world, replaced.body.idToken, { ...evil, email: "new@example.org" }),
    await register(world, last.body.idToken, { ...said, email: "new@example.org" }),
  ];
  for (const { status, body } of answers) {
    expect([status, Object.keys(body), body["success"]]).toEqual([201, ["success", "uid"], true]);
  }
  expect((await login(world, owner.body.idToken)).body.profile.firstName).toBe("Ada");
  const names = await world.db
    .selectFrom("profile")
    .select("first_name")
    .where("uid", "=", last.body.user.uid)
    .execute();
  expect(names).toEqual([{ first_name: "Ada" }]);
});

test("[spec/login:verified-only] login refuses what is no token of ours and a token of an unverified account", async () => {
  const world = await openWorld();
  expect(await login(world, "no.token.atall")).toMatchObject({ status: 401, body: { code: "signed_out" } });
  const { body } = await signUp(world, email);
  expect(await login(world, body.idToken)).toMatchObject({ status: 403, body: { code: "email_unverified" } });
});
