import type { Profile, PublicProfile } from "@commonlane/contract/profiles";
import { expect, test } from "vitest";
import { createTwoColourImage } from "../../../test/fixtures/images.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../test/app/test-app.ts";

const of = (app: TestApp, uid: string, as?: TestUser) =>
  app.call<PublicProfile & { code?: string }>("GET", `/profiles/${uid}`, { as });

async function choose({ http }: TestApp, { token }: TestUser) {
  const reply = await http.inject({
    method: "PUT",
    url: "/api/profiles/me/photo",
    headers: { "content-type": "image/jpeg", authorization: `Bearer ${token}` },
    payload: await createTwoColourImage(20, 20).jpeg().toBuffer(),
  });
  return reply.json<Profile>();
}

test("[domain/account:public-profile] others see a profile without contact details", async () => {
  const app = await createTestApp();
  const lea = await app.createUser({ firstName: "Lea Marie", lastName: "Canary" });
  const bob = await app.createUser();
  const profileFields = {
    bio: "Drives slowly.",
    languages: ["de", "pt-BR"],
    preferences: { music: "some" },
    phone: "+4930998877665",
    birthDate: "1971-03-19",
    gender: "female",
    vehicles: [
      {
        make: "VW",
        model: "Golf",
        colour: "blue",
        plate: "CANARY 1",
        seats: 4,
        comfort: ["sockets", "bike-rack"],
      },
    ],
  };
  await app.call("POST", "/firebase-auth/update-profile", { as: lea, body: profileFields });
  const { photo, photoLarge } = await choose(app, lea);
  const { status, body } = await of(app, lea.uid, bob);
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      uid: lea.uid,
      displayName: "Lea Marie C.",
      initials: "LC",
      photo,
      photoLarge,
      rating: { mean: null, count: 0 },
      reliability: null,
      bio: "Drives slowly.",
      languages: ["de", "pt-BR"],
      preferences: { music: "some" },
      vehicles: [
        { make: "VW", model: "Golf", colour: "blue", seats: 4, comfort: ["sockets", "bike-rack"] },
      ],
      emailVerified: true,
      phoneVerified: false,
      memberSince: "2026-01",
    },
  });
  // Users see themselves as others do.
  expect((await of(app, lea.uid, lea)).body).toEqual(body);
});

test("[domain/account:public-profile] visitors see no profiles, and no one sees missing or suspended users", async () => {
  const app = await createTestApp();
  const lea = await app.createUser();
  const bob = await app.createUser();
  expect((await of(app, lea.uid)).status).toBe(401);
  for (const uid of [crypto.randomUUID(), "me", "1"])
    expect((await of(app, uid, bob)).status).toBe(404);
  await app.db
    .updateTable("account")
    .set({ email_verified: false })
    .where("uid", "=", lea.uid)
    .execute();
  expect((await of(app, lea.uid, bob)).status).toBe(404);
  const suspended = { email_verified: true, suspended_at: app.clock.now };
  await app.db.updateTable("account").set(suspended).where("uid", "=", lea.uid).execute();
  expect((await of(app, lea.uid, bob)).status).toBe(404);
});

test("[domain/account:photo-shown] the photo is included wherever a user is, at their own login too", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const seeker = await app.createUser();
  const { photo } = await choose(app, host);
  const body = {
    origin: { label: "Freiburg", lat: 47.9959, lng: 7.8522 },
    destination: { label: "Köln", lat: 50.9331, lng: 6.95 },
    departsAt: "2026-01-03T08:00:00Z",
    seatsTotal: 3,
  };
  const ride = await app.call<{ id: string; host: object }>("POST", "/rides", { as: host, body });
  expect(ride.body.host).toMatchObject({ photo });
  const seen = await app.call("GET", `/rides/${ride.body.id}`, { as: seeker });
  expect(seen.body["host"]).toMatchObject({ photo });
  const requested = await app.call("POST", `/rides/${ride.body.id}/request`, {
    as: seeker,
    body: {},
  });
  expect(requested.body["seeker"]).toMatchObject({ photo: null });
  const login = await app.call("POST", "/firebase-auth/login", { body: { idToken: host.token } });
  expect(login.body["profile"]).toMatchObject({ photo });
});
