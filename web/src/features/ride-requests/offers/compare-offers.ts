import { MINUTE_MS } from "@commonlane/contract/durations";
import type { Offer } from "@commonlane/contract/offers";
import type { Money } from "@commonlane/contract/shapes";

/** Best values among offers; undefined where the shown values do not differ. */
export interface BestValues {
  readonly contribution: number | undefined;
  readonly pickupAtMs: number | undefined;
  readonly detourMinutes: number | undefined;
}

/** Times are shown in minutes, so equal minutes count as equal. */
const pickupMinuteMs = ({ pickupAt }: Offer): number =>
  Math.floor(Date.parse(pickupAt) / MINUTE_MS) * MINUTE_MS;
const detourMinutes = ({ detourS }: Offer): number => Math.round(detourS / 60);

/** Free counts as 0. Amounts in different currencies are not compared. */
function contributionMinor({ contribution }: Offer): number {
  return contribution?.amountMinor ?? 0;
}

export function findBestValues(offers: readonly Offer[]): BestValues {
  const currencies = new Set(offers.flatMap(({ contribution }) => contribution?.currency ?? []));
  return {
    contribution: currencies.size > 1 ? undefined : uniqueMin(offers.map(contributionMinor)),
    pickupAtMs: uniqueMin(offers.map(pickupMinuteMs)),
    detourMinutes: uniqueMin(offers.map(detourMinutes)),
  };
}

/** Categories in which an offer is the best. */
export function findAdvantages(
  offer: Offer,
  best: BestValues,
): {
  cheapest: boolean;
  earliest: boolean;
  leastDetour: boolean;
} {
  return {
    cheapest: contributionMinor(offer) === best.contribution,
    earliest: pickupMinuteMs(offer) === best.pickupAtMs,
    leastDetour: detourMinutes(offer) === best.detourMinutes,
  };
}

/** True if a price is above the seeker's maximum. */
export const exceedsMaxContribution = (
  contribution: Money | null,
  maxContribution: Money | null,
): boolean =>
  contribution !== null &&
  maxContribution !== null &&
  contribution.currency === maxContribution.currency &&
  contribution.amountMinor > maxContribution.amountMinor;

function uniqueMin(values: readonly number[]): number | undefined {
  return new Set(values).size > 1 ? Math.min(...values) : undefined;
}
