import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { Plural, useLingui } from "@lingui/react/macro";
import { pickupPlaceName } from "#shared/places/pickup-place.ts";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { EstimateText } from "#shared/formatting/EstimateText.tsx";
import { formatDetour } from "#shared/formatting/estimates.ts";
import { formatMoney, formatTime } from "#shared/formatting/format.ts";

interface RequestSegmentProps {
  readonly request: SeatRequest;
  readonly ride: Pick<Ride, "departsAt" | "timeZone" | "routed">;
  /** True if the viewer is the host. */
  readonly forHost?: boolean;
  /** True where the page names the stops and times already. */
  readonly withoutStops?: boolean;
}

/** Segment of a request: pickup and dropoff, times, seats, price and the host's detour. */
export function RequestSegment({ request, ride, forHost, withoutStops }: RequestSegmentProps) {
  const { t } = useLingui();
  const { seats, contribution, detourS } = request;
  const detour = formatDetour(detourS, ride);
  const amount =
    contribution &&
    formatMoney({
      ...contribution,
      amountMinor: contribution.amountMinor * seats,
    });
  const terms = (
    <>
      <Plural value={seats} one="# seat" other="# seats" />
      {amount && ` · ${amount}`}
      {detourS >= 30 && (
        <EstimateText text={` · ${forHost ? t`${detour} for you` : t`${detour} for the host`}`} />
      )}
    </>
  );
  if (withoutStops) return <p className="text-sm text-ink-2">{terms}</p>;
  return (
    <JourneyStrip
      from={pickupPlaceName(request.pickup)}
      to={pickupPlaceName(request.dropoff)}
      departs={formatTime(request.pickupAt, ride.timeZone)}
      arrives={formatTime(request.dropoffAt, ride.timeZone)}
      meta={terms}
    />
  );
}
