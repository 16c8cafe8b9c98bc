import { expect, test } from "vitest";
import { createTestContext } from "../../../test/app/test-context.ts";
import { Routes } from "./routes.ts";

const place = (placeId: string, lat: number) => ({ placeId, label: placeId, lat, lng: 9.5 });

test("the price of a series is for the shorter of the ways there and back, so that it is fair both ways", async () => {
  const { ctx } = await createTestContext();
  const home = place("home", 47.1);
  const work = place("work", 47.2);
  const route: typeof ctx.routing.route = ([from]) => ({
    legs: [{ distanceM: from?.lat === home.lat ? 9_000 : 8_000, durationS: 600, line: [] }],
    routed: true,
  });
  const routes = Routes.load(
    { ...ctx, routing: { ...ctx.routing, route } },
    [
      { origin: home, destination: work },
      { origin: work, destination: home },
    ],
    [],
  );
  const there = { origin: home, destination: work };
  expect(routes.get(there).distanceM).toBe(9_000);
  expect(routes.shorterDistanceM(there)).toBe(8_000);
});
