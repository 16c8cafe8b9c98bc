import { array, assert, double, property, record } from "fast-check";
import { expect, test } from "vitest";
import { distanceM } from "../src/geo.ts";
import { lengthsAlong } from "../src/road-rule.ts";

const place = record({
  lat: double({ min: -90, max: 90, noNaN: true }),
  lng: double({ min: -180, max: 180, noNaN: true }),
});
/** From a nanometre to half the Earth: the shorter pieces use another formula. */
const scale = double({ min: -14, max: 0, noNaN: true }).map((exponent) => 10 ** exponent);

test("the length of a line before each point is the sum of its great circles, whether its pieces are short or long", () => {
  assert(
    property(array(place, { minLength: 1, maxLength: 8 }), scale, (places, factor) => {
      const line = places.map(({ lat, lng }) => ({ lat: factor * lat, lng: factor * lng }));
      const lengths = lengthsAlong(line);
      let sumM = 0;
      for (const [n, at] of line.entries()) {
        sumM += n === 0 ? 0 : distanceM(line[n - 1]!, at);
        expect(Math.abs(lengths[n]! - sumM)).toBeLessThanOrEqual(1e-8 + 1e-12 * sumM);
      }
    }),
    { seed: 1, numRuns: 5_000 },
  );
});
