import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { communitySettings } from "#shared/community-settings.ts";
import { formatMoney } from "#shared/formatting/format.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { BookingFields } from "./BookingFields.tsx";
import { SeatRequestStatusPill } from "../SeatRequestStatusPill.tsx";
import { type Booking, type BookingProps, useBooking } from "./use-booking.ts";
import { RequestReason } from "../RequestNotes.tsx";
import { JoinStandby } from "../standby/JoinStandby.tsx";
import { getChosenStops, type RideSegmentProps, toNewSeatRequest } from "./seat-request-draft.ts";

interface BookingSheetProps extends BookingProps {
  /** An earlier failed request on this ride. */
  readonly earlierRequest: SeatRequest | undefined;
}

/**
 * Seats, a message and one button; everything else is filled in. A sheet on phones, a dialog elsewhere. What was typed
 * is kept when it closes. The server decides which seats are free.
 */
export function BookingSheet({ earlierRequest, ...props }: BookingSheetProps) {
  const { ride, segment, onClose } = props;
  const { t } = useLingui();
  const formId = useId();
  const booking = useBooking(props);
  const { isFull, isSending, sendRequest } = booking;
  const name = ride.approval === "instant" ? t`Book seats` : t`Ask for seats`;
  return (
    <Dialog
      open
      onClose={onClose}
      busy={isSending}
      title={isFull ? t`Join the waitlist` : name}
      footer={<BookingFooter ride={ride} segment={segment} booking={booking} formId={formId} />}
    >
      {earlierRequest && <EarlierRequest request={earlierRequest} />}
      <form
        id={formId}
        noValidate
        aria-label={name}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void sendRequest();
        }}
      >
        <BookingFields {...props} booking={booking} />
      </form>
      {booking.dialog}
    </Dialog>
  );
}

function EarlierRequest({ request }: { request: SeatRequest }) {
  const { t } = useLingui();
  return (
    <div className="mb-4 grid gap-1 rounded-md bg-sunken p-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        {t`Your earlier request:`} <SeatRequestStatusPill request={request} />
      </p>
      <RequestReason request={request} viewer="seeker" />
    </div>
  );
}

interface BookingFooterProps extends Pick<RideSegmentProps, "ride" | "segment"> {
  readonly booking: Booking;
  /** The form that the button submits. */
  readonly formId: string;
}

/** Total price and the one button of the booking sheet, always in view. */
function BookingFooter({ ride, segment, booking, formId }: BookingFooterProps) {
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
