import { readDecimal } from "@commonlane/contract/plain-numbers";
import { numberFormat } from "./formatters.ts";

/** Some currencies have no minor unit. */
const fractionDigits = (currency: string): number =>
  numberFormat({
    style: "currency",
    currency,
  }).resolvedOptions().maximumFractionDigits ?? 2;

/** Currency signs, and a dash in place of decimals, as in "7.–". */
const BESIDE_AMOUNT = /\p{Sc}|(?<=\d)[.,]?\s?[-‐-―−]+\s*$/gu;

/** Parses a typed amount such as "7.50", "7,5 €", "CHF 7.–" or "٧٫٥"; undefined if invalid. */
export function parseAmount(text: string, currency: string): number | undefined {
  const digits = fractionDigits(currency);
  const withoutCode = text.replace(currency, "").replace(currency.toLowerCase(), "");
  const amount = readDecimal(withoutCode.replaceAll(BESIDE_AMOUNT, ""));
  if (!amount || !/^\d{1,6}$/.test(amount.whole) || amount.decimals.length > digits)
    return undefined;
  return Number(amount.whole) * 10 ** digits + Number(amount.decimals.padEnd(digits, "0") || "0");
}

/** Formats an amount for a text field in the reader's language: "7.50" or "7,50", or "18" for whole amounts. */
export function formatAmountInput(amountMinor: number, currency: string): string {
  const digits = fractionDigits(currency);
  const amount = amountMinor / 10 ** digits;
  return numberFormat({
    useGrouping: false,
    minimumFractionDigits: Number.isInteger(amount) ? 0 : digits,
    maximumFractionDigits: digits,
  }).format(amount);
}
