import type { NearbyRequest, RideRequest } from "@commonlane/contract/ride-requests";
import type { Ride } from "@commonlane/contract/rides";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { hostRide, createOffer, postRequest, towns } from "../../../test/fixtures/rides.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../test/app/test-app.ts";

const along = async (app: TestApp, as: TestUser, { id: rideId }: Ride, limit = 20) =>
  (
    await app.call<{ items: NearbyRequest[] }>("GET", "/requests/nearby", {
      as,
      query: { rideId, limit },
    })
  ).body;

test("a request shows its luggage, matches only rides with room for it, and an offered ride provides that room", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  const host = await app.createUser();
  const carrier = await app.createUser();
  const tight = await hostRide(app, host);
  const roomy = await hostRide(app, carrier, { luggage: 2 });
  const request = await postRequest(app, seeker, {
    origin: towns.mainz,
    destination: towns.koeln,
    luggage: 2,
  });
  expect(request.luggage).toBe(2);
  expect((await along(app, host, tight)).items).toEqual([]);
  expect((await along(app, carrier, roomy)).items).toMatchObject([{ id: request.id, luggage: 2 }]);
  const tooMuch = await app.call("PUT", `/requests/${request.id}`, {
    as: seeker,
    body: { luggage: 4 },
  });
  expect(tooMuch.status).toBe(400);
  const offer = await createOffer(app, request, seeker);
  const accepted = await offer.accept();
  const made = await app.call<{ luggage: number }>("GET", `/rides/${accepted.body.rideId}`, {
    as: seeker,
  });
  expect(made.body.luggage).toBe(2);
});

test("[domain/ride-request:along-crowd] lists matching requests along a ride best first, even among many others at the same time", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  const host = await app.createUser();
  const ride = await hostRide(app, host);
  const late = { departsBefore: "2026-01-02T16:00:00.000Z" };
  const off = await postRequest(app, seeker, late);
  await crowd(app, off, 1100);
  await crowd(app, off, 600, { lat: 40.4, lng: -3.7 });
  const best = await postRequest(app, seeker, {
    ...late,
    origin: towns.mainz,
    destination: towns.koeln,
  });
  const { items } = await along(app, host, ride, 3);
  expect(items.map(({ origin }) => origin.label)).toEqual(["50.0, 8.3", "49.0, 8.4", "49.0, 8.4"]);
  expect(items[0]?.id).toBe(best.id);
});

/** Adds more requests like one, every tenth starting from `far`. */
async function crowd(
  { db }: TestApp,
  { id }: RideRequest,
  count: number,
  far?: { lat: number; lng: number },
): Promise<void> {
  await sql`
    insert into ride_request (seeker_id, origin, destination, approximate_origin, approximate_destination, approximate_lat, approximate_lng, departs_after,
      departs_before, time_zone, seats, preferences, audience, created_at)
    select seeker_id, origin, destination, approximate_origin, approximate_destination, ${far?.lat ?? sql.ref("approximate_lat")},
      ${far?.lng ?? sql.ref("approximate_lng")}, departs_after, case when ${far !== undefined} then '2026-01-02T10:00Z' else departs_before end,
      time_zone, seats, preferences, audience, created_at
    from ride_request, generate_series(1, ${count}) where id = ${id}`.execute(db);
}
