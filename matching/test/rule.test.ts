import { describe, expect, test } from "vitest";
import {
  DEGREE_M,
  DEGREE_S,
  DEPARTS_AT_MS,
  HOUR_MS,
  at,
  longDriveS,
  metresToLng,
  ride,
  search,
} from "./fixtures.ts";
import { distanceM } from "../src/geo.ts";
import { findMatchesByBruteForce } from "../src/testing/oracle.ts";
import { DEFAULT_MATCH_SETTINGS, matchRide } from "../src/rule.ts";
import { createRandom } from "../src/testing/random-scenarios.ts";

/** Both ends are 800 m beside the road. */
const walkBeside = (metres: number) =>
  matchRide(
    ride({ maxDetourM: 0, maxDetourS: 0 }),
    search({ from: at(0.5, 800), to: at(0.5 + metresToLng(metres), 800), walkM: 2_000 }),
  );

describe("Freiburg - Mainz - Köln for someone from Karlsruhe to Bonn", () => {
  // Great-circle metres by hand: Freiburg-Karlsruhe 118,863.04, Karlsruhe-Mainz 109,187.83, Freiburg-Mainz 223,271.55,
  // Mainz-Bonn 118,354.84, Bonn-Köln 24,363.04, Mainz-Köln 141,381.94. The route passes 23.2 and 7.3 km away.
  const freiburgToKoeln = ride({
    points: [
      { lat: 47.9959, lng: 7.8522 },
      { lat: 49.9842, lng: 8.2791 },
      { lat: 50.9333, lng: 6.95 },
    ],
  });
  const criteria = search({
    from: { lat: 49.0047, lng: 8.3858 },
    to: { lat: 50.7344, lng: 7.0955 },
    seats: 2,
  });

  test("[domain/matching:fetch-detour] fetches both ends at the cost of two insertions", () => {
    const match = matchRide(freiburgToKoeln, criteria);
    expect(match).toMatchObject({
      pickupBy: "fetch",
      dropoffBy: "fetch",
      pickupLeg: 0,
      dropoffLeg: 1,
      partial: true,
      seatsLeft: 3,
    });
    expect(match).toMatchObject({
      pickup: criteria.from,
      dropoff: criteria.to,
      walkFromM: 0,
      walkToM: 0,
    });
    expect(match?.detourM).toBeCloseTo(
      1.22 * (118_863.04 + 109_187.83 - 223_271.55 + 118_354.84 + 24_363.04 - 141_381.94),
      0,
    );
    expect(match?.detourS).toBeCloseTo(7_460.62 / (55 / 3.6), 1);
    // Each leg is driven at its own speed, its detour at 55 km/h; the stop divides both by distance.
    const viaKarlsruheM = 118_863.04 + 109_187.83;
    const viaBonnM = 118_354.84 + 24_363.04;
    const firstS = longDriveS(223_271.55) + (1.22 * (viaKarlsruheM - 223_271.55)) / (55 / 3.6);
    const secondS = longDriveS(141_381.94) + (1.22 * (viaBonnM - 141_381.94)) / (55 / 3.6);
    const toPickupS = (firstS * 118_863.04) / viaKarlsruheM;
    expect(match?.pickupAtMs).toBeCloseTo(DEPARTS_AT_MS + toPickupS * 1000, -2);
    expect(match?.distanceM).toBeCloseTo(1.22 * (109_187.83 + 118_354.84), 0);
    expect(match?.shareOfRoute).toBeCloseTo(0.6137, 4);
    // There is no preferred instant, and the pickup is by day: only the time in the car beyond the direct route counts.
    const rideS = firstS - toPickupS + (secondS * 118_354.84) / viaBonnM;
    expect(match?.order).toBeCloseTo(rideS - longDriveS(distanceM(criteria.from, criteria.to)), 1);
  });

  test("[domain/matching:walk-only] does not match a host without a detour who passes too far from both ends", () => {
    expect(
      matchRide({ ...freiburgToKoeln, maxDetourM: 0, maxDetourS: 0 }, criteria),
    ).toBeUndefined();
  });

  test("agrees with brute force", () => {
    const [found, ...rest] = findMatchesByBruteForce(
      [freiburgToKoeln, { ...freiburgToKoeln, id: "walk-only", maxDetourM: 0, maxDetourS: 0 }],
      criteria,
    );
    expect(found).toMatchObject({ rideId: "ride", pickupBy: "fetch", dropoffBy: "fetch" });
    expect(rest).toEqual([]);
  });
});

