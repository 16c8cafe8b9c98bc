import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { Plural, useLingui } from "@lingui/react/macro";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { durationText, moneyText, timeText } from "#shared/wording/wording.ts";

interface RequestPartProps {
  readonly request: SeatRequest;
  readonly timeZone: string;
  /** Who reads it is the host. */
  readonly forHost?: boolean;
}

/** The part of the way a request is for: where one gets in and out, when, how many seats, and what it costs whom. */
export function RequestPart({ request, timeZone, forHost }: RequestPartProps) {
  const { t } = useLingui();
  const { seats, contribution, detourS } = request;
  const amount = contribution && moneyText({ ...contribution, amountMinor: contribution.amountMinor * seats });
  return (
    <JourneyStrip
      from={request.pickup.label}
      to={request.dropoff.label}
      departs={timeText(request.pickupAt, timeZone)}
      arrives={timeText(request.dropoffAt, timeZone)}
      meta={
        <>
          <Plural value={seats} one="# seat" other="# seats" />
          {amount && ` · ${amount}`}
          {detourS >= 30 &&
            ` · ${forHost ? t`+${durationText(detourS)} for you` : t`+${durationText(detourS)} for the host`}`}
        </>
      }
    />
  );
}
