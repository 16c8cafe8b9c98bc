import type { ActiveDriver, DriverCellUpdate } from "@commonlane/contract/active-drivers";
import { expect, test } from "vitest";
import {
  applyCellUpdate,
  mergeDrivers,
  keepListOrder,
  sortByDistance,
  NO_WATCHED_DRIVERS,
  keepCells,
} from "./driver-list.ts";

const THEN = "2026-11-20T08:00:00.000Z";
const NOW = "2026-11-20T08:05:00.000Z";
const HERE = { lat: 48, lng: 7.8 };

function driver(uid: string, overrides: Partial<ActiveDriver> = {}): ActiveDriver {
  return {
    uid,
    displayName: uid,
    driver: {
      uid,
      displayName: uid,
      initials: "A",
      photo: null,
      rating: { mean: null, count: 0 },
      reliability: null,
    },
    ...HERE,
    exact: false,
    address: null,
    heading: null,
    seats: 2,
    note: null,
    audience: "everyone",
    headingTo: null,
    distanceKm: null,
    lastSeenAt: THEN,
    ...overrides,
  };
}
const update = (overrides: Partial<DriverCellUpdate>): DriverCellUpdate => ({
  cell: "1.1",
  complete: false,
  arrived: [],
  moved: [],
  gone: [],
  ...overrides,
});
const uidsOf = (drivers: readonly ActiveDriver[]) => drivers.map(({ uid }) => uid);

test("an update moves, adds and removes drivers", () => {
  let watched = applyCellUpdate(
    NO_WATCHED_DRIVERS,
    update({ complete: true, arrived: [driver("a"), driver("b")] }),
    THEN,
  );
  const moved = [{ uid: "a", lat: 48.1, lng: 7.9, heading: 90, exact: false }];
  watched = applyCellUpdate(watched, update({ moved, arrived: [driver("c")], gone: ["b"] }), NOW);
  const drivers = mergeDrivers([], watched, ["1.1"]);
  expect(uidsOf(drivers)).toEqual(["a", "c"]);
  expect(drivers[0]).toMatchObject({ lat: 48.1, lng: 7.9, heading: 90, lastSeenAt: NOW });
});

test("a driver who entered another cell is not removed by the previous cell", () => {
  let watched = applyCellUpdate(
    NO_WATCHED_DRIVERS,
    update({ complete: true, arrived: [driver("a")] }),
    THEN,
  );
  watched = applyCellUpdate(
    watched,
    update({ cell: "1.2", complete: true, arrived: [driver("a")] }),
    NOW,
  );
  watched = applyCellUpdate(watched, update({ gone: ["a"] }), NOW);
  expect(uidsOf(mergeDrivers([], watched, ["1.1", "1.2"]))).toEqual(["a"]);
  watched = applyCellUpdate(watched, update({ cell: "1.1", complete: true }), NOW);
  expect(watched.drivers.size).toBe(1);
});

test("a full update removes drivers that it does not contain", () => {
  let watched = applyCellUpdate(
    NO_WATCHED_DRIVERS,
    update({ complete: true, arrived: [driver("a"), driver("b")] }),
    THEN,
  );
  watched = applyCellUpdate(watched, update({ complete: true, arrived: [driver("b")] }), NOW);
  expect(uidsOf(mergeDrivers([], watched, ["1.1"]))).toEqual(["b"]);
});

test("uses the server's list until all cells are received, and to complete crowded cells", () => {
  const listed = [driver("x"), driver("y", { lat: 0, lng: 0 })];
  const oneCell = applyCellUpdate(
    NO_WATCHED_DRIVERS,
    update({ complete: true, arrived: [driver("a")] }),
    THEN,
  );
  expect(uidsOf(mergeDrivers(listed, oneCell, ["1.1", "1.2"]))).toEqual(["x", "y"]);
  expect(uidsOf(mergeDrivers(listed, oneCell, []))).toEqual(["x", "y"]);
  expect(uidsOf(mergeDrivers(listed, oneCell, ["1.1"]))).toEqual(["a"]);
  // This cell contains 48 N 7.8 E.
  const crowdedDrivers = Array.from({ length: 200 }, (_, n) => driver(`c${n}`));
  const crowdedCell = applyCellUpdate(
    NO_WATCHED_DRIVERS,
    update({ cell: "552.751", complete: true, arrived: crowdedDrivers }),
    THEN,
  );
  const drivers = uidsOf(mergeDrivers(listed, crowdedCell, ["552.751"]));
  expect(drivers).toHaveLength(201);
  expect(drivers).toContain("x");
});

test("forgets cells that are no longer watched", () => {
  const watched = applyCellUpdate(
    NO_WATCHED_DRIVERS,
    update({ complete: true, arrived: [driver("a")] }),
    THEN,
  );
  expect(keepCells(watched, ["1.2"])).toEqual(NO_WATCHED_DRIVERS);
  expect(keepCells(watched, ["1.1"])).toEqual(watched);
});

test("sorts by distance without the viewer and distant drivers, with coarse distances for strangers", () => {
  const drivers = [
    driver("far", { lat: 49 }),
    driver("b", { lat: 48.05 }),
    driver("me"),
    driver("a", { lat: 48.0123 }),
    driver("known", { lat: 48.0123, exact: true }),
  ];
  const near = sortByDistance(drivers, { here: HERE, radiusKm: 50, uid: "me" });
  expect(
    near.map(({ driver: { uid }, distanceKm }) => [uid, Number(distanceKm.toFixed(3))]),
  ).toEqual([
    ["known", 1.368],
    ["a", 1.5],
    ["b", 5.5],
  ]);
});

test("keeps the order while the list is in use and appends new drivers", () => {
  const near = ["c", "new", "a", "b"].map((uid, n) => ({ driver: driver(uid), distanceKm: n }));
  expect(keepListOrder(near, ["a", "b", "gone", "c"]).map(({ driver: { uid } }) => uid)).toEqual([
    "a",
    "b",
    "c",
    "new",
  ]);
});
