import type { FittingRide } from "@commonlane/contract/offers";
import { expect, test } from "vitest";
import { createOpenRequest } from "../../../../test/fixtures/offers.ts";
import { createOffer, hostRide, TOMORROW, towns } from "../../../../test/fixtures/rides.ts";

interface Page {
  readonly items: FittingRide[];
}
const hours = (n: number) => new Date(Date.parse(TOMORROW) + n * 3_600_000).toISOString();

test("only rides that an offer would be accepted for are listed, the smallest detour first", async () => {
  const { app, seeker, request } = await createOpenRequest({
    origin: towns.karlsruhe,
    destination: towns.koeln,
    departsAfter: hours(-2),
    departsBefore: hours(30),
    seats: 2,
  });
  const driver = await app.createUser();
  const host = (changes: object) => hostRide(app, driver, changes);
  // Karlsruhe is a stop of one ride and beside the road of the other.
  const beside = await host({ stops: [], maxDetourM: 40_000, maxDetourS: 3000 });
  const through = await host({ stops: [towns.karlsruhe], departsAt: hours(10) });
  const unsuitable = [
    await host({ departsAt: hours(20), seatsTotal: 1 }),
    await host({ departsAt: hours(48) }),
    await host({
      origin: towns.bonn,
      destination: towns.koblenz,
      stops: [],
      departsAt: hours(-1),
      contribution: null,
    }),
  ];
  const { status, body } = await app.call<Page>(
    "GET",
    `/rides/requests/${request.id}/fitting-rides`,
    { as: driver },
  );
  expect(status).toBe(200);
  expect(body.items.map(({ ride }) => ride.id)).toEqual([through.id, beside.id]);
  expect(body.items[1]?.detourS).toBeGreaterThan(body.items[0]?.detourS ?? Infinity);
  for (const { id } of unsuitable) {
    const { made } = await createOffer(app, request, seeker, { rideId: id }, driver);
    expect(made.status, "an offer with a ride that is not listed").toBeGreaterThanOrEqual(400);
  }
  const [best] = body.items;
  const { made } = await createOffer(app, request, seeker, { rideId: best?.ride.id }, driver);
  expect(made).toMatchObject({
    status: 201,
    body: { pickupAt: best?.pickupAt, detourM: best?.detourM, contribution: best?.contribution },
  });
});

test("no rides are listed for one's own request, and none for a request that cannot be seen", async () => {
  const { app, seeker, request } = await createOpenRequest();
  const of = (id: string) =>
    app.call<Page>("GET", `/rides/requests/${id}/fitting-rides`, { as: seeker });
  expect((await of(request.id)).body.items).toEqual([]);
  expect((await of(crypto.randomUUID())).status).toBe(404);
});
