import type { RideSearchResult } from "@commonlane/contract/rides";
import type { LatLng } from "@commonlane/contract/shapes";
import { pointAlongLeg } from "@commonlane/matching/geo";
import { expect, test } from "vitest";
import { hostRide, towns } from "../../../../test/fixtures/rides.ts";
import { createTestApp, type TestApp } from "../../../../test/app/test-app.ts";

let id = 0;
const addTown = (app: TestApp, name: string, { lat, lng }: LatLng) =>
  app.db
    .insertInto("place")
    .values({
      region: "",
      id: ++id,
      kind: "town",
      name,
      town: "",
      state: "",
      country: "DE",
      importance: 600,
      lat,
      lng,
    })
    .execute();

test("[domain/pickup:no-false-name] a point of the line without a known name is near a town, or in it, and never claims to be a stop", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const seeker = await app.createUser();
  const walkersOnly = {
    origin: towns.freiburg,
    destination: towns.karlsruhe,
    stops: [],
    maxDetourM: 0,
    maxDetourS: 0,
  };
  await hostRide(app, host, { ...walkersOnly, contribution: null });
  const from = pointAlongLeg(towns.freiburg, towns.karlsruhe, 0.4);
  const pickup = async () => {
    const query = {
      fromLat: from.lat,
      fromLng: from.lng + 0.005,
      toLat: towns.karlsruhe.lat,
      toLng: towns.karlsruhe.lng,
      departsAfter: "2026-01-01T23:00:00Z",
      departsBefore: "2026-01-02T23:00:00Z",
    };
    const { body } = await app.call<{ items: RideSearchResult[] }>("GET", "/rides/search", {
      as: seeker,
      query,
    });
    return body.items[0]?.match.pickup;
  };
  const unnamed = await pickup();
  expect(unnamed).toEqual({
    label: "On the way",
    lat: expect.any(Number),
    lng: expect.any(Number),
  });
  await addTown(app, "Lahr", { lat: 48.34, lng: 7.87 });
  expect((await pickup())?.label).toBe("On the way, near Lahr, Germany");
  await addTown(app, "Meissenheim", unnamed ?? from);
  expect((await pickup())?.label).toBe("Meissenheim, Germany");
});
