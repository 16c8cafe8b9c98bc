import type { Ride } from "@commonlane/contract/rides";
import { expect, test, vi } from "vitest";
import { isWaitingForLock } from "../../../test/app/is-waiting-for-lock.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import {
  freiburgToKoeln,
  hostRide,
  postRequest,
  requestSeats,
} from "../../../test/fixtures/rides.ts";
import { type InTransaction, transaction } from "#platform/context.ts";
import { updateProfile } from "./profiles.ts";

/** What may be shared with one gender, each by a woman. */
const OPENED: Readonly<
  Record<string, (app: TestApp, as: TestUser) => Promise<{ status: number }>>
> = {
  "a ride": (app, as) =>
    app.call("POST", "/rides", { as, body: { ...freiburgToKoeln, audience: "sameGender" } }),
  "a ride request": async (app, as) => {
    const everyone = await postRequest(app, as);
    return app.call("PUT", `/requests/${everyone.id}`, { as, body: { audience: "sameGender" } });
  },
  "a place on the map of drivers": (app, as) =>
    app.call("POST", "/rides/active-drivers", {
      as,
      body: { lat: 48, lng: 7.8, seats: 2, audience: "sameGender" },
    }),
  "a seat": async (app, as) => {
    const ride = await hostRide(app, await app.createUser({ gender: "female" }), {
      audience: "sameGender",
    });
    return (await requestSeats(app, ride, as, {}, as)).response;
  },
};

const changeTo = (ctx: InTransaction, { uid }: TestUser, gender: "male" | "female") =>
  updateProfile(ctx, uid, { gender });

for (const [name, open] of Object.entries(OPENED))
  test(`${name} for one's own gender waits for a change of the gender that is under way, and is for the new one or refused`, async () => {
    const app = await createTestApp();
    const woman = await app.createUser({ gender: "female" });
    const opening = { answer: undefined as ReturnType<typeof open> | undefined };
    await transaction(app.ctx, async (ctx) => {
      await changeTo(ctx, woman, "male");
      opening.answer = open(app, woman);
      await vi.waitUntil(() => isWaitingForLock(app), { timeout: 10_000 });
    });
    await opening.answer;
    const rides = await app.db
      .selectFrom("ride")
      .select("host_gender")
      .where("host_id", "=", woman.uid)
      .execute();
    const requests = await app.db.selectFrom("ride_request").select("seeker_gender").execute();
    const drivers = await app.db.selectFrom("active_driver").select("gender").execute();
    const seats = await app.db.selectFrom("seat_request").select("id").execute();
    const genders = [...rides, ...requests, ...drivers].flatMap((row) => Object.values(row));
    expect({ genders: new Set(genders), seats }).toEqual({
      genders: new Set(name === "a seat" ? [] : ["male"]),
      seats: [],
    });
  });

test("a change of the gender waits for a ride that is being hosted for it, and is refused", async () => {
  const app = await createTestApp();
  const woman = await app.createUser({ gender: "female" });
  const ride = await hostRide(app, woman, {});
  await app.call("PUT", `/rides/${ride.id}`, { as: woman, body: { audience: "sameGender" } });
  const change = () =>
    app.call("POST", "/firebase-auth/update-profile", { as: woman, body: { gender: "male" } });
  expect(await change()).toMatchObject({
    status: 400,
    body: { fields: { gender: expect.any(String) } },
  });
});

test("a ride that was for everyone becomes one for the gender that its host has now", async () => {
  const app = await createTestApp();
  const host = await app.createUser({ gender: "female" });
  const ride = await hostRide(app, host);
  await app.call("POST", "/firebase-auth/update-profile", { as: host, body: { gender: "male" } });
  await app.call("PUT", `/rides/${ride.id}`, { as: host, body: { audience: "sameGender" } });
  const seenBy = async (gender: "male" | "female") =>
    (await app.call<Ride>("GET", `/rides/${ride.id}`, { as: await app.createUser({ gender }) }))
      .status;
  expect([await seenBy("male"), await seenBy("female")]).toEqual([200, 404]);
});
