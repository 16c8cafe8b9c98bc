import { codesWithoutZero } from "@commonlane/contract/phone";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestApp } from "../../../test/app/test-app.ts";
import { transaction } from "#platform/context.ts";
import {
  assertProfileComplete,
  findPublicPeople,
  sweepPhonesWithHomeZero,
  viewPublicPerson,
} from "./index.ts";
import { own, update } from "../../../test/fixtures/profiles.ts";

test("[spec/7-profile:update] [domain/profile:update] any field can be changed, and the others stay", async () => {
  const app = await createTestApp();
  const ada = await app.createUser({ firstName: "Ada", lastName: "Moreau" });
  const before = await own(app, ada);
  const changes = {
    bio: "Drives slowly.",
    gender: "nonbinary",
    languages: ["de", "pt-BR"],
    preferences: { smoking: "no", pets: "small", music: null },
    locale: "en",
    timeZone: "Europe/Berlin",
    adultDeclared: true,
    birthDate: null,
  };
  let expected = before;
  for (const [name, value] of Object.entries(changes)) {
    expected = { ...expected, [name]: value };
    expect(await update(app, ada, { [name]: value })).toMatchObject({
      status: 200,
      body: expected,
    });
  }
  expect(await own(app, ada)).toEqual({ ...before, ...changes });
  expect((await update(app, ada, {})).body).toEqual({ ...before, ...changes });
});

test("[domain/profile:display-name] the display name follows the names", async () => {
  const app = await createTestApp();
  const ada = await app.createUser({ firstName: "Ada", lastName: "Moreau" });
  expect((await update(app, ada, { lastName: "Okafor" })).body).toMatchObject({
    firstName: "Ada",
    displayName: "Ada Okafor",
  });
  expect(
    (await update(app, ada, { firstName: "Lea", lastName: "Lindqvist" })).body.displayName,
  ).toBe("Lea Lindqvist");
});

test("a phone number in any usual notation is stored as digits, and an invalid one is named", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  for (const phone of [
    "+44 7700 900123",
    "+44 (7700) 900-123",
    "+44.7700.900123",
    "0044 (0)7700 ٩٠٠١٢٣",
  ])
    expect(await update(app, ada, { phone })).toMatchObject({
      status: 200,
      body: { phone: "+447700900123" },
    });
  for (const [phone, message] of [
    ["+44 7700 9001x3", "Phone number contains invalid characters"],
    ["+0123456789", "Phone number must include country code"],
    ["07700 900123", "Phone number must include country code"],
    [`+44${" ".repeat(40)}7700900123`, "Phone number is too long"],
  ] as const)
    expect(await update(app, ada, { phone })).toMatchObject({
      status: 400,
      body: { fields: { phone: message } },
    });
});

test("[domain/input:one-name] a person with one name has no last name, and others see the name and its initial", async () => {
  const app = await createTestApp();
  const suharto = await app.createUser();
  const changed = await update(app, suharto, { firstName: "Suharto", lastName: "" });
  expect(changed.body).toMatchObject({
    firstName: "Suharto",
    lastName: "",
    displayName: "Suharto",
    nameProblem: null,
  });
  expect((await findPublicPeople(app.ctx, [suharto.uid])).get(suharto.uid)).toMatchObject({
    displayName: "Suharto",
    initials: "S",
  });
  await assertProfileComplete(app.ctx, suharto.uid);
  expect((await update(app, suharto, { firstName: " " })).status).toBe(400);
});

test("[domain/input:phone] numbers that older releases stored with a 0 of home get the form that can be dialled", async () => {
  const app = await createTestApp();
  const stored = [
    "+410791234567",
    "+49015123456789",
    "+390612345678",
    "+4101234",
    "+41791234567",
    null,
  ];
  const people = await Promise.all(stored.map(() => app.createUser()));
  for (const [n, phone] of stored.entries())
    await app.db
      .updateTable("profile")
      .set({ phone, phone_verified: n === 0 })
      .where("uid", "=", people[n]?.uid ?? "")
      .execute();

  await transaction(app.ctx, sweepPhonesWithHomeZero);
  const profiles = await Promise.all(people.map((person) => own(app, person)));
  const expected = [
    "+41791234567",
    "+4915123456789",
    "+390612345678",
    "+4101234",
    "+41791234567",
    null,
  ];
  expect(profiles.map(({ phone }) => phone)).toEqual(expected);
  expect(profiles[0]?.phoneVerified).toBe(true);

  // The sweep finds them by an index, which has the same condition.
  const { rows } = await sql<{ definition: string }>`
    select indexdef as definition from pg_indexes where indexname = 'profile_phone_with_home_zero'`.execute(
    app.db,
  );
  expect(rows[0]?.definition).toContain(`'^\\+(${[...codesWithoutZero].join("|")})0([1-9])'`);
});

test("[domain/profile:phone] a changed phone is unverified, the same one stays verified", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  await app.db.updateTable("profile").set({ phone_verified: true }).execute();
  expect((await update(app, ada, { phone: "+12025550123" })).body.phoneVerified).toBe(true);
  expect((await update(app, ada, { phone: "+12025550199" })).body.phoneVerified).toBe(false);
  expect((await update(app, ada, { phone: "12025550199" })).status).toBe(400);
});

