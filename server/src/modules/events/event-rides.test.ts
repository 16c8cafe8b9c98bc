import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { hostRide, towns } from "../../../test/fixtures/rides.ts";
import { createTestApp, type TestUser } from "../../../test/app/test-app.ts";
import { create } from "../../../test/fixtures/events.ts";

test("[domain/event:rides] an event shows rides that arrive near it up to 6 hours before, and leave up to 6 hours after, nearest in time first", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const host = await app.createUser();
  const { body: event } = await create(app, ada);
  const bonnToKoeln = {
    origin: towns.bonn,
    destination: towns.koeln,
    stops: [],
    contribution: null,
  };
  const koelnToBonn = {
    origin: towns.koeln,
    destination: towns.bonn,
    stops: [],
    contribution: null,
  };
  const there = await hostRide(app, host, { ...bonnToKoeln, departsAt: "2026-01-09T07:00:00Z" });
  const back = await hostRide(app, host, { ...koelnToBonn, departsAt: "2026-01-10T16:30:00Z" });
  await hostRide(app, host, { ...bonnToKoeln, departsAt: "2026-01-09T08:50:00Z" }); // too late
  await hostRide(app, host, { ...bonnToKoeln, departsAt: "2026-01-09T01:00:00Z" }); // too early
  await hostRide(app, host, { ...koelnToBonn, departsAt: "2026-01-10T14:00:00Z" }); // before the end
  await hostRide(app, host, { ...koelnToBonn, departsAt: "2026-01-10T22:30:00Z" }); // too late
  const other = { ...bonnToKoeln, destination: towns.koblenz, departsAt: "2026-01-10T10:00:00Z" };
  await hostRide(app, host, other);
  const ridesFor = async (as: TestUser) => {
    const { body } = await app.call<{ there: Ride[]; back: Ride[] }>(
      "GET",
      `/events/${event.id}/rides`,
      { as },
    );
    return [body.there.map(({ id }) => id), body.back.map(({ id }) => id)];
  };
  expect(await ridesFor(ada)).toEqual([[there.id], [back.id]]);
  const earlier = await hostRide(app, host, { ...bonnToKoeln, departsAt: "2026-01-09T06:00:00Z" });
  const later = await hostRide(app, host, { ...koelnToBonn, departsAt: "2026-01-10T18:00:00Z" });
  expect(await ridesFor(ada)).toEqual([
    [there.id, earlier.id],
    [back.id, later.id],
  ]);
  const blocked = await app.createUser();
  await app.call("PUT", `/blocks/${host.uid}`, { as: blocked });
  expect(await ridesFor(blocked)).toEqual([[], []]);
  await app.call("DELETE", `/rides/${there.id}`, { as: host });
  expect(await ridesFor(ada)).toEqual([[earlier.id], [back.id, later.id]]);
});

test("a ride's private end counts where strangers see it", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const host = await app.createUser();
  const { body: event } = await create(app, ada);
  const home = { label: "Lerchenweg 4, Köln", lat: 50.9412, lng: 6.9634 };
  const departsAt = "2026-01-09T07:00:00Z";
  const ride = await hostRide(app, host, {
    origin: towns.bonn,
    destination: home,
    stops: [],
    contribution: null,
    departsAt,
  });
  const { body } = await app.call<{ there: Ride[] }>("GET", `/events/${event.id}/rides`, {
    as: ada,
  });
  expect(body.there.map(({ id }) => id)).toEqual([ride.id]);
  expect(JSON.stringify(body)).not.toContain("Lerchenweg");
});
