import fc from "fast-check";
import { expect, test } from "vitest";
import { parseCoordinates } from "./parse-coordinates.ts";

const degrees = (max: number) =>
  fc.integer({ min: -max * 1e5, max: max * 1e5 }).map((n) => n / 1e5);

test.each([
  "47.99, 7.85",
  " 47.99,7.85 ",
  "47.99 7.85",
  "47.99; 7.85",
  "47,99 7,85",
  "47,99; 7,85",
  "geo:47.99,7.85",
  "geo:47.99,7.85;u=35",
  "N47.99 E7.85",
  "47.99° N, 7.85° E",
  "https://maps.example.org/@47.99,7.85,15z",
  "https://maps.example.org/?q=47.99,7.85",
])("reads coordinates as maps write them: %s", (text) => {
  expect(parseCoordinates(text)).toEqual({ lat: 47.99, lng: 7.85 });
});

test("reads the southern and western half, and degrees with minutes", () => {
  expect(parseCoordinates("S 33.5 W 70.6")).toEqual({ lat: -33.5, lng: -70.6 });
  expect(parseCoordinates("47°59'24\"N 7°51'E")).toEqual({ lat: 47.99, lng: 7.85 });
});

test.each([
  "",
  "Freiburg",
  "79098",
  "79098 Freiburg",
  "10 12",
  "47.99",
  "91.5, 7.85",
  "47.99, 181.2",
  "B 27.5",
])("takes nothing else for coordinates: %s", (text) => {
  expect(parseCoordinates(text)).toBeUndefined();
});

test("reads every point that is written with decimals", () => {
  fc.assert(
    fc.property(degrees(90), degrees(180), (lat, lng) => {
      const read = parseCoordinates(`${lat.toFixed(5)}, ${lng.toFixed(5)}`);
      expect(read?.lat).toBeCloseTo(lat, 5);
      expect(read?.lng).toBeCloseTo(lng, 5);
    }),
  );
});
