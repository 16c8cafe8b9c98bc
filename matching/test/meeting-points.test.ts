import { expect, test } from "vitest";
import { at, ride, search } from "./fixtures.ts";
import { distanceM } from "../src/geo.ts";
import { matchOnRoads, type MeetingPoint, type RoadRide } from "../src/road-rule.ts";
import { DEFAULT_MATCH_SETTINGS } from "../src/rule.ts";

const settings = DEFAULT_MATCH_SETTINGS;

/** A ride of one leg, driven at 20 m/s, with meeting points as shares of the leg and walks to them. */
function rideWith(
  points: readonly (Pick<MeetingPoint, "walkS" | "preferenceS"> & { readonly share: number })[],
): RoadRide {
  const from = at(0);
  const to = at(1);
  const leg = { distanceM: distanceM(from, to), durationS: distanceM(from, to) / 20 };
  return {
    ...ride({ points: [from, to], maxDetourM: 0, maxDetourS: 0 }),
    legs: [{ ...leg, line: [from, to] }],
    meetingPoints: (_, place) => {
      const isPickup = distanceM(place, from) < distanceM(place, to);
      if (!isPickup) return [{ at: to, along: leg, walkM: 0, walkS: 0 }];
      return points.map(({ share, ...point }) => ({
        ...point,
        at: at(share),
        along: { distanceM: share * leg.distanceM, durationS: share * leg.durationS },
        walkM: point.walkS * 1.3,
      }));
    },
  };
}

const walkOf = (...points: Parameters<typeof rideWith>[0]) => {
  const wanted = search({ from: at(0), to: at(1), walkM: 1000 });
  return matchOnRoads(rideWith(points), wanted, () => null, settings).match?.walkFromS;
};

test("[domain/pickup:preferred] a preferred meeting point is chosen if the walk is longer by at most its preference", () => {
  const near = { share: 0.1, walkS: 100 };
  expect(walkOf(near, { share: 0.2, walkS: 279, preferenceS: 180 })).toBe(279);
  expect(walkOf(near, { share: 0.2, walkS: 281, preferenceS: 180 })).toBe(100);
  expect(walkOf({ ...near, preferenceS: 180 }, { share: 0.2, walkS: 120, preferenceS: 180 })).toBe(
    100,
  );
  expect(walkOf(near, { share: 0.2, walkS: 99 })).toBe(99);
});

test("a preference changes which point is chosen, but neither limits nor the order of results", () => {
  const wanted = search({ from: at(0), to: at(1), walkM: 300 });
  const matchOf = (points: Parameters<typeof rideWith>[0]) =>
    matchOnRoads(rideWith(points), wanted, () => null, settings).match;
  // 1.3 m/s: 240 s are 312 m.
  expect(matchOf([{ share: 0.1, walkS: 240, preferenceS: 180 }])).toBeUndefined();
  const plain = matchOf([{ share: 0.1, walkS: 200 }]);
  const preferred = matchOf([{ share: 0.1, walkS: 200, preferenceS: 180 }]);
  expect(preferred).toEqual(plain);
});
