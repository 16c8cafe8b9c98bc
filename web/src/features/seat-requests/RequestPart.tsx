import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { Plural, useLingui } from "@lingui/react/macro";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { durationText, moneyText, timeText } from "#shared/wording/wording.ts";

/** The part of the way a request is for: where one gets in and out, when, how many seats, and what it costs whom. */
export function RequestPart({ request, timeZone }: { request: SeatRequest; timeZone: string }) {
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
          {detourS >= 30 && ` · ${t`+${durationText(detourS)} for the host`}`}
        </>
      }
    />
  );
}
