import type { RidePlace } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../ui/Button.tsx";
import { formatAmountInput, parseAmount } from "../formatting/amount-input.ts";
import { formatMoney } from "../formatting/format.ts";
import { costShare, toCostShareRequest } from "./cost-share.queries.ts";

interface FairShareProps {
  /** Points of the route in order; undefined while one is missing. */
  readonly route: readonly RidePlace[] | undefined;
  readonly seats: number;
  /** Amount as typed. */
  readonly amount: string;
  readonly currency: string;
  readonly onUse: (suggested: { amount: string; currency: string }) => void;
  /** Further remarks on an amount in minor units. */
  readonly renderMore?: (amountMinor: number) => ReactNode;
}

/** Shows the estimated cost of the route, the fair contribution, and the total of all seats. */
export function FairShare({ route, seats, amount, currency, onUse, renderMore }: FairShareProps) {
  const { t } = useLingui();
  const { data } = useQuery({
    ...costShare(toCostShareRequest(route ?? [], seats)),
    enabled: route !== undefined,
  });
  if (!data || data.suggested.amountMinor === 0) return undefined;
  const [suggested, most, cost] = [data.suggested, data.maximum, data.runningCost].map(formatMoney);
  const amountMinor = parseAmount(amount, currency) ?? 0;
  const isSameCurrency = currency === data.maximum.currency;
  const sum = formatMoney({
    amountMinor: amountMinor * seats,
    currency,
  });
  const applySuggestion = () =>
    onUse({
      amount: formatAmountInput(data.suggested.amountMinor, data.suggested.currency),
      currency: data.maximum.currency,
    });
  return (
    <span className="grid gap-2">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {t`A fair share of the costs is about ${suggested}, ${most} at most.`}
        <Button variant="soft" size="sm" onClick={applySuggestion}>
          {t`Use ${suggested}`}
        </Button>
      </span>
      {isSameCurrency && amountMinor > 0 && (
        <span className="num">
          {t`All seats together: ${sum} of ${cost} trip costs.`}
          {renderMore?.(amountMinor)}
        </span>
      )}
    </span>
  );
}
