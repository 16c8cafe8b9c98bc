import { expect, test } from "vitest";
import { ensurePlaces } from "#modules/places/index.ts";
import { hostRide, towns } from "../journeys.ts";
import { moderatorOf } from "../moderators.ts";
import { openWorld } from "../world.ts";

test("positions that differ by less than any length there is are one place, for rides and for towns", async () => {
  const world = await openWorld();
  await ensurePlaces(world.connection);
  const [host, seeker] = [await world.person(), await world.person()];
  const origin = { label: "Null Island", lat: 1e-200, lng: 5e-324 };
  const { id } = await hostRide(world, host, { origin, stops: [], destination: towns.koeln });
  for (const [lat, lng] of [
    [0, 0],
    [5e-324, 0],
    [-1e-200, 1e-170],
  ]) {
    const query = { lat: String(lat), lng: String(lng) };
    const near = await world.call<{ items: { id: string }[] }>("GET", "/rides/nearby", { as: seeker, query });
    expect(near.body.items?.map((ride) => ride.id)).toEqual([id]);
  }
  const towns0 = await world.db
    .selectFrom("place")
    .select(["lat", "lng"])
    .where((at) => at.or([at("lat", "=", 0), at("lng", "=", 0)]))
    .execute();
  expect(towns0.length).toBeGreaterThan(0);
  for (const { lat, lng } of towns0) {
    const query = { lat: String(lat || 1e-200), lng: String(lng || 1e-200) };
    const nearest = await world.call<{ distanceM: number }>("GET", "/auth/places/reverse-geocode", { query });
    expect([nearest.status, nearest.body.distanceM]).toEqual([200, 0]);
  }
});

test("a page mark that was forged with an instant no calendar has is refused", async () => {
  const world = await openWorld();
  const [ada, mo] = [await world.person(), await moderatorOf(world)];
  const mark = { at: "0000-01-01T00:00:00Z", id: ada.uid, uid: ada.uid };
  const cursor = Buffer.from(JSON.stringify(mark)).toString("base64url");
  for (const [as, path] of [
    [ada, "/rides/all"],
    [ada, `/rides/my/${ada.uid}`],
    [ada, "/rides/active-drivers"],
    [mo, "/moderation/hidings"],
    [mo, "/moderation/appeals"],
  ] as const) {
    const { status, body } = await world.call("GET", path, { as, query: { cursor } });
    expect([status, body["code"]]).toEqual([400, "invalid_input"]);
  }
});
