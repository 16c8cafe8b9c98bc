import { expect, test, vi } from "vitest";
import { pickZoom } from "./pick-zoom.ts";

vi.mock("#shared/community-settings.ts", () => ({
  communitySettings: { basemap: null, regionMaps: [{ bbox: [9.47, 47.04, 9.64, 47.28] }] },
}));

const VADUZ = { lat: 47.141, lng: 9.521 };

test("a point is picked among streets where a map of them covers it, else among towns", () => {
  expect(pickZoom(VADUZ)).toBeGreaterThan(15);
  expect(pickZoom(VADUZ, "town")).toBeLessThan(pickZoom(VADUZ, "station"));
  expect(pickZoom({ lat: 46.85, lng: 9.53 })).toBe(11);
});
