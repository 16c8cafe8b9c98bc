import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { Plural, useLingui } from "@lingui/react/macro";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { formatDuration, formatMoney, formatTime } from "#shared/formatting/format.ts";

interface RequestSegmentProps {
  readonly request: SeatRequest;
  readonly timeZone: string;
  /** True if the viewer is the host. */
  readonly forHost?: boolean;
}

/** Segment of a request: pickup and dropoff, times, seats, price and the host's detour. */
export function RequestSegment({ request, timeZone, forHost }: RequestSegmentProps) {
  const { t } = useLingui();
  const { seats, contribution, detourS } = request;
  const amount = contribution && formatMoney({ ...contribution, amountMinor: contribution.amountMinor * seats });
  return (
    <JourneyStrip
      from={request.pickup.label}
      to={request.dropoff.label}
      departs={formatTime(request.pickupAt, timeZone)}
      arrives={formatTime(request.dropoffAt, timeZone)}
      meta={
        <>
          <Plural value={seats} one="# seat" other="# seats" />
          {amount && ` · ${amount}`}
          {detourS >= 30 &&
            ` · ${forHost ? t`+${formatDuration(detourS)} for you` : t`+${formatDuration(detourS)} for the host`}`}
        </>
      }
    />
  );
}
