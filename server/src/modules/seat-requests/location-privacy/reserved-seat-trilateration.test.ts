import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { expect, test } from "vitest";
import { approximatePosition } from "#modules/privacy/approximate/index.ts";
import { offsetPosition } from "../../../../test/fixtures/drivers.ts";
import { requestSeats, hostRide } from "../../../../test/fixtures/rides.ts";
import { createTestApp, type TestApp } from "../../../../test/app/test-app.ts";

const RIDE = { stops: [], seatsTotal: 2, maxDetourM: 60_000, maxDetourS: 7200 };
const MIDDLE = approximatePosition({ lat: 49.01947, lng: 8.41443 }, 500);
/** Two addresses at opposite corners of one square. */
const DOORS = [offsetPosition(MIDDLE, -235, -235), offsetPosition(MIDDLE, 235, 235)].map(
  (door) => ({
    label: "Canary Lane 7",
    ...door,
  }),
);

/** Removes the fields in which two otherwise equal records may differ. */
const withoutIds = (views: unknown): unknown =>
  JSON.parse(
    JSON.stringify(views)
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")
      .replaceAll(/"createdAt":"[^"]*"/g, '"createdAt":""'),
  );

/** A full instant ride with a standby entry whose pickup is one of the two addresses. */
async function reservedAt(app: TestApp, n: number) {
  const host = await app.createUser();
  const ride = await hostRide(app, host, { ...RIDE, approval: "instant" });
  const full = await requestSeats(app, ride, host, { seats: 2 });
  const seeker = await app.createUser();
  const events = app.recordEventsOf(host.uid);
  const body = { pickup: DOORS[n] };
  expect((await app.call("POST", `/rides/${ride.id}/standby`, { as: seeker, body })).status).toBe(
    201,
  );
  const get = async <Body>(path: string) => (await app.call<Body>("GET", path, { as: host })).body;
  const queue = (await get<{ items: object[] }>(`/rides/${ride.id}/standby`)).items;
  await full.end();
  const requests = async () =>
    (await get<{ items: SeatRequest[] }>(`/rides/${ride.id}/requests`)).items;
  const own = async () => (await requests()).find(({ seekerId }) => seekerId === seeker.uid);
  const driven = async () => {
    const { distanceM, durationS, arrivesAt, eta, polyline } = await get<Ride>(`/rides/${ride.id}`);
    return { distanceM, durationS, arrivesAt, eta, polyline };
  };
  const confirm = async () =>
    app.call<SeatRequest>("POST", `/rides/requests/${(await own())?.id}/confirm`, { as: seeker });
  return { host, ride, seeker, heard: events, line: queue, own, driven, confirm };
}

/** The test apps have different users. */
const withoutNames = (request: object) => withoutIds({ ...request, seeker: null, seekerId: null });

test("[domain/privacy:standby-held] a reserved seat, its standby entry and the ride's route look the same from every address of a square until confirmed", async () => {
  const app = await createTestApp();
  const all = [await reservedAt(app, 0), await reservedAt(app, 1)];
  await app.waitForEvents();
  const look = () =>
    Promise.all(
      all.map(async ({ own, driven, line: queue, heard: events, seeker }) => {
        const reserved = await own();
        expect(reserved).toMatchObject({ status: "accepted", reserved: true });
        const payloads = events.flatMap((payload) =>
          "seatRequest" in payload && payload.seatRequest.seekerId === seeker.uid
            ? [withoutNames(payload.seatRequest)]
            : [],
        );
        const places = queue.map((place) => ({ ...place, seeker: null }));
        return {
          reserved: reserved && withoutNames(reserved),
          driven: await driven(),
          queue: withoutIds(places),
          payloads,
        };
      }),
    );
  const first = await look();
  expect(first[1]).toEqual(first[0]);
  // The same holds if the route changes to pass one of the two addresses.
  const origin = { label: "Elsewhere", ...offsetPosition(MIDDLE, -40_000, 3_000) };
  for (const { host, ride } of all) {
    const body = { origin, stops: [DOORS[0]] };
    expect((await app.call("PUT", `/rides/${ride.id}`, { as: host, body })).status).toBe(200);
  }
  await app.waitForEvents();
  const views = await look();
  expect(views[1]).toEqual(views[0]);
  expect(views[0]?.driven).not.toEqual(first[0]?.driven);
  for (const [n, { own, driven, confirm }] of all.entries()) {
    const before = await own();
    const confirmed = await confirm();
    expect(confirmed.body).toMatchObject({ status: "accepted", reserved: false, pickup: DOORS[n] });
    const agreedViews = await own();
    expect(agreedViews).toMatchObject({
      pickup: DOORS[n],
      pickupAt: confirmed.body.pickupAt,
      detourM: confirmed.body.detourM,
    });
    expect(agreedViews?.pickupAt).not.toBe(before?.pickupAt);
    // From now on the ride goes to the exact address.
    expect((await driven()).distanceM).not.toBe(views[n]?.driven.distanceM);
  }
  expect((await all[0]?.driven())?.distanceM).not.toBe((await all[1]?.driven())?.distanceM);
});
