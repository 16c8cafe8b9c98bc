import type { Money } from "@commonlane/contract/shapes";
import { minorPerUnit } from "#platform/i18n/formats.ts";

/** Currencies whose smallest coin in use is a whole unit (Unicode CLDR, cash digits of currencies). */
const WHOLE_UNITS: ReadonlySet<string> = new Set(
  "AMD CLP COP CRC CZK DKK HUF IDR NOK SEK TWD".split(" "),
);

/** Hosts who choose amounts with this step, in hundredths of the unit, get shares with the same step. */
const HALF_UNIT_MINOR = 50;

/** The smallest step of a price that people can pay with coins, in minor units: ten cents, or one krone. */
export function priceStepMinor(currency: string): number {
  const unitMinor = minorPerUnit(currency);
  if (unitMinor === 1) return 10;
  return WHOLE_UNITS.has(currency) ? unitMinor : unitMinor / 10;
}

/**
 * Contribution for a part of a ride, proportional to the distance driven (`share`, 0 to 1). Rounded to half units like
 * the host's own amount, to coins where half a unit is too coarse, and never to zero, which would read as free.
 */
export function contributionForShare(contribution: Money | null, share: number): Money | null {
  if (!contribution || share >= 1 || contribution.amountMinor === 0) return contribution;

  const exactMinor = contribution.amountMinor * share;
  const coinMinor = priceStepMinor(contribution.currency);
  const isRound = contribution.amountMinor % HALF_UNIT_MINOR === 0;
  const stepMinor =
    isRound && exactMinor >= 2 * HALF_UNIT_MINOR ? Math.max(HALF_UNIT_MINOR, coinMinor) : coinMinor;
  const roundedMinor = Math.round(exactMinor / stepMinor) * stepMinor;
  return {
    ...contribution,
    amountMinor: Math.min(contribution.amountMinor, Math.max(roundedMinor, coinMinor)),
  };
}
