import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { MessageButton } from "#shared/chat/MessageButton.tsx";
import { PersonMenu } from "#shared/safety/PersonMenu.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { formatDayAndTime } from "#shared/formatting/day-and-time.ts";
import { MaskedTextNote } from "#shared/masking/MaskedTextNote.tsx";
import { CancelRequestDialog } from "../CancelRequestDialog.tsx";
import { RequestSegment } from "../RequestSegment.tsx";
import { isUnconfirmed } from "../request-status.ts";
import { SeatRequestStatusPill } from "../SeatRequestStatusPill.tsx";
import { RequestNeeds, RequestReason } from "../RequestNotes.tsx";

/** A request for one of the viewer's rides that has been answered. */
export function IncomingRequest({ request, ride }: { request: SeatRequest; ride: Ride }) {
  const { t } = useLingui();
  const { timeZone } = ride;
  const { seeker, message, status, rideId, confirmBy, reserved } = request;
  const confirmByText = confirmBy && formatDayAndTime(confirmBy, timeZone);
  return (
    <article className="grid gap-3 card p-4">
      <header className="flex items-center gap-3">
        <Avatar
          uid={seeker.uid}
          name={seeker.displayName}
          initials={seeker.initials}
          photo={seeker.photo}
        />
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-20 flex-1 font-semibold wrap-anywhere">
            <Link to={`/profile/${seeker.uid}`} className="underline-offset-4 hover:underline">
              {seeker.displayName}
            </Link>
          </h3>
          <SeatRequestStatusPill request={request} forHost />
        </div>
        <PersonMenu
          person={seeker}
          about={{
            kind: "seat-request",
            id: request.id,
          }}
          context={{ kind: "ride", id: rideId }}
        />
      </header>
      <RequestSegment request={request} ride={ride} forHost />
      <RequestNeeds needs={request.needs} />
      {message && (
        <blockquote className="rounded-md bg-sunken px-4 py-3 wrap-anywhere">{message}</blockquote>
      )}
      <MaskedTextNote text={message} />
      <RequestReason request={request} viewer="host" />
      {isUnconfirmed(request) && confirmByText && (
        <p className="text-sm text-ink-2">
          {reserved
            ? t`The seat is held for them from the waitlist. Without an answer by ${confirmByText}, it goes to the next person.`
            : t`Asked to confirm your change. Without an answer by ${confirmByText}, the seat is free again.`}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <MessageButton to={{ withUid: seeker.uid, rideId }} variant="line">
          {t`Message ${seeker.displayName}`}
        </MessageButton>
        {status === "accepted" && <CancelBooking request={request} />}
      </div>
    </article>
  );
}

function CancelBooking({ request }: { request: SeatRequest }) {
  const { t } = useLingui();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setConfirming(true)}>
        {t`Cancel this booking`}
      </Button>
      <CancelRequestDialog
        request={request}
        open={isConfirming}
        onClose={() => setConfirming(false)}
        endedBy="host"
      />
    </>
  );
}
