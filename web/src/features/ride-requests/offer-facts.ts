import { MINUTE_MS } from "@commonlane/contract/durations";
import type { Offer } from "@commonlane/contract/offers";
import type { Money } from "@commonlane/contract/shapes";

/** What stands out among offers: the least of each, where offers differ in it as they are shown. */
export interface Best {
  readonly contribution: number | undefined;
  readonly pickupAtMs: number | undefined;
  readonly detourMin: number | undefined;
}

/** Times are shown in minutes, so two that look the same count as the same. */
const pickupMs = ({ pickupAt }: Offer): number => Math.floor(Date.parse(pickupAt) / MINUTE_MS) * MINUTE_MS;
const detourMin = ({ detourS }: Offer): number => Math.round(detourS / 60);
/** Free is the least of all. Amounts in different currencies are not compared. */
const costOf = ({ contribution }: Offer): number => contribution?.amountMinor ?? 0;

export function bestOf(offers: readonly Offer[]): Best {
  const currencies = new Set(offers.flatMap(({ contribution }) => contribution?.currency ?? []));
  return {
    contribution: currencies.size > 1 ? undefined : least(offers.map(costOf)),
    pickupAtMs: least(offers.map(pickupMs)),
    detourMin: least(offers.map(detourMin)),
  };
}

/** The facts in which an offer is the best of those it is compared with. */
export function winsOf(offer: Offer, best: Best): { cheapest: boolean; earliest: boolean; leastDetour: boolean } {
  return {
    cheapest: costOf(offer) === best.contribution,
    earliest: pickupMs(offer) === best.pickupAtMs,
    leastDetour: detourMin(offer) === best.detourMin,
  };
}

/** Whether a contribution is more than somebody said they would add at most. */
export const exceeds = (contribution: Money | null, most: Money | null): boolean =>
  contribution !== null &&
  most !== null &&
  contribution.currency === most.currency &&
  contribution.amountMinor > most.amountMinor;

function least(values: readonly number[]): number | undefined {
  return new Set(values).size > 1 ? Math.min(...values) : undefined;
}