describe("walking", () => {
  const walkOnly = ride({ maxDetourM: 0, maxDetourS: 0 });

  test("[domain/matching:walk] goes to the nearest point of the leg, 1.2 x as far, at 1.3 m/s", () => {
    const match = matchRide(walkOnly, search({ from: at(0.5, 800), to: at(1.5, -500) }));
    expect(match).toMatchObject({ pickupBy: "walk", dropoffBy: "walk", detourM: 0, detourS: 0 });
    expect(match?.walkFromM).toBeCloseTo(960, 1);
    expect(match?.walkToS).toBeCloseTo(600 / 1.3, 1);
    expect(match?.score).toBeCloseTo(1_560 / 1.3, 1);
    expect(match?.pickup.lng).toBeCloseTo(0.5, 9);
  });

  test("[domain/matching:walk-limit] is at most walkM at each end, its factor included", () => {
    expect(matchRide(walkOnly, search({ from: at(0.5, 833), to: at(1.5, 833) }))).toBeDefined();
    expect(matchRide(walkOnly, search({ from: at(0.5, 834) }))).toBeUndefined();
    expect(matchRide(walkOnly, search({ to: at(1.5, 834) }))).toBeUndefined();
  });

  test("[domain/matching:walk-direct] together is never longer than the walk from origin to destination", () => {
    // 1,600 m are walked in all, times the same factor.
    expect(walkBeside(1_650)).toBeDefined();
    expect(walkBeside(1_590)).toBeUndefined();
  });

  test("[domain/matching:walk-limit] needs no walk from stop to stop, wherever the stops are", () => {
    const random = createRandom(11);
    for (let k = 0; k < 500; k++) {
      const points = Array.from({ length: 4 }, () => ({
        lat: 180 * random() - 90,
        lng: 360 * random() - 180,
      }));
      const anyTime = { departsBeforeMs: Number.MAX_SAFE_INTEGER, walkM: 0 };
      const match = matchRide(
        { ...walkOnly, points, seatsLeft: [1, 1, 1] },
        search({ ...anyTime, from: points[1]!, to: points[2]! }),
      );
      expect(match).toMatchObject({
        pickup: points[1],
        dropoff: points[2],
        pickupLeg: 1,
        dropoffLeg: 1,
        walkFromM: 0,
        walkToM: 0,
      });
    }
  });
});

describe("a detour", () => {
  test("[domain/matching:detour-metres] stays within the host's metres, both ends together", () => {
    const criteria = search({ from: at(0.5, 13_000), to: at(1.5, 13_000), walkM: 0 });
    const { detourM = 0 } = matchRide(ride({ maxDetourS: 100_000 }), criteria) ?? {};
    // Two right triangles at each end: 2.44 x (hypotenuse - half a degree) x 2.
    expect(detourM).toBeCloseTo(2 * 2.44 * (Math.hypot(13_000, DEGREE_M / 2) - DEGREE_M / 2), -1);
    expect(
      matchRide(ride({ maxDetourM: detourM - 1, maxDetourS: 100_000 }), criteria),
    ).toBeUndefined();
    expect(
      matchRide(ride({ maxDetourM: detourM + 1, maxDetourS: 100_000 }), criteria),
    ).toBeDefined();
  });

  test("[domain/matching:detour-seconds] stays within the host's seconds too", () => {
    const criteria = search({ from: at(0.5, 13_000), walkM: 0 });
    const { detourS = 0 } = matchRide(ride({ maxDetourM: 100_000 }), criteria) ?? {};
    expect(
      matchRide(ride({ maxDetourM: 100_000, maxDetourS: detourS - 1 }), criteria),
    ).toBeUndefined();
    expect(
      matchRide(ride({ maxDetourM: 100_000, maxDetourS: detourS + 1 }), criteria),
    ).toBeDefined();
  });

  test("[domain/matching:fetch-far] can be cheap tens of kilometres away from a long leg", () => {
    const long = ride({ points: [at(0), at(8)] });
    const match = matchRide(
      long,
      search({ from: at(4, 40_000), to: at(8), departsBeforeMs: DEPARTS_AT_MS + 24 * HOUR_MS }),
    );
    expect(match?.detourM).toBeCloseTo(
      2.44 * (Math.hypot(40_000, 4 * DEGREE_M) - 4 * DEGREE_M),
      -2,
    );
  });

  test("[domain/matching:fetch-one-leg] visits two fetched ends on one leg one after the other", () => {
    const match = matchRide(
      ride({ points: [at(0), at(2)] }),
      search({ from: at(0.5, 8_000), to: at(1.5, 8_000), walkM: 0 }),
    );
    const slant = Math.hypot(8_000, DEGREE_M / 2);
    expect(match).toMatchObject({
      pickupBy: "fetch",
      dropoffBy: "fetch",
      pickupLeg: 0,
      dropoffLeg: 0,
    });
    expect(match?.detourM).toBeCloseTo(1.22 * (slant + DEGREE_M + slant - 2 * DEGREE_M), -1);
  });

  test("[domain/matching:fetch-one-leg] uses the meeting point of a walking passenger instead of the leg's point", () => {
    const match = matchRide(
      ride({ points: [at(0), at(2)] }),
      search({ from: at(0.5, 8_000), to: at(1.5) }),
    );
    expect(match).toMatchObject({ pickupBy: "fetch", dropoffBy: "walk" });
    const through = Math.hypot(8_000, DEGREE_M / 2) + Math.hypot(8_000, DEGREE_M);
    expect(match?.detourM).toBeCloseTo(1.22 * (through - 1.5 * DEGREE_M), -1);
  });
});

