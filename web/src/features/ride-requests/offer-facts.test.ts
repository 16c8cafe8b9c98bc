import { expect, test } from "vitest";
import { bestOf, exceeds, winsOf } from "./offer-facts.ts";
import { testOffer as offer } from "./test-requests.ts";

const euros = (amountMinor: number, currency = "EUR") => ({ amountMinor, currency });

test("of offers the lowest contribution, the earliest pickup and the shortest way around stand out", () => {
  const early = offer({ contribution: euros(1200), detourS: 300 });
  const cheap = offer({ contribution: euros(900), detourS: 60, pickupAt: "2026-01-02T07:00:00.000Z" });
  const best = bestOf([early, cheap]);
  expect(winsOf(early, best)).toEqual({ cheapest: false, earliest: true, leastDetour: false });
  expect(winsOf(cheap, best)).toEqual({ cheapest: true, earliest: false, leastDetour: true });
  expect(winsOf(offer({}), bestOf([offer({}), cheap]))).toMatchObject({ cheapest: true });
});

test("nothing stands out where all are alike, and no amounts in two currencies are compared", () => {
  const nothing = { cheapest: false, earliest: false, leastDetour: false };
  expect(winsOf(offer({}), bestOf([offer({})]))).toEqual(nothing);
  expect(winsOf(offer({}), bestOf([offer({}), offer({})]))).toEqual(nothing);
  const [none, almostNone] = [
    offer({ detourS: 0 }),
    offer({ detourS: 20, pickupAt: offer({}).pickupAt.replace(":00.000Z", ":30.000Z") }),
  ];
  expect(winsOf(none, bestOf([none, almostNone]))).toEqual(nothing);
  const mixed = [offer({ contribution: euros(900) }), offer({ contribution: euros(100, "CHF") })];
  expect(bestOf(mixed).contribution).toBeUndefined();
});

test("a contribution exceeds what was said at most only in the same currency", () => {
  expect(exceeds(euros(1300), euros(1250))).toBe(true);
  expect(exceeds(euros(1250), euros(1250))).toBe(false);
  expect(exceeds(euros(1300, "CHF"), euros(1250))).toBe(false);
  expect(exceeds(null, euros(0))).toBe(false);
  expect(exceeds(euros(1300), null)).toBe(false);
});
