import { join } from "node:path";
import { array, assert, double, property, record } from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { openLog } from "#platform/log.ts";
import { openRegions } from "#platform/regions/regions.ts";
import { createTestFolder } from "../../../../test/app/test-folders.ts";
import { writeRegion } from "../../../../test/regions/write-region.ts";
import { ALL_HEADINGS } from "./headings.ts";
import { PICKUP_FILE, type PickupPoint, writePickupFile } from "./pickup-file.ts";
import { loadPickupIndex, PickupIndex } from "./pickup-index.ts";

const degrees = (min: number) => double({ min, max: min + 0.02, noNaN: true });
const place = record({ lat: degrees(47), lng: degrees(9) });
const points = array(place, { maxLength: 60 }).map((places) =>
  places.map(({ lat, lng }, n): PickupPoint => ({
    kind: "stop",
    name: `Stop ${n}`,
    lat,
    lng,
    headings: ALL_HEADINGS,
  })),
);
const box = record({ a: place, b: place }).map(({ a, b }) => ({
  south: Math.min(a.lat, b.lat),
  north: Math.max(a.lat, b.lat),
  west: Math.min(a.lng, b.lng),
  east: Math.max(a.lng, b.lng),
}));
const isIn =
  ({ south, north, west, east }: { south: number; north: number; west: number; east: number }) =>
  ({ lat, lng }: PickupPoint) =>
    lat >= south && lat <= north && lng >= west && lng <= east;
const names = (found: readonly PickupPoint[]) => found.map(({ name }) => name).toSorted();

test("finds the points of the box around a straight line", () => {
  assert(
    property(points, box, (all, { south, north, west, east }) => {
      const found = new PickupIndex(all).around(
        { lat: north, lng: west },
        { lat: south, lng: east },
        0,
      );
      expect(names(found)).toEqual(names(all.filter(isIn({ south, north, west, east }))));
    }),
    { seed: 1, numRuns: 500 },
  );
});

test("looks at least the margin beside a line, to all sides", () => {
  const metre = 1 / 111_195;
  const lngMetre = metre / Math.cos((47 * Math.PI) / 180);
  const at = (name: string, east: number, north: number): PickupPoint => ({
    kind: "stop",
    name,
    lat: 47 + north * metre,
    lng: 9 + east * lngMetre,
    headings: ALL_HEADINGS,
  });
  const index = new PickupIndex([
    at("n", 50, 24),
    at("s", 50, -24),
    at("w", -24, 0),
    at("e", 124, 0),
    at("far", 50, 30),
  ]);
  expect(
    names(index.around({ lat: 47, lng: 9 }, { lat: 47, lng: 9 + 100 * lngMetre }, 25)),
  ).toEqual(["e", "n", "s", "w"]);
});

test("a part of the index has each point of its boxes once, and no other", () => {
  assert(
    property(points, box, box, (all, one, other) => {
      const part = new PickupIndex(all).within([one, other]);
      const wanted = all.filter((point) => isIn(one)(point) || isIn(other)(point));
      expect(part.size).toBe(wanted.length);
      expect(names(part.around({ lat: 46, lng: 8 }, { lat: 48, lng: 10 }, 0))).toEqual(
        names(wanted),
      );
    }),
    { seed: 1, numRuns: 500 },
  );
});

test("a region may have more points than a call has arguments", async () => {
  const folder = createTestFolder();
  const stops = Array.from({ length: 130_000 }, (_, n): PickupPoint => ({
    kind: "stop",
    name: "Stop",
    lat: 47 + n / 1e6,
    lng: 9,
    headings: ALL_HEADINGS,
  }));
  await writePickupFile(join(writeRegion(folder, { id: "large" }), PICKUP_FILE), stops);
  const log = openLog("silent");
  const regions = openRegions({ DATA_DIR: folder }, log);
  onTestFinished(() => regions.close());

  expect((await loadPickupIndex({ regions, log })).size).toBe(stops.length);
});
