import { expect, test } from "vitest";
import { findBestValues, exceedsMaxContribution, findAdvantages } from "./compare-offers.ts";
import { testOffer as offer } from "../test-data.ts";

const euros = (amountMinor: number, currency = "EUR") => ({ amountMinor, currency });

test("highlights the lowest price, the earliest pickup and the shortest detour", () => {
  const early = offer({ contribution: euros(1200), detourS: 300 });
  const cheap = offer({
    contribution: euros(900),
    detourS: 60,
    pickupAt: "2026-01-02T07:00:00.000Z",
  });
  const best = findBestValues([early, cheap]);
  expect(findAdvantages(early, best)).toEqual({
    cheapest: false,
    earliest: true,
    leastDetour: false,
  });
  expect(findAdvantages(cheap, best)).toEqual({
    cheapest: true,
    earliest: false,
    leastDetour: true,
  });
  expect(findAdvantages(offer({}), findBestValues([offer({}), cheap]))).toMatchObject({
    cheapest: true,
  });
});

test("highlights nothing among equal offers and does not compare currencies", () => {
  const nothing = { cheapest: false, earliest: false, leastDetour: false };
  expect(findAdvantages(offer({}), findBestValues([offer({})]))).toEqual(nothing);
  expect(findAdvantages(offer({}), findBestValues([offer({}), offer({})]))).toEqual(nothing);
  const noDetour = offer({ detourS: 0 });
  const smallDetour = offer({
    detourS: 20,
    pickupAt: offer({}).pickupAt.replace(":00.000Z", ":30.000Z"),
  });
  expect(findAdvantages(noDetour, findBestValues([noDetour, smallDetour]))).toEqual(nothing);
  const mixed = [offer({ contribution: euros(900) }), offer({ contribution: euros(100, "CHF") })];
  expect(findBestValues(mixed).contribution).toBeUndefined();
});

test("compares with the maximum price only in the same currency", () => {
  expect(exceedsMaxContribution(euros(1300), euros(1250))).toBe(true);
  expect(exceedsMaxContribution(euros(1250), euros(1250))).toBe(false);
  expect(exceedsMaxContribution(euros(1300, "CHF"), euros(1250))).toBe(false);
  expect(exceedsMaxContribution(null, euros(0))).toBe(false);
  expect(exceedsMaxContribution(euros(1300), null)).toBe(false);
});
