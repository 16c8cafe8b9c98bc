import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { Plural, useLingui } from "@lingui/react/macro";
import { pickupPlaceName } from "#shared/places/pickup-place.ts";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { EstimateText } from "#shared/formatting/EstimateText.tsx";
import { formatDetour, formatTimeOnRide } from "#shared/formatting/estimates.ts";
import { formatMoney } from "#shared/formatting/format.ts";

interface RequestSegmentProps {
  readonly request: SeatRequest;
  readonly ride: Pick<Ride, "departsAt" | "timeZone" | "routed">;
  /** True if the viewer is the host. */
  readonly forHost?: boolean;
}

/** Segment of a request: pickup and dropoff, times, seats, price and the host's detour. */
export function RequestSegment({ request, ride, forHost }: RequestSegmentProps) {
  const { t } = useLingui();
  const { seats, contribution, detourS } = request;
  const detour = formatDetour(detourS, ride);
  const amount =
    contribution && formatMoney({ ...contribution, amountMinor: contribution.amountMinor * seats });
  return (
    <JourneyStrip
      from={pickupPlaceName(request.pickup)}
      to={pickupPlaceName(request.dropoff)}
      departs={<EstimateText text={formatTimeOnRide(request.pickupAt, ride)} />}
      arrives={<EstimateText text={formatTimeOnRide(request.dropoffAt, ride)} />}
      meta={
        <>
          <Plural value={seats} one="# seat" other="# seats" />
          {amount && ` · ${amount}`}
          {detourS >= 30 && (
            <EstimateText
              text={` · ${forHost ? t`${detour} for you` : t`${detour} for the host`}`}
            />
          )}
        </>
      }
    />
  );
}
