import type { Profile } from "@commonlane/contract/profiles";
import { expect, test } from "vitest";
import { requestSeats, freiburgToKoeln, hostRide } from "../../../test/fixtures/rides.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../test/app/test-app.ts";
import { findPublicPerson } from "./index.ts";

const PHISHING = "Claim EUR 500 now evil.com/x?id=77 call +4917012345678";
const RESERVED = "This name is reserved. Please use your own.";

const update = (app: TestApp, as: TestUser, body: object) =>
  app.call<Profile>("POST", "/firebase-auth/update-profile", { as, body });
const own = async (app: TestApp, as: TestUser) =>
  (await app.call<Profile>("GET", "/firebase-auth/profile", { as })).body;
/** Sets a name from before the rule existed. */
const giveOldName = (app: TestApp, { uid }: TestUser, first_name: string, last_name = "Quill") =>
  app.db
    .updateTable("profile")
    .set({ first_name, last_name, display_name: `${first_name} ${last_name}` })
    .where("uid", "=", uid)
    .execute();

test("a name that breaks the rule is refused with a message on its field, and nothing changes", async () => {
  const app = await createTestApp();
  const ada = await app.createUser({ firstName: "Ada", lastName: "Moreau" });
  for (const [field, value] of [
    ["firstName", PHISHING],
    ["firstName", "Admin"],
    ["lastName", "evil.com"],
    ["lastName", "\u3164"],
    ["firstName", "Ali\u202Ece"],
  ] as const)
    expect(await update(app, ada, { [field]: value })).toMatchObject({
      status: 400,
      body: { code: "invalid_input", fields: { [field]: expect.stringMatching(/^(Please|This)/) } },
    });
  expect(await own(app, ada)).toMatchObject({
    firstName: "Ada",
    lastName: "Moreau",
    nameProblem: null,
  });
});

test("no one can use the community's name, in one field or two", async () => {
  const app = await createTestApp({ community: { name: "Freiburg Rides" } });
  const ada = await app.createUser();
  const refused = { status: 400, body: { fields: { firstName: RESERVED } } };
  expect(await update(app, ada, { firstName: "Freiburg", lastName: "Rides" })).toMatchObject(
    refused,
  );
  expect(await update(app, ada, { lastName: "Freiburg Ridés" })).toMatchObject(refused);
  expect((await update(app, ada, { firstName: "Freiburg" })).status).toBe(200);
  expect(await update(app, ada, { lastName: "Rides" })).toMatchObject(refused);
  expect(await own(app, ada)).toMatchObject({ firstName: "Freiburg" });
});

test("sign-up and the code request refuse a display name that breaks the rule", async () => {
  const app = await createTestApp();
  const body = {
    email: "new@example.org",
    password: "correct-Horse-7-battery",
    displayName: "Support Team",
  };
  for (const path of ["/auth/send-registration-otp", "/identity/sign-up"])
    expect(await app.call("POST", path, { body })).toMatchObject({
      status: 400,
      body: { fields: { displayName: RESERVED } },
    });
});

test("a member with an old invalid name is shown as Member, asked to change it, and cannot ride until then", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const seeker = await app.createUser();
  const ride = await hostRide(app, host);
  for (const name of [PHISHING, "\u200B", "Ali\u202Ece", "Аlice", "Support Team ✔"]) {
    await giveOldName(app, seeker, name);
    expect(await findPublicPerson(app.ctx, seeker.uid)).toMatchObject({
      displayName: "Member",
      initials: "M",
    });
    expect((await own(app, seeker)).nameProblem).toMatch(/^(Please|This)/);
    expect((await requestSeats(app, ride, host, {}, seeker)).response).toMatchObject({
      status: 403,
      body: {
        code: "profile_incomplete",
        fields: { firstName: expect.stringMatching(/^Change your name/) },
      },
    });
    const hosting = await app.call("POST", "/rides", { as: seeker, body: freiburgToKoeln });
    expect(hosting.status).toBe(403);
  }
  await update(app, seeker, { firstName: "Alice" });
  expect(await own(app, seeker)).toMatchObject({ nameProblem: null });
  expect(await findPublicPerson(app.ctx, seeker.uid)).toMatchObject({ displayName: "Alice Q." });
  expect((await requestSeats(app, ride, host, {}, seeker)).response.status).toBe(201);
});

test("an e-mail subject to someone outside shows an old invalid name as Member", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  await giveOldName(app, ada, PHISHING);
  const email = "relative@example.org";
  const named = await app.call("POST", "/trusted-contacts", {
    as: ada,
    body: { name: "Relative", email },
  });
  expect(named.status).toBe(201);
  const subjects = app.mail.filter(({ to }) => to === email).map(({ subject }) => subject);
  expect(subjects).toHaveLength(1);
  expect(subjects[0]).toMatch(/^Member /);
});
