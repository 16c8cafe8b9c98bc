import { expect, test } from "vitest";
import fc from "fast-check";
import { decodePolyline, encodePolyline } from "./polyline.ts";

const example = [
  { lat: 38.5, lng: -120.2 },
  { lat: 40.7, lng: -120.95 },
  { lat: 43.252, lng: -126.453 },
];

test("a polyline is encoded like Google's example, and decoded again", () => {
  expect(encodePolyline(example)).toBe("_p~iF~ps|U_ulLnnqC_mqNvxq`@");
  expect(decodePolyline("_p~iF~ps|U_ulLnnqC_mqNvxq`@")).toEqual(example);
});

test("decoding restores encoded points to the last decimal, with five or six", () => {
  const lines = fc.constantFrom(5, 6).chain((decimals) => {
    const scale = 10 ** decimals;
    const point = fc.record({ lat: degrees(90, scale), lng: degrees(180, scale) });
    return fc.record({ decimals: fc.constant(decimals), line: fc.array(point, { maxLength: 20 }) });
  });
  fc.assert(
    fc.property(lines, ({ decimals, line }) => {
      const points = line.map(({ lat, lng }) => ({
        lat: lat / 10 ** decimals,
        lng: lng / 10 ** decimals,
      }));
      expect(decodePolyline(encodePolyline(points, decimals), decimals)).toEqual(points);
    }),
  );
});

test("text that is not an encoded polyline is refused", () => {
  for (const text of ["_", "_p~iF", "not a line!", "~~~~~~~~~~~~", "\u0000", "é?"])
    expect(() => decodePolyline(text)).toThrow(RangeError);
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(
        decodeOrEmpty(text).every(({ lat, lng }) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180),
      ).toBe(true);
    }),
  );
});

const degrees = (maxDegrees: number, scale: number) =>
  fc.integer({ min: -maxDegrees * scale, max: maxDegrees * scale });

/** The points of an encoded polyline, none if it is refused; any other error is a bug. */
function decodeOrEmpty(text: string) {
  try {
    return decodePolyline(text);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}