test("[domain/profile:birth-date] a birth date must be in the past and within a lifetime", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  for (const birthDate of ["2026-01-01", "2030-05-05", "1905-12-31", "1990-02-30", "soon"]) {
    const { status, body } = await update(app, ada, { birthDate });
    expect([birthDate, status, Object.keys(body.fields ?? {})]).toEqual([
      birthDate,
      400,
      ["birthDate"],
    ]);
  }
  expect((await update(app, ada, { birthDate: "1990-06-15" })).body.birthDate).toBe("1990-06-15");
});

test("[spec/7-profile:get] [domain/profile:own] users see only their own profile, and only with a token", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  expect((await app.call("GET", "/firebase-auth/profile")).status).toBe(401);
  expect((await app.call("POST", "/firebase-auth/update-profile", { body: {} })).status).toBe(401);
  expect((await own(app, ada)).email).toBe(ada.email);
  expect((await own(app, bob)).email).toBe(bob.email);
});

test("[domain/profile:adult] riding requires being 18 by birth date, or by declaration without one", async () => {
  const app = await createTestApp();
  const ada = await app.createUser({ adult: false });
  const complete = () => assertProfileComplete(app.ctx, ada.uid).then(() => "complete");
  const incomplete = {
    code: "profile_incomplete",
    details: { fields: { birthDate: expect.anything() } },
  };
  await expect(complete()).rejects.toMatchObject(incomplete);
  await update(app, ada, { adultDeclared: true });
  expect(await complete()).toBe("complete");
  // On 2026-01-01 by the clock: a day too young despite the declaration, and then just old enough.
  await update(app, ada, { birthDate: "2008-01-02" });
  await expect(complete()).rejects.toMatchObject(incomplete);
  await update(app, ada, { birthDate: "2008-01-01" });
  expect(await complete()).toBe("complete");
  await expect(assertProfileComplete(app.ctx, crypto.randomUUID())).rejects.toMatchObject(
    incomplete,
  );
});

test("[domain/privacy:strangers] strangers see the first name and an initial", async () => {
  const app = await createTestApp();
  const lea = await app.createUser({ firstName: "Lea Marie", lastName: "Okafor" });
  const people = await findPublicPeople(app.ctx, [lea.uid, lea.uid, crypto.randomUUID()]);
  expect([...people]).toEqual([
    [
      lea.uid,
      {
        uid: lea.uid,
        displayName: "Lea Marie O.",
        initials: "LO",
        photo: null,
        rating: { mean: null, count: 0 },
        reliability: null,
      },
    ],
  ]);
  expect(await findPublicPeople(app.ctx, [])).toEqual(new Map());
});

const named = (display_name: string | null) =>
  viewPublicPerson({
    uid: "",
    display_name,
    first_name: null,
    last_name: null,
    photo_id: null,
    rating_count: 0,
    reliability: null,
    rating_sum: 0,
    marks: null,
  });

test("[spec/navigation:initials] initials of two words, one word or none, by graphemes", () => {
  expect(named("ada moreau lovelace")).toMatchObject({ initials: "AM", displayName: "ada L." });
  expect(named("Élodie")).toMatchObject({ initials: "É", displayName: "Élodie" });
  expect(named("e\u0301lodie")).toMatchObject({ initials: "E\u0301" });
  expect(named(null)).toMatchObject({ initials: "U", displayName: "Member" });
});

test("[domain/profile:places] home and work are private places that can be set and removed", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const homePlace = {
    placeId: "gn:2925177",
    label: "Freiburg",
    lat: 47.9959,
    lng: 7.8522,
    timeZone: "Europe/Berlin",
  };
  const workPlace = { label: "Office", lat: 48, lng: 8 };
  expect((await update(app, ada, { homePlace, workPlace })).body).toMatchObject({
    homePlace,
    workPlace,
  });
  expect((await update(app, ada, { workPlace: null })).body).toMatchObject({
    homePlace,
    workPlace: null,
  });
  expect((await update(app, ada, { homePlace: { ...workPlace, lat: 91 } })).status).toBe(400);
  const seen = await app.call("GET", `/profiles/${ada.uid}`, { as: bob });
  expect(seen.status).toBe(200);
  expect(JSON.stringify(seen.body)).not.toContain("Freiburg");
});

test("[domain/profile:welcome] a new member is welcomed until the steps were shown, on any device", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  await sql`update profile set welcomed_at = null where uid = ${ada.uid}`.execute(app.db);
  expect((await own(app, ada)).welcomed).toBe(false);
  expect((await update(app, ada, { bio: "Hello" })).body.welcomed).toBe(false);
  expect((await update(app, ada, { welcomed: true })).body.welcomed).toBe(true);
  expect((await own(app, ada)).welcomed).toBe(true);
  expect((await update(app, ada, { welcomed: false })).status).toBe(400);
});
