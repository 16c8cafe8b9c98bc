import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { MessageButton } from "#shared/chat/MessageButton.tsx";
import { PersonMenu } from "#shared/safety/PersonMenu.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { formatDay, formatTime } from "#shared/formatting/format.ts";
import { CancelRequestDialog } from "../CancelRequestDialog.tsx";
import { RequestSegment } from "../RequestSegment.tsx";
import { ConfirmChange } from "../request/ConfirmChange.tsx";
import { isActive, isUnconfirmed } from "../request-status.ts";
import { SeatRequestStatusPill } from "../SeatRequestStatusPill.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { RequestReason } from "../RequestNotes.tsx";

/** A seat request that the viewer sent, and its status. */
export function SentRequest({ request, ride }: { request: SeatRequest; ride: Ride }) {
  const { t } = useLingui();
  const [isCancelling, setCancelling] = useState(false);
  const { host, timeZone } = ride;
  return (
    <article className="grid gap-3 card p-4">
      <header className="flex items-center gap-3">
        <Avatar
          uid={host.uid}
          name={host.displayName}
          initials={host.initials}
          photo={host.photo}
          size="sm"
        />
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-32 flex-1 font-semibold wrap-anywhere">
            {t`${formatDay(request.pickupAt, timeZone)} with ${host.displayName}`}
          </h3>
          <SeatRequestStatusPill request={request} />
        </div>
        <PersonMenu
          person={host}
          about={{
            kind: "seat-request",
            id: request.id,
          }}
          context={{
            kind: "ride",
            id: request.rideId,
          }}
        />
      </header>
      <RequestSegment request={request} ride={ride} />
      <RequestReason request={request} viewer="seeker" />
      {isUnconfirmed(request) && <ConfirmChange request={request} ride={ride} />}
      {request.status === "pending" && (
        <p className="text-sm text-ink-3">
          {t`The host has until ${formatDay(request.expiresAt, timeZone)}, ${formatTime(request.expiresAt, timeZone)} to answer.`}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {isActive(request) && !isUnconfirmed(request) && (
          <Button variant="ghost" size="sm" onClick={() => setCancelling(true)}>
            {request.status === "pending" ? t`Withdraw` : t`Cancel booking`}
          </Button>
        )}
        <MessageButton
          to={{
            withUid: host.uid,
            rideId: ride.id,
          }}
        >{t`Message`}</MessageButton>
        <Link to={`/rides/${ride.id}`} className={buttonClasses("line", "sm")}>
          {t`View ride`}
        </Link>
      </div>
      <CancelRequestDialog
        request={request}
        open={isCancelling}
        onClose={() => setCancelling(false)}
        endedBy="seeker"
      />
    </article>
  );
}
