import { expect, test } from "vitest";
import { BONN, FREIBURG, KARLSRUHE, KOELN, testRide } from "../test-data.ts";
import { findNearbyRoutes } from "./nearby-routes.ts";
import type { CompleteSearchCriteria } from "./search-url.ts";

const criteria: CompleteSearchCriteria = {
  from: { ...FREIBURG, label: "Emmendingen, Germany", lat: 48.12 },
  to: BONN,
  day: "2026-11-25",
  time: null,
  flexible: false,
  seats: 1,
  walkM: 1000,
};
const namesOf = (...rides: Parameters<typeof findNearbyRoutes>[0]) =>
  findNearbyRoutes(rides, criteria).map(
    ({ from, to, day }) => `${from.label} – ${to.label} ${day}`,
  );

test("suggests routes between places near the searched ones, nearest first, each once on the nearest day", () => {
  const earlier = testRide("earlier", { departsAt: "2026-11-20T06:45:00.000Z" });
  const toBonn = testRide("bonn", {
    stops: [BONN],
    departsAt: "2026-11-24T06:45:00.000Z",
    seatsLeft: 2,
  });
  expect(namesOf(earlier, testRide("nearer"), toBonn)).toEqual([
    "Freiburg im Breisgau, Germany – Bonn, Germany 2026-11-24",
    "Freiburg im Breisgau, Germany – Köln, Germany 2026-11-21",
  ]);
});

test("suggests no route that ends far away, lacks seats or joins the searched towns", () => {
  const far = testRide("far", { stops: [], destination: KARLSRUHE });
  const full = testRide("full", { seatsLeft: 0 });
  const same = testRide("same", {
    origin: criteria.from,
    destination: { ...BONN, lat: BONN.lat + 0.1 },
    stops: [],
  });
  expect(namesOf(far, full, same)).toEqual([]);
  expect(namesOf(testRide("back", { origin: KOELN, stops: [], destination: FREIBURG }))).toEqual(
    [],
  );
});
