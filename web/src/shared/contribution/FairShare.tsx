import type { RidePlace } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../ui/Button.tsx";
import { readAmount, writeAmount } from "../wording/amount.ts";
import { moneyText } from "../wording/wording.ts";
import { costShare } from "./cost-share.ts";

interface FairShareProps {
  /** The points of the way, from its start to its end; nothing while one of them is missing. */
  readonly way: readonly RidePlace[] | undefined;
  readonly seats: number;
  /** As it is typed. */
  readonly amount: string;
  readonly currency: string;
  readonly onUse: (suggested: { amount: string; currency: string }) => void;
  /** What else is to be said of an amount, in the smallest unit. */
  readonly more?: (amountMinor: number) => ReactNode;
}

/** What the way costs by the server's reckoning, what a fair share of it is, and what all seats together come to. */
export function FairShare({ way, seats, amount, currency, onUse, more }: FairShareProps) {
  const { t } = useLingui();
  const { data } = useQuery({ ...costShare(askFor(way ?? [], seats)), enabled: way !== undefined });
  if (!data || data.runningCost.amountMinor === 0) return undefined;
  const [suggested, most, cost] = [data.suggested, data.most, data.runningCost].map(moneyText);
  const amountMinor = readAmount(amount, currency) ?? 0;
  const same = currency === data.most.currency;
  const sum = moneyText({ amountMinor: amountMinor * seats, currency });
  const use = () =>
    onUse({ amount: writeAmount(data.suggested.amountMinor, data.suggested.currency), currency: data.most.currency });
  return (
    <span className="grid gap-2">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {t`A fair share of this way's costs is about ${suggested}, and at most ${most}.`}
        <Button variant="soft" size="sm" onClick={use}>
          {t`Use ${suggested}`}
        </Button>
      </span>
      {same && amountMinor > 0 && (
        <span className="num">
          {t`All seats together: ${sum} of the ${cost} that the way costs.`}
          {more?.(amountMinor)}
        </span>
      )}
    </span>
  );
}

const askFor = (way: readonly RidePlace[], seatsTotal: number) => {
  const points = way.map(({ placeId = null, label, lat, lng, shown }) => ({
    placeId,
    label,
    lat,
    lng,
    ...(shown && { shown }),
  }));
  const [origin = NOWHERE, ...rest] = points;
  return { origin, destination: rest.at(-1) ?? NOWHERE, stops: rest.slice(0, -1), seatsTotal };
};
const NOWHERE: RidePlace = { label: "-", lat: 0, lng: 0 };
