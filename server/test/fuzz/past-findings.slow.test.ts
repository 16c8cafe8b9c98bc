import { expect, test } from "vitest";
import { importFirstTowns } from "#modules/places/index.ts";
import { hostRide, towns } from "../fixtures/rides.ts";
import { createModerator } from "../fixtures/moderators.ts";
import { createTestApp } from "../app/test-app.ts";

test("positions that differ by less than any distance are one place, for rides and for towns", async () => {
  const app = await createTestApp();
  await importFirstTowns(app.connection);
  const host = await app.createUser();
  const seeker = await app.createUser();
  const origin = { label: "Null Island", lat: 1e-200, lng: 5e-324 };
  const { id } = await hostRide(app, host, { origin, stops: [], destination: towns.koeln });
  for (const [lat, lng] of [
    [0, 0],
    [5e-324, 0],
    [-1e-200, 1e-170],
  ]) {
    const query = { lat: String(lat), lng: String(lng) };
    const nearby = await app.call<{ items: { id: string }[] }>("GET", "/rides/nearby", {
      as: seeker,
      query,
    });
    expect(nearby.body.items?.map((ride) => ride.id)).toEqual([id]);
  }
  const zeroTowns = await app.db
    .selectFrom("place")
    .select(["lat", "lng"])
    .where((at) => at.or([at("lat", "=", 0), at("lng", "=", 0)]))
    .execute();
  expect(zeroTowns.length).toBeGreaterThan(0);
  for (const { lat, lng } of zeroTowns) {
    const query = { lat: String(lat || 1e-200), lng: String(lng || 1e-200) };
    const nearest = await app.call<{ distanceM: number }>("GET", "/auth/places/reverse-geocode", {
      query,
    });
    expect([nearest.status, nearest.body.distanceM]).toEqual([200, 0]);
  }
});

test("a cursor with an impossible date, which nobody has sealed, is refused", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const mo = await createModerator(app);
  const mark = { at: "0000-01-01T00:00:00Z", id: ada.uid, uid: ada.uid };
  const cursor = Buffer.from(JSON.stringify(mark)).toString("base64url");
  for (const [as, path] of [
    [ada, "/rides/all"],
    [ada, `/rides/my/${ada.uid}`],
    [ada, "/rides/active-drivers"],
    [mo, "/moderation/content-removals"],
    [mo, "/moderation/appeals"],
  ] as const) {
    const { status, body } = await app.call("GET", path, { as, query: { cursor } });
    expect([status, body["code"]]).toEqual([400, "invalid_input"]);
  }
});
