import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { createTestApp } from "../../../../test/app/test-app.ts";
import { hostRide } from "../../../../test/fixtures/rides.ts";

interface Page {
  items: (Ride & { distanceKm: number })[];
  nextCursor: string | null;
}

/** About 1, 3, 9, 27 and 81 km north of the place. */
const NORTH = [0.01, 0.03, 0.08, 0.24, 0.73];
const PLACE = { lat: 47.9959, lng: 7.8522 };

test("[spec/7-rides:nearby] pages list the rides within the radius, each once and the nearest first, near and far", async () => {
  const app = await createTestApp();
  const viewer = await app.createUser();
  const rides = [];
  for (const degrees of NORTH) {
    const origin = {
      label: "Somewhere",
      lat: PLACE.lat + degrees,
      lng: PLACE.lng,
      shown: "exact",
    };
    rides.push(await hostRide(app, await app.createUser(), { origin }));
  }

  const listed: string[] = [];
  const counts: number[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string | number> = {
      ...PLACE,
      radius_km: 60,
      limit: 2,
      ...(cursor && { cursor }),
    };
    const { body }: { body: Page } = await app.call<Page>("GET", "/rides/nearby", {
      as: viewer,
      query,
    });
    listed.push(...body.items.map(({ id }) => id));
    counts.push(body.items.length);
    cursor = body.nextCursor;
  } while (cursor);
  expect(listed).toEqual(rides.slice(0, 4).map(({ id }) => id));
  expect(counts).toEqual([2, 2]);
});
