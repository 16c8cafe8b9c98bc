import { expect, test } from "vitest";
import { decodePolyline, encodePolyline } from "./polyline.ts";

// Example from Google's format description.
const published = "_p~iF~ps|U_ulLnnqC_mqNvxq`@";
const points = [
  { lat: 38.5, lng: -120.2 },
  { lat: 40.7, lng: -120.95 },
  { lat: 43.252, lng: -126.453 },
];

test("encodes and decodes the published example", () => {
  expect(encodePolyline(points)).toBe(published);
  expect(decodePolyline(published)).toEqual(points);
  expect(encodePolyline([{ lat: 0, lng: -179.9832104 }])).toBe("?`~oia@");
});

test("round-trips extreme coordinates to 5 decimals", () => {
  const corners = [
    { lat: 90, lng: 180 },
    { lat: -90, lng: -180 },
    { lat: 0, lng: 0 },
    { lat: -33.86882, lng: 151.2093 },
  ];
  expect(decodePolyline(encodePolyline(corners))).toEqual(corners);
  expect(decodePolyline("")).toEqual([]);
});

test.each(["_p~iF", "_p~iF~ps|", "_p~iF ", "~~~~~~~~~~?"])("rejects %j", (text) => {
  expect(() => decodePolyline(text)).toThrow(RangeError);
});
