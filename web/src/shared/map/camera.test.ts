import { expect, test, vi } from "vitest";
import { fitPadding, fitRegion } from "./camera.ts";
import { unwrapLongitudes } from "./journey-layers.ts";

test("keeps clear of a panel, with room for tags", () => {
  const covered = { top: 0, right: 0, bottom: 0, left: 480 };
  expect(fitPadding({ width: 1440, height: 900 }, covered)).toEqual({ top: 64, right: 72, bottom: 40, left: 552 });
});

test("shrinks the room for tags if a sheet leaves little space", () => {
  const { top, bottom } = fitPadding({ width: 390, height: 600 }, { top: 80, right: 0, bottom: 380, left: 0 });
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
  expect(fitPadding({ width: 390, height: 300 }, { top: 100, right: 0, bottom: 250, left: 0 })).toMatchObject({
    top: 0,
    bottom: 0,
  });
});

test("keeps a route across the antimeridian in one piece", () => {
  const fiji = [179, -179, 178].map((lng) => ({ lat: -17, lng }));
  expect(unwrapLongitudes(fiji).map(([lng]) => lng)).toEqual([179, 181, 178]);
});
