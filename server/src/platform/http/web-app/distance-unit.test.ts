import { expect, test } from "vitest";
import { distanceUnitAt } from "../page-language.ts";

test.each([
  ["Vaduz", 47.14, 9.52, "kilometer"],
  ["Belfast", 54.6, -5.93, "mile"],
  ["Dublin", 53.35, -6.26, "kilometer"],
  ["Boise", 43.62, -116.2, "mile"],
  ["Toronto", 43.65, -79.38, "kilometer"],
  ["Honolulu", 21.31, -157.86, "mile"],
])("road signs in %s", (_town, lat, lng, unit) => {
  expect(distanceUnitAt({ lat, lng })).toBe(unit);
});
