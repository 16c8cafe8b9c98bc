import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { MessageButton } from "#shared/chat/MessageButton.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { formatDay, formatTime } from "#shared/formatting/format.ts";
import { MaskedTextNote } from "#shared/masking/MaskedTextNote.tsx";
import { CancelRequestDialog } from "../CancelRequestDialog.tsx";
import { RequestSegment } from "../RequestSegment.tsx";
import { ConfirmChange } from "./ConfirmChange.tsx";
import { isActive, isUnconfirmed } from "../request-status.ts";
import { SeatRequestStatusPill } from "../SeatRequestStatusPill.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { RequestReason } from "../RequestNotes.tsx";

/** The viewer's request on the shown ride. */
export function OwnRequest({ request, ride }: { request: SeatRequest; ride: Ride }) {
  const { t } = useLingui();
  const [isCancelling, setCancelling] = useState(false);
  const { status, expiresAt } = request;
  const { timeZone } = ride;
  // Seat features, such as the chat, require the seeker's confirmation first.
  const isReserved = status === "accepted" && request.reserved;
  const titleOnceConfirmed = status === "accepted" ? t`You have a seat` : t`Your request`;
  return (
    <section aria-labelledby="own-request" className="grid gap-3 card p-4">
      <header className="flex flex-wrap items-center gap-2">
        <h2 id="own-request" className="min-w-0 flex-1 text-lg font-bold">
          {isReserved ? t`A seat for you` : titleOnceConfirmed}
        </h2>
        <SeatRequestStatusPill request={request} />
      </header>
      <RequestSegment request={request} ride={ride} withoutStops={isActive(request)} />
      {request.message && (
        <blockquote className="rounded-md bg-sunken px-4 py-3 wrap-anywhere">
          {request.message}
        </blockquote>
      )}
      <MaskedTextNote text={request.message} isOwn={status !== "accepted"} />
      <RequestReason request={request} viewer="seeker" />
      {isUnconfirmed(request) && <ConfirmChange request={request} ride={ride} />}
      {status === "pending" && (
        <p className="text-sm text-ink-3">
          {t`The host has until ${formatDay(expiresAt, timeZone)}, ${formatTime(expiresAt, timeZone)} to answer. We'll update this page.`}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {isActive(request) && !isUnconfirmed(request) && (
          <Button variant="ghost" size="sm" onClick={() => setCancelling(true)}>
            {status === "pending" ? t`Withdraw` : t`Cancel booking`}
          </Button>
        )}
        {status === "accepted" && !isReserved && (
          <MessageButton to={{ ofRide: ride.id }}>{t`Ride chat`}</MessageButton>
        )}
        <Link to="/requests?show=sent" className={buttonClasses("line", "sm")}>
          {t`All your requests`}
        </Link>
      </div>
      <CancelRequestDialog
        request={request}
        open={isCancelling}
        onClose={() => setCancelling(false)}
        endedBy="seeker"
      />
    </section>
  );
}
