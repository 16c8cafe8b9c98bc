import { expect, test, vi } from "vitest";
import { fitPadding, fitRegion, fitZoom, pointsToFit } from "./camera.ts";
import { unwrapLongitudes } from "./journey-layers.ts";

test("keeps clear of a panel, with room for tags", () => {
  const covered = { top: 0, right: 0, bottom: 0, left: 480 };
  expect(fitPadding({ width: 1440, height: 900 }, covered)).toEqual({
    top: 64,
    right: 72,
    bottom: 40,
    left: 552,
  });
});

test("shrinks the room for tags if a sheet leaves little space", () => {
  const { top, bottom } = fitPadding(
    { width: 390, height: 600 },
    { top: 80, right: 0, bottom: 380, left: 0 },
  );
  expect(top).toBeGreaterThan(80);
  expect(top + bottom).toBeLessThanOrEqual(600 - 96);
});

test("an empty map shows the community's region", () => {
  for (const region of [
    { lat: 48, lng: 7.8, radiusKm: 40 },
    { lat: -60, lng: 20, radiusKm: 300 },
  ]) {
    const { center, zoom } = fitRegion(region);
    const kmPerPx = (40_075 * Math.cos((region.lat * Math.PI) / 180)) / (512 * 2 ** zoom);
    expect(center).toEqual({ lat: region.lat, lng: region.lng });
    expect((2 * region.radiusKm) / kmPerPx).toBeCloseTo(360);
  }
  expect(fitRegion({ lat: 0, lng: 0, radiusKm: 1 }).zoom).toBe(11);
});

test("uses the region set by the operator", async () => {
  const region = { lat: 48, lng: 7.8, radiusKm: 40 };
  vi.resetModules();
  vi.doMock("#shared/community-settings.ts", () => ({ communitySettings: { region } }));
  const { DEFAULT_VIEW } = await import("./camera.ts");
  vi.doUnmock("#shared/community-settings.ts");
  expect(DEFAULT_VIEW).toEqual(fitRegion(region));
});

test("ignores panels that cover everything", () => {
  expect(
    fitPadding({ width: 390, height: 300 }, { top: 100, right: 0, bottom: 250, left: 0 }),
  ).toMatchObject({
    top: 0,
    bottom: 0,
  });
});

test("keeps a route across the antimeridian in one piece", () => {
  const fiji = [179, -179, 178].map((lng) => ({ lat: -17, lng }));
  expect(unwrapLongitudes(fiji).map(([lng]) => lng)).toEqual([179, 181, 178]);
});

test("fits the user's own part of a ride with the walks to it, else the route, else the pins", () => {
  const [a, b, c, d] = [46, 47, 48, 49].map((lat) => ({ lat, lng: 9 }));
  if (!a || !b || !c || !d) throw new Error("There are four points.");
  const stops = [
    { ...a, kind: "start" as const, label: "A" },
    { ...c, kind: "dropoff" as const, label: "C" },
  ];
  const scene = { route: [a, b, c, d], stops, pins: [{ ...d, id: "d", label: "D" }] };
  expect(pointsToFit({ ...scene, segment: [b, c], walks: [[c, d]] }).map(({ lat }) => lat)).toEqual(
    [47, 48, 48, 49, 48],
  );
  expect(pointsToFit(scene).map(({ lat }) => lat)).toEqual([46, 47, 48, 49, 46, 48]);
  expect(pointsToFit({ pins: scene.pins }).map(({ lat }) => lat)).toEqual([49]);
});

test("comes close to a short route, but not to a single town", () => {
  const vaduz = { lat: 47.141, lng: 9.521 };
  expect(fitZoom([vaduz, vaduz])).toBe(11);
  expect(fitZoom([vaduz, { lat: 47.165, lng: 9.509 }])).toBeGreaterThan(14);
});
