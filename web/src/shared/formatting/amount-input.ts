/** Euros have cents; a currency without them has none. */
const fractionDigits = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Reads an amount as people type it, "7.50" or "7,5"; undefined where it is none. */
export function parseAmount(text: string, currency: string): number | undefined {
  const digits = fractionDigits(currency);
  const match = /^\s*(\d{1,6})(?:[.,](\d+))?\s*$/.exec(text);
  if (!match?.[1] || (match[2] ?? "").length > digits) return undefined;
  return Number(match[1]) * 10 ** digits + Number((match[2] ?? "").padEnd(digits, "0") || "0");
}

/** Writes an amount so that it can be typed over: "7.50", or "18" where nothing follows. */
export function formatAmountInput(amountMinor: number, currency: string): string {
  const digits = fractionDigits(currency);
  const amount = amountMinor / 10 ** digits;
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(digits);
}
