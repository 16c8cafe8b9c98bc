import { expect, test } from "vitest";
import { contributionForShare, priceStepMinor } from "./price-steps.ts";

const CURRENCIES = ["CHF", "EUR", "GBP", "CZK", "DKK", "NOK", "JPY", "KWD"];
const money = (amountMinor: number, currency = "CHF") => ({ amountMinor, currency });

test("[domain/contribution:coins] a part of a ride costs coins that exist, never nothing and never more than the whole", () => {
  for (const currency of CURRENCIES) {
    const coinMinor = priceStepMinor(currency);
    for (let amountMinor = coinMinor; amountMinor < 5000; amountMinor += coinMinor) {
      for (let share = 0.01; share <= 1; share += 0.07) {
        const part = contributionForShare(money(amountMinor, currency), share)!;
        expect(part.amountMinor % coinMinor).toBe(0);
        expect(part.amountMinor).toBeGreaterThan(0);
        expect(part.amountMinor).toBeLessThanOrEqual(amountMinor);
      }
    }
  }
});

test.each([
  { whole: 1200, share: 0.5, part: 600 },
  { whole: 1200, share: 0.36, part: 450 },
  // Half a franc is too coarse below one franc.
  { whole: 450, share: 0.096, part: 40 },
  { whole: 450, share: 0.001, part: 10 },
  // The host counts in tenths.
  { whole: 430, share: 0.5, part: 220 },
  // The whole ride costs what the host asked for.
  { whole: 433, share: 1, part: 433 },
  { whole: 0, share: 0.5, part: 0 },
])("$share of $whole centimes is $part", ({ whole, share, part }) => {
  expect(contributionForShare(money(whole), share)).toEqual(money(part));
});

test("a ride without a contribution has none for its parts", () => {
  expect(contributionForShare(null, 0.5)).toBeNull();
});
