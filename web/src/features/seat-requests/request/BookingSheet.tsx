import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { BookingFields } from "./BookingFields.tsx";
import { BookingFooter } from "./BookingFooter.tsx";
import { SeatRequestStatusPill } from "../SeatRequestStatusPill.tsx";
import { type BookingProps, useBooking } from "./use-booking.ts";
import { RequestReason } from "../RequestNotes.tsx";

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
