import { describe, expect, test } from "vitest";
import { DEPARTS_AT_MS, HOUR_MS, at, ride, search } from "./fixtures.ts";
import { matchRide, findNearMiss } from "../src/rule.ts";

describe("near misses", () => {
  const walkOnly = ride({ maxDetourM: 0, maxDetourS: 0 });

  test("[domain/matching:near-miss-window] allows 90 minutes outside the window and reports the side", () => {
    const pickupAtMs = matchRide(ride(), search())!.pickupAtMs;
    const departingAfter = (minutes: number) =>
      search({ departsAfterMs: pickupAtMs + minutes * 60_000 });
    expect(findNearMiss(ride(), departingAfter(40))).toMatchObject({
      reasons: ["window"],
      windowByMs: -40 * 60_000,
      detourByM: 0,
      walkByM: 0,
    });
    expect(findNearMiss(ride(), departingAfter(90))).toBeDefined();
    expect(findNearMiss(ride(), departingAfter(90.1))).toBeUndefined();
    const endingEarly = search({
      departsAfterMs: pickupAtMs - 2 * HOUR_MS,
      departsBeforeMs: pickupAtMs - HOUR_MS,
    });
    expect(findNearMiss(ride(), endingEarly)).toMatchObject({
      reasons: ["window"],
      windowByMs: HOUR_MS,
    });
  });

  test("[domain/matching:near-miss-detour] allows one and a half times the host's detour", () => {
    const criteria = search({ from: at(0.5, 13_000), walkM: 0 });
    const { detourM = 0 } =
      matchRide(ride({ maxDetourM: 50_000, maxDetourS: 9_000 }), criteria) ?? {};
    const allowing = (share: number) =>
      findNearMiss(ride({ maxDetourM: detourM * share, maxDetourS: 9_000 }), criteria);
    expect(allowing(1.01)).toBeUndefined();
    expect(allowing(0.99)).toMatchObject({ reasons: ["detour"] });
    expect(allowing(0.67)?.detourByM).toBeCloseTo(detourM * 0.33, 3);
    expect(allowing(0.66)).toBeUndefined();
  });

  test("[domain/matching:near-miss-walk] allows three times the walk", () => {
    expect(findNearMiss(walkOnly, search({ from: at(0.5, 2_499) }))).toMatchObject({
      reasons: ["walk"],
    });
    expect(findNearMiss(walkOnly, search({ from: at(0.5, 2_499) }))?.walkByM).toBeCloseTo(
      1_998.8,
      0,
    );
    expect(findNearMiss(walkOnly, search({ from: at(0.5, 2_501) }))).toBeUndefined();
  });

  test("[domain/matching:near-miss-reasons] names all reasons and prefers fewer reasons to a better score", () => {
    const criteria = search({ from: at(0.5, 2_000), departsAfterMs: DEPARTS_AT_MS + 2 * HOUR_MS });
    expect(findNearMiss(walkOnly, criteria)?.reasons).toEqual(["window", "walk"]);
    expect(findNearMiss(walkOnly, search())).toBeUndefined();
    // Being fetched would take 15 m and also break the detour limit; the walk of a quarter of an hour misses only the
    // window.
    const criteriaBeside = search({
      from: at(0.5, 800),
      departsAfterMs: DEPARTS_AT_MS + 2 * HOUR_MS,
    });
    expect(findNearMiss(ride({ maxDetourM: 12 }), criteriaBeside)).toMatchObject({
      reasons: ["window"],
      match: { pickupBy: "walk" },
    });
  });
});
