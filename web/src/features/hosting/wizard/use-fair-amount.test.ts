import { expect, test } from "vitest";
import { priceToFillIn } from "./use-fair-amount.ts";

const suggested = { amountMinor: 1650, currency: "EUR" };
const filledIn = { amount: "16.50", suggestedAmount: "16.50", currency: "EUR" };

test("fills in the fair amount, and follows it", () => {
  expect(priceToFillIn({ free: false, amount: "", suggestedAmount: "" }, suggested)).toEqual(
    filledIn,
  );
  expect(priceToFillIn({ free: false, amount: "11", suggestedAmount: "11" }, suggested)).toEqual(
    filledIn,
  );
  expect(priceToFillIn({ free: false, ...filledIn }, suggested)).toBeUndefined();
});

test("leaves a price that the host typed or cleared, and free rides", () => {
  expect(
    priceToFillIn({ free: false, amount: "12", suggestedAmount: "16.50" }, suggested),
  ).toBeUndefined();
  expect(
    priceToFillIn({ free: false, amount: "", suggestedAmount: "16.50" }, suggested),
  ).toBeUndefined();
  expect(priceToFillIn({ free: true, amount: "", suggestedAmount: "" }, suggested)).toBeUndefined();
});