describe("order along the route", () => {
  test("[domain/matching:order-along] never matches in the opposite direction", () => {
    expect(matchRide(ride(), search({ from: at(1.5), to: at(0.5) }))).toBeUndefined();
    expect(matchRide(ride(), search({ from: at(0.9), to: at(0.1) }))).toBeUndefined();
  });

  test("[domain/matching:order-along] matches the way back of a round trip", () => {
    const match = matchRide(
      ride({ points: [at(0), at(1), at(0)] }),
      search({ from: at(0.9), to: at(0.1) }),
    );
    expect(match).toMatchObject({ pickupLeg: 1, dropoffLeg: 1, pickupBy: "walk" });
    expect(match?.pickupAtMs).toBeCloseTo(DEPARTS_AT_MS + 1.1 * DEGREE_S * 1000, -2);
  });

  test("[domain/matching:least-score] prefers the fewest legs among equal scores, so that no seat is taken needlessly", () => {
    const match = matchRide(ride({ seatsLeft: [1, 3] }), search({ from: at(1), to: at(2) }));
    expect(match).toMatchObject({ pickupLeg: 1, dropoffLeg: 1, seatsLeft: 3, score: 0 });
  });

  test("[domain/matching:least-score] prefers being fetched if walking takes longer", () => {
    const match = matchRide(ride(), search({ from: at(0.5, 800) }));
    expect(match).toMatchObject({ pickupBy: "fetch", dropoffBy: "walk" });
    expect(match?.score).toBeLessThan(960 / 1.3);
  });

  test("[domain/matching:min-ride] pickup and dropoff are at least 2 km of driving apart", () => {
    const still = ride({ maxDetourM: 0, maxDetourS: 0 });
    expect(
      matchRide(still, search({ to: at(0.5 + metresToLng(2_001 / 1.22)), walkM: 0.1 })),
    ).toBeDefined();
    expect(
      matchRide(still, search({ to: at(0.5 + metresToLng(1_999 / 1.22)), walkM: 0.1 })),
    ).toBeUndefined();
  });
});

