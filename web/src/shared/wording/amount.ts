/** Euros have cents; a currency without them has none. */
const digitsOf = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Reads an amount as people type it, "7.50" or "7,5"; undefined where it is none. */
export function readAmount(text: string, currency: string): number | undefined {
  const digits = digitsOf(currency);
  const said = /^\s*(\d{1,6})(?:[.,](\d+))?\s*$/.exec(text);
  if (!said?.[1] || (said[2] ?? "").length > digits) return undefined;
  return Number(said[1]) * 10 ** digits + Number((said[2] ?? "").padEnd(digits, "0") || "0");
}

/** Writes an amount so that it can be typed over: "7.50", or "18" where nothing follows. */
export function writeAmount(amountMinor: number, currency: string): string {
  const digits = digitsOf(currency);
  const amount = amountMinor / 10 ** digits;
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(digits);
}
