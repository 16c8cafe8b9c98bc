import { expect, test } from "vitest";
import {
  createJourneyWorld,
  ends,
  SLOW_BUS,
  TRAINS,
} from "../../../../test/transit/journey-world.ts";

test("[domain/transit:fitting-trains] a ride of a search says which train leaves after its dropoff, or arrives before its pickup", async () => {
  const { journeys, offer } = await createJourneyWorld({ ...TRAINS, ...SLOW_BUS });
  const toStation = await offer("village", "junction", "2026-01-02T07:50:00Z");
  const { fits } = await journeys(ends("village", "junction"));
  expect(fits).toEqual([
    {
      rideId: toStation.id,
      end: "dropoff",
      train: expect.objectContaining({ line: "IC\u00A03", at: "2026-01-02T08:30:00.000Z" }),
      minutes: expect.any(Number),
    },
  ]);
  expect(fits[0]?.minutes).toBeGreaterThanOrEqual(5);
  expect(fits[0]?.minutes).toBeLessThanOrEqual(25);

  const fromStation = await offer("city", "village", "2026-01-02T09:20:00Z");
  const back = await journeys(ends("city", "village"));
  expect(back.fits).toMatchObject([
    { rideId: fromStation.id, end: "pickup", train: { line: "IC\u00A03" }, minutes: 10 },
  ]);
  await offer("village", "city", "2026-01-02T08:00:00Z");
  expect((await journeys()).fits).toEqual([]);
});
