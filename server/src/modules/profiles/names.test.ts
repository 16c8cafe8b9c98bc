import type { Profile } from "@commonlane/contract/profiles";
import { expect, test } from "vitest";
import { askForSeats, freiburgToKoeln, hostRide } from "../../../test/journeys.ts";
import { openWorld, type Person, type World } from "../../../test/world.ts";
import { personByUid } from "./index.ts";

const PHISHING = "Claim EUR 500 now evil.com/x?id=77 call +4917012345678";
const RESERVED = "This name is reserved. Please use your own.";

const update = (world: World, as: Person, body: object) =>
  world.call<Profile>("POST", "/firebase-auth/update-profile", { as, body });
const own = async (world: World, as: Person) =>
  (await world.call<Profile>("GET", "/firebase-auth/profile", { as })).body;
/** A name from before there was a rule. */
const giveOldName = (world: World, { uid }: Person, first_name: string, last_name = "Quill") =>
  world.db
    .updateTable("profile")
    .set({ first_name, last_name, display_name: `${first_name} ${last_name}` })
    .where("uid", "=", uid)
    .execute();

test("a name that breaks the rule is refused with a sentence on its field, and nothing is changed", async () => {
  const world = await openWorld();
  const ada = await world.person({ firstName: "Ada", lastName: "Moreau" });
  for (const [field, value] of [
    ["firstName", PHISHING],
    ["firstName", "Admin"],
    ["lastName", "evil.com"],
    ["lastName", "\u3164"],
    ["firstName", "Ali\u202Ece"],
  ] as const)
    expect(await update(world, ada, { [field]: value })).toMatchObject({
      status: 400,
      body: { code: "invalid_input", fields: { [field]: expect.stringMatching(/^(Please|This)/) } },
    });
  expect(await own(world, ada)).toMatchObject({ firstName: "Ada", lastName: "Moreau", nameProblem: null });
});

test("nobody can call themselves like the community, in one field or two", async () => {
  const world = await openWorld({ settings: { COMMUNITY_NAME: "Freiburg Rides" } });
  const ada = await world.person();
  const refused = { status: 400, body: { fields: { firstName: RESERVED } } };
  expect(await update(world, ada, { firstName: "Freiburg", lastName: "Rides" })).toMatchObject(refused);
  expect(await update(world, ada, { lastName: "Freiburg Ridés" })).toMatchObject(refused);
  expect((await update(world, ada, { firstName: "Freiburg" })).status).toBe(200);
  expect(await update(world, ada, { lastName: "Rides" })).toMatchObject(refused);
  expect(await own(world, ada)).toMatchObject({ firstName: "Freiburg" });
});

test("sign-up and its first step refuse a display name that breaks the rule", async () => {
  const world = await openWorld();
  const body = { email: "new@example.org", password: "correct-Horse-7-battery", displayName: "Support Team" };
  for (const path of ["/auth/send-registration-otp", "/identity/sign-up"])
    expect(await world.call("POST", path, { body })).toMatchObject({
      status: 400,
      body: { fields: { displayName: RESERVED } },
    });
});

test("a member with an old name that breaks the rule is shown as Member, asked to change it, and kept from rides until then", async () => {
  const world = await openWorld();
  const [host, seeker] = [await world.person(), await world.person()];
  const ride = await hostRide(world, host);
  for (const name of [PHISHING, "\u200B", "Ali\u202Ece", "Аlice", "Support Team ✔"]) {
    await giveOldName(world, seeker, name);
    expect(await personByUid(world.ctx, seeker.uid)).toMatchObject({ displayName: "Member", initials: "M" });
    expect((await own(world, seeker)).nameProblem).toMatch(/^(Please|This)/);
    expect((await askForSeats(world, ride, host, {}, seeker)).asked).toMatchObject({
      status: 403,
      body: { code: "profile_incomplete", fields: { firstName: expect.stringMatching(/^Please change your name/) } },
    });
    const hosting = await world.call("POST", "/rides", { as: seeker, body: freiburgToKoeln });
    expect(hosting.status).toBe(403);
  }
  await update(world, seeker, { firstName: "Alice" });
  expect(await own(world, seeker)).toMatchObject({ nameProblem: null });
  expect(await personByUid(world.ctx, seeker.uid)).toMatchObject({ displayName: "Alice Q." });
  expect((await askForSeats(world, ride, host, {}, seeker)).asked.status).toBe(201);
});

test("the subject of an e-mail to somebody outside names an old name that breaks the rule as Member", async () => {
  const world = await openWorld();
  const ada = await world.person();
  await giveOldName(world, ada, PHISHING);
  const email = "relative@example.org";
  const named = await world.call("POST", "/trusted-contacts", { as: ada, body: { name: "Relative", email } });
  expect(named.status).toBe(201);
  const subjects = world.mail.filter(({ to }) => to === email).map(({ subject }) => subject);
  expect(subjects).toHaveLength(1);
  expect(subjects[0]).toMatch(/^Member /);
});