describe("seats and time", () => {
  test("[domain/matching:seats-on-every-leg] rejects a ride with one full leg in between", () => {
    const points = [at(0), at(1), at(2), at(3)];
    const full = ride({ points, seatsLeft: [3, 1, 3] });
    expect(matchRide(full, search({ to: at(2.5), seats: 2 }))).toBeUndefined();
    expect(matchRide(full, search({ to: at(2.5), seats: 1 }))).toMatchObject({ seatsLeft: 1 });
    expect(matchRide(full, search({ from: at(2.2), to: at(2.8), seats: 3 }))).toMatchObject({
      seatsLeft: 3,
    });
  });

  test("[domain/matching:window] compares the pickup instant, not the departure, with the window", () => {
    const pickupAtMs = DEPARTS_AT_MS + Math.round(0.5 * DEGREE_S * 1000);
    const within = (fromMs: number, toMs: number) =>
      matchRide(
        ride(),
        search({ departsAfterMs: pickupAtMs + fromMs, departsBeforeMs: pickupAtMs + toMs }),
      );
    expect(within(-1_000, 1_000)?.pickupAtMs).toBeCloseTo(pickupAtMs, -2);
    expect(within(1_000, HOUR_MS)).toBeUndefined();
    expect(within(-HOUR_MS, -1_000)).toBeUndefined();
  });

  test("[domain/matching:preferred-time] weighs a second before or after the preferred instant as a second; without one, all hours of the day are equal", () => {
    const pickupAtMs = matchRide(ride(), search())!.pickupAtMs;
    expect(matchRide(ride(), search({ atMs: pickupAtMs + 400_000 }))?.order).toBeCloseTo(400, 3);
    expect(matchRide(ride(), search({ atMs: pickupAtMs - 400_000 }))?.order).toBeCloseTo(400, 3);
    expect(matchRide(ride(), search())?.order).toBeCloseTo(0, 3);
  });

  test("[domain/matching:best-order] counts each second in the car beyond the direct route once, and on foot twice", () => {
    const walkOnly = ride({ maxDetourM: 0, maxDetourS: 0 });
    const match = matchRide(walkOnly, search({ from: at(0.5, 700) }));
    const directS = longDriveS(distanceM(at(0.5, 700), at(1.5)));
    expect(match?.order).toBeCloseTo(DEGREE_S - directS + (2 * 1.2 * 700) / 1.3, 1);
    const legs = [
      { distanceM: 150_000, durationS: 6_000 },
      { distanceM: 160_000, durationS: 8_000 },
    ];
    // Half of each leg, on roads that are slower than the great-circle estimate.
    expect(matchRide(ride({ legs }), search())?.order).toBeCloseTo(7_000 - DEGREE_S, 1);
  });

  test("[domain/matching:road-legs] uses the metres and seconds of the routing engine where it knows the legs", () => {
    const legs = [
      { distanceM: 150_000, durationS: 6_000 },
      { distanceM: 160_000, durationS: 8_000 },
    ];
    const match = matchRide(ride({ legs }), search());
    expect(match?.pickupAtMs).toBeCloseTo(DEPARTS_AT_MS + 3_000_000, -1);
    expect(match?.dropoffAtMs).toBeCloseTo(DEPARTS_AT_MS + 10_000_000, -1);
    expect(match?.distanceM).toBeCloseTo(155_000, 0);
    expect(match?.shareOfRoute).toBeCloseTo(0.5, 5);
  });
});

test("[domain/matching:partial] marks a match as partial if an end is more than 1 km from the ride's own", () => {
  const longWindow = { departsBeforeMs: DEPARTS_AT_MS + 24 * HOUR_MS };
  expect(
    matchRide(
      ride(),
      search({ ...longWindow, from: at(metresToLng(999)), to: at(2 - metresToLng(999)) }),
    )?.partial,
  ).toBe(false);
  expect(
    matchRide(ride(), search({ ...longWindow, from: at(metresToLng(1_001)), to: at(2) }))?.partial,
  ).toBe(true);
  expect(
    matchRide(ride(), search({ ...longWindow, from: at(0), to: at(2 - metresToLng(1_001)) }))
      ?.partial,
  ).toBe(true);
});

test("throws for a ride or search that cannot be measured", () => {
  expect(() => matchRide(ride({ points: [at(0)] }), search())).toThrow(RangeError);
  expect(() => matchRide(ride({ seatsLeft: [1] }), search())).toThrow(RangeError);
  expect(() => matchRide(ride({ legs: [] }), search())).toThrow(RangeError);
  expect(() => matchRide(ride({ points: [at(0), at(Number.NaN)] }), search())).toThrow(RangeError);
  expect(() => matchRide(ride({ maxDetourM: -1 }), search())).toThrow(RangeError);
  expect(() => matchRide(ride(), search({ seats: -1 }))).toThrow(RangeError);
  expect(() => matchRide(ride(), search({ walkM: DEFAULT_MATCH_SETTINGS.maxWalkM + 1 }))).toThrow(
    RangeError,
  );
  expect(() => matchRide(ride(), search({ from: at(Number.NaN) }))).toThrow(RangeError);
});
