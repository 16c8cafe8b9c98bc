import type { Offer } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { errorText } from "#shared/api/error-text.ts";
import { formatDetour } from "#shared/formatting/estimates.ts";
import { EstimateText } from "#shared/formatting/EstimateText.tsx";
import { formatDay, formatMoney } from "#shared/formatting/format.ts";
import { useUndoable } from "#shared/forms/use-undoable.ts";
import { MaskedTextNote } from "#shared/masking/MaskedTextNote.tsx";
import { PersonMenu } from "#shared/safety/PersonMenu.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Button } from "#shared/ui/Button.tsx";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ReasonDialog } from "#shared/ui/ReasonDialog.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { UndoBar } from "#shared/ui/UndoBar.tsx";
import { SeekerSummary } from "../detail/SeekerSummary.tsx";
import { momentText, routeText } from "../request-text.ts";
import { useEndOffer } from "../ride-requests.queries.ts";
import { OfferStatusPill } from "../StatusPills.tsx";
import { offerTimes } from "./OfferColumn.tsx";

interface OwnOfferProps {
  readonly offer: Offer & { readonly rideRequest: RideRequest };
  /** True on the request's own page, which already shows the seeker. */
  readonly onRequestPage?: boolean | undefined;
}

/** An offer that the viewer made, its status, and the button to withdraw it. */
export function OwnOffer({ offer, onRequestPage }: OwnOfferProps) {
  const { t } = useLingui();
  const { pickupAt, contribution, detourS, status } = offer;
  const request = offer.rideRequest;
  const { timeZone, seats } = request;
  const { picksUp, arrives } = offerTimes(offer, timeZone);
  const isActive = status === "pending" || status === "accepted";
  return (
    <article className="grid gap-3 card p-4">
      <header className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          {onRequestPage ? (
            <p className="font-semibold">{formatDay(pickupAt, timeZone)}</p>
          ) : (
            <SeekerSummary person={request.seeker} />
          )}
        </div>
        <OfferStatusPill status={status} />
        {!onRequestPage && (
          <PersonMenu
            person={request.seeker}
            about={{
              kind: "offer",
              id: offer.id,
            }}
          />
        )}
      </header>
      <JourneyStrip
        from={offer.pickup.label}
        to={offer.dropoff.label}
        departs={<EstimateText text={picksUp} />}
        arrives={<EstimateText text={arrives} />}
        meta={
          <>
            {!onRequestPage && `${formatDay(pickupAt, timeZone)} · `}
            {t`${plural(seats, {
              one: "# seat",
              other: "# seats",
            })}`}
            {` · ${contribution ? t`${formatMoney(contribution)} per seat` : t`Free`}`}
            {detourS >= 30 && (
              <EstimateText text={` · ${t`${formatDetour(detourS, offer)} for you`}`} />
            )}
          </>
        }
      />
      <OfferMessages offer={offer} />
      {status === "pending" && (
        <p className="text-sm text-ink-3">
          {t`${request.seeker.displayName} can answer until ${momentText(offer.expiresAt, timeZone)}. We'll update this page.`}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {isActive && <CancelOfferButton offer={offer} />}
        {!onRequestPage && isActive && status === "pending" && (
          <Link
            to={`/requests/${request.id}`}
            className={buttonClasses("line", "sm")}
            aria-label={t`View request: ${routeText(request)}`}
          >
            {t`View request`}
          </Link>
        )}
        {offer.rideId && status !== "pending" && (
          <Link to={`/rides/${offer.rideId}`} className={buttonClasses("line", "sm")}>
            {t`View ride`}
          </Link>
        )}
      </div>
    </article>
  );
}

/** Messages and reasons of both sides. */
function OfferMessages({ offer: { status, message, reason, endedBy } }: { offer: Offer }) {
  const { t } = useLingui();
  return (
    <>
      {message && (
        <blockquote className="rounded-md bg-sunken px-4 py-3 wrap-anywhere">{message}</blockquote>
      )}
      <MaskedTextNote text={message} isOwn={status !== "accepted"} />
      {reason && (
        <p className="text-sm text-ink-2 wrap-anywhere">
          {endedBy === "driver" ? t`Your reason: ${reason}` : reason}
        </p>
      )}
      <MaskedTextNote text={reason} isOwn={endedBy === "driver"} />
    </>
  );
}

/** Withdraws an open offer after a delay for undo; cancels an accepted one with a reason. */
function CancelOfferButton({ offer }: { offer: Offer }) {
  return offer.status === "pending" ? (
    <WithdrawOffer offer={offer} />
  ) : (
    <CancelAcceptedOffer offer={offer} />
  );
}

function WithdrawOffer({ offer }: { offer: Offer }) {
  const { t } = useLingui();
  const toast = useToast();
  const { mutateAsync } = useEndOffer();
  const { waiting, start, undo } = useUndoable(() =>
    mutateAsync({ id: offer.id }).then(
      () =>
        toast({
          message: t`Your offer was withdrawn.`,
          type: "success",
        }),
      (error: unknown) =>
        toast({
          message: errorText(error),
          type: "error",
        }),
    ),
  );
  if (!waiting) {
    return (
      <Button variant="ghost" size="sm" onClick={start}>
        {t`Withdraw`}
      </Button>
    );
  }
  return <UndoBar text={t`Withdrawing…`} onUndo={undo} />;
}

function CancelAcceptedOffer({ offer }: { offer: Offer }) {
  const { t } = useLingui();
  const toast = useToast();
  const endOffer = useEndOffer();
  const [isConfirming, setConfirming] = useState(false);
  const cancel = async (reason: string) => {
    try {
      await endOffer.mutateAsync({
        id: offer.id,
        reason,
      });
      setConfirming(false);
      toast({
        message: t`You cancelled this passenger's ride. We've notified them.`,
        type: "success",
      });
    } catch {
      // The dialog shows the error from the mutation state.
    }
  };
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setConfirming(true)}>
        {t`Cancel`}
      </Button>
      <ReasonDialog
        masked
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={t`Cancel this passenger's ride?`}
        text={t`We'll notify them right away and free their seats. Shortly before departure, this counts as a late cancellation.`}
        cancelLabel={t`Keep it`}
        confirmLabel={t`Cancel their ride`}
        onConfirm={(reason) => void cancel(reason)}
        busy={endOffer.isPending}
        error={endOffer.error?.message}
      />
    </>
  );
}
