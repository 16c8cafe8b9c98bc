import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { costShare, toCostShareRequest } from "#shared/contribution/cost-share.queries.ts";
import { formatAmountInput } from "#shared/formatting/amount-input.ts";
import type { RideDraft } from "../draft/ride-draft.ts";
import type { StepProps } from "./wizard-steps.ts";

/** The price to fill in for a fair amount, or undefined if the host has typed their own or offers the ride for free. */
export function priceToFillIn(
  { free, amount, suggestedAmount }: Pick<RideDraft, "free" | "amount" | "suggestedAmount">,
  suggested: {
    readonly amountMinor: number;
    readonly currency: string;
  },
): Pick<RideDraft, "amount" | "suggestedAmount" | "currency"> | undefined {
  const isOwn = amount !== suggestedAmount;
  if (free || isOwn || suggested.amountMinor === 0) return undefined;
  const fair = formatAmountInput(suggested.amountMinor, suggested.currency);
  return fair === amount
    ? undefined
    : {
        amount: fair,
        suggestedAmount: fair,
        currency: suggested.currency,
      };
}

interface FairAmountOptions extends Pick<StepProps, "draft" | "change"> {
  /** Only the step with the price needs it, and the one before if that may be skipped. */
  readonly enabled: boolean;
}

/**
 * Fills in the fair amount, and follows it when the seats or the route change. Returns whether an empty price is about
 * to be filled in.
 */
export function useFairAmount({ draft, change, enabled }: FairAmountOptions): boolean {
  const { origin, stops, destination, seats } = draft;
  const places = [origin, ...stops.map(({ choice }) => choice), destination].flatMap(
    ({ place }) => place ?? [],
  );
  const isComplete = places.length === stops.length + 2;
  const { data, isPlaceholderData, isFetching } = useQuery({
    ...costShare(toCostShareRequest(places, seats)),
    enabled: enabled && isComplete && !draft.free,
  });
  const price =
    enabled && data && !isPlaceholderData ? priceToFillIn(draft, data.suggested) : undefined;
  useEffect(() => {
    if (price) change(price);
  });
  return draft.amount === "" && (isFetching || price !== undefined);
}
