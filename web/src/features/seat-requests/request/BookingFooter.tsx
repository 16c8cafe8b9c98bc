import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { communitySettings } from "#shared/community-settings.ts";
import { Button } from "#shared/ui/Button.tsx";
import { formatMoney } from "#shared/formatting/format.ts";
import { JoinStandby } from "../standby/JoinStandby.tsx";
import { getChosenStops, type RideSegmentProps, toNewSeatRequest } from "./seat-request-draft.ts";
import type { Booking } from "./use-booking.ts";

interface BookingFooterProps extends Pick<RideSegmentProps, "ride" | "segment"> {
  readonly booking: Booking;
  /** The form that the button submits. */
  readonly formId: string;
}

/** Total price and the one button of the booking sheet, always in view. */
export function BookingFooter({ ride, segment, booking, formId }: BookingFooterProps) {
  const { t } = useLingui();
  const { draft, availability, isFull, isSending } = booking;
  const { seats } = draft;
  const contribution = availability?.contribution ?? null;
  const { pickup, dropoff } = getChosenStops(ride, segment, draft);
  if (isFull && pickup && dropoff)
    return (
      <div className="w-full">
        <JoinStandby ride={ride} request={toNewSeatRequest(ride, segment, draft)} />
      </div>
    );
  const isFree = ride.contribution === null;
  const total =
    contribution &&
    formatMoney({
      ...contribution,
      amountMinor: contribution.amountMinor * seats,
    });
  return (
    <div className="grid w-full gap-2">
      <div className="flex items-center gap-4">
        <p>
          <span className="block text-xs text-ink-3">{t`Total price`}</span>
          <span className="num text-2xl leading-7">{total ?? (isFree ? t`Free` : "")}</span>
        </p>
        <Button type="submit" form={formId} size="lg" busy={isSending} className="min-w-0 flex-1">
          {ride.approval === "instant"
            ? t`${plural(seats, {
                one: "Book # seat",
                other: "Book # seats",
              })}`
            : t`${plural(seats, {
                one: "Ask for # seat",
                other: "Ask for # seats",
              })}`}
        </Button>
      </div>
      {contribution && (
        <p className="text-xs text-ink-3">
          {seats > 1 && `${t`${formatMoney(contribution)} per seat.`} `}
          {t`Paid directly to the host; ${communitySettings.name} takes no payments.`}
        </p>
      )}
    </div>
  );
}
