import { expect, test } from "vitest";
import { hostRide, postRequest, TOMORROW, towns } from "../../../test/fixtures/rides.ts";
import { createTestApp } from "../../../test/app/test-app.ts";
import { type Answer, mine, near, withdraw } from "../../../test/fixtures/own-requests.ts";

test("[spec/7-requests:my] lists the seeker's requests newest first in pages, in all states or in one", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  const oldest = await postRequest(app, seeker);
  const later = [
    await postRequest(app, seeker, { destination: towns.koeln }),
    await postRequest(app, seeker, { destination: towns.mainz }),
  ];
  await postRequest(app, await app.createUser());
  await withdraw(app, seeker, oldest);
  const first = await mine(app, seeker, { limit: 2 });
  const rest = await mine(app, seeker, { limit: 2, cursor: first.nextCursor });
  expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(
    [oldest, ...later].map(({ id }) => id).toReversed(),
  );
  expect(rest.nextCursor).toBeNull();
  expect((await mine(app, seeker, { status: "cancelled" })).items.map(({ id }) => id)).toEqual([
    oldest.id,
  ]);
});

test("[spec/7-requests:nearby] lists other users' open requests nearest first, within 25 km by default", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  const driver = await app.createUser();
  const from = (lat: number, overrides = {}) =>
    postRequest(app, seeker, { origin: { label: "Somewhere", lat, lng: 8.4044 }, ...overrides });
  const nearer = await from(49.05);
  const farther = await from(49.15);
  await from(49.4);
  await withdraw(app, seeker, await from(49.0));
  const { items } = await near(app, driver);
  expect(items.map(({ id }) => id)).toEqual([nearer.id, farther.id]);
  expect(items[0]?.distanceKm).toBeCloseTo(4.5, 0);
  expect(items[0]?.match).toBeNull();
  expect((await near(app, driver, { radius_km: 60 })).items).toHaveLength(3);
  const first = await near(app, driver, { limit: 1 });
  const second = await near(app, driver, { limit: 1, cursor: first.nextCursor ?? "" });
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([nearer.id, farther.id]);
  expect((await near(app, seeker)).items).toEqual([]);
  const nowhere = await app.call<Answer>("GET", "/requests/nearby", { as: driver });
  expect(nowhere).toMatchObject({ status: 400, body: { fields: { lat: expect.any(String) } } });
});

test("[domain/ride-request:along] lists the requests that the caller's own ride could serve, with the detour of each", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  const host = await app.createUser();
  const ride = await hostRide(app, host, { seatsTotal: 2 });
  const served = await postRequest(app, seeker, { origin: towns.mainz, destination: towns.koeln });
  // Reversed, at another time, for too many people, and too far off the route.
  await postRequest(app, seeker, { origin: towns.koeln, destination: towns.mainz });
  await postRequest(app, await app.createUser(), {
    origin: towns.mainz,
    destination: towns.koeln,
    departsBefore: "2026-01-02T07:00:00Z",
  });
  await postRequest(app, await app.createUser(), {
    origin: towns.mainz,
    destination: towns.koeln,
    seats: 3,
  });
  await postRequest(app, seeker, { origin: { label: "Paris", lat: 48.85, lng: 2.35 } });
  await postRequest(app, host, { origin: towns.mainz, destination: towns.koeln });
  const { items, nextCursor } = await near(app, host, { rideId: ride.id });
  expect(items.map(({ id }) => id)).toEqual([served.id]);
  expect(items[0]?.match?.detourS).toBeLessThan(600);
  expect(Date.parse(items[0]?.match?.pickupAt ?? "")).toBeGreaterThan(Date.parse(TOMORROW));
  expect(nextCursor).toBeNull();
  const others = await app.call<Answer>("GET", "/requests/nearby", {
    as: seeker,
    query: { rideId: ride.id },
  });
  expect(others.body.code).toBe("not_yours");
});
