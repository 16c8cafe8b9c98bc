import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { costShare } from "#shared/contribution/cost-share.queries.ts";
import { toCostShareRequest } from "#shared/contribution/cost-share-request.ts";
import { formatAmountInput } from "#shared/formatting/amount-input.ts";
import type { RideDraft } from "../draft/ride-draft.ts";
import type { StepProps } from "./wizard-props.ts";

/** The price to fill in for a fair amount, or undefined if the host has typed their own or offers the ride for free. */
export function priceToFillIn(
  { free, amount, suggestedAmount }: Pick<RideDraft, "free" | "amount" | "suggestedAmount">,
  suggested: { readonly amountMinor: number; readonly currency: string },
): Pick<RideDraft, "amount" | "suggestedAmount" | "currency"> | undefined {
  const isOwn = amount !== suggestedAmount;
  if (free || isOwn || suggested.amountMinor === 0) return undefined;
  const fair = formatAmountInput(suggested.amountMinor, suggested.currency);
  return fair === amount ? undefined : { amount: fair, suggestedAmount: fair, currency: suggested.currency };
}

/** Fills in the fair amount, and follows it when the seats or the route change. */
export function useFairAmount({ draft, change }: Pick<StepProps, "draft" | "change">): void {
  const { origin, stops, destination, seats } = draft;
  const places = [origin, ...stops.map(({ choice }) => choice), destination].flatMap(({ place }) => place ?? []);
  const isComplete = places.length === stops.length + 2;
  const { data, isPlaceholderData } = useQuery({
    ...costShare(toCostShareRequest(places, seats)),
    enabled: isComplete && !draft.free,
  });
  const price = data && !isPlaceholderData ? priceToFillIn(draft, data.suggested) : undefined;
  useEffect(() => {
    if (price) change(price);
  });
}
