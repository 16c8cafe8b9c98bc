import type { OwnActiveDriver } from "@commonlane/contract/active-drivers";
import { MINUTE_MS } from "@commonlane/contract/durations";
import type { FittingRide } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { Money } from "@commonlane/contract/shapes";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAgeCheck } from "#shared/age-check/use-age-check.tsx";
import { costShare, toCostShareRequest } from "#shared/contribution/cost-share.queries.ts";
import { formatMoney, formatTime } from "#shared/formatting/format.ts";
import { distanceM } from "#shared/geo/great-circle.ts";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { useNow } from "#shared/use-now.ts";
import { SeekerSummary } from "../detail/SeekerSummary.tsx";
import { routeText, windowText } from "../request-text.ts";
import { fittingRides, type OfferPayload, useMakeOffer } from "../ride-requests.queries.ts";

interface AddressedRequestProps {
  readonly request: RideRequest;
  /** Distance from the driver to the start, if known. */
  readonly awayText: string | undefined;
  /** The driver, if online. */
  readonly own: OwnActiveDriver | null | undefined;
  readonly onClose: () => void;
}

/** A request to this driver, with the way to answer it. */
export function AddressedRequest({ request, awayText, own, onClose }: AddressedRequestProps) {
  const { t } = useLingui();
  const nowMs = useNow();
  const { seeker, seats, maxContribution, note } = request;
  const facts = [
    ...(awayText ? [awayText] : []),
    isForNow(request, nowMs) ? t`Now` : windowText(request),
    t`${plural(seats, {
      one: "# seat",
      other: "# seats",
    })}`,
    maxContribution ? t`Up to ${formatMoney(maxContribution)} per seat` : t`Price open`,
  ];
  return (
    <div className="grid gap-2">
      <SeekerSummary person={seeker} />
      <p className="font-semibold wrap-anywhere">{routeText(request)}</p>
      <p className="text-sm text-ink-2">{facts.join(" · ")}</p>
      {note && (
        <blockquote className="line-clamp-2 rounded-md bg-sunken px-3 py-2 text-sm wrap-anywhere">
          {note}
        </blockquote>
      )}
      {own && <QuickOfferButton request={request} own={own} onSent={onClose} />}
      <div className="flex gap-2">
        <Link
          to={`/requests/${request.id}`}
          className={`${buttonClasses("line")} flex-1`}
          onClick={onClose}
        >
          {t`Change the offer`}
        </Link>
        <Button variant="line" className="flex-1" onClick={onClose}>
          {t`Not now`}
        </Button>
      </div>
    </div>
  );
}

interface QuickOfferButtonProps {
  readonly request: RideRequest;
  readonly own: OwnActiveDriver;
  readonly onSent: () => void;
}

/** Answers a request with one tap, by what is known of the driver. Renders nothing if only the form can. */
function QuickOfferButton({ request, own, onSent }: QuickOfferButtonProps) {
  const { t } = useLingui();
  const quickOffer = useQuickOffer(request, own);
  const makeOffer = useMakeOffer(request.id);
  const ageCheck = useAgeCheck();
  const toast = useToast();
  if (!quickOffer) return null;

  const { payload, pickupAt, contribution } = quickOffer;
  const seeker = request.seeker.displayName;
  const pickupTime = formatTime(pickupAt, request.timeZone);
  const price = contribution && formatMoney(contribution);
  const send = async () => {
    const offer = await ageCheck.run(() => makeOffer.mutateAsync(payload)).catch(() => undefined);
    if (!offer) return;
    onSent();
    toast({
      message: t`${seeker} has your offer. We'll notify you of the answer.`,
      type: "success",
    });
  };
  return (
    <>
      <Button size="lg" busy={makeOffer.isPending} onClick={() => void send()}>
        {price ? t`Offer: pickup ${pickupTime}, ${price}` : t`Offer: pickup ${pickupTime}, free`}
      </Button>
      <ErrorNotice error={makeOffer.error} />
      {ageCheck.dialog}
    </>
  );
}

function useQuickOffer(request: RideRequest, own: OwnActiveDriver): QuickOffer | undefined {
  // Fixed, so that what is offered does not change under the finger.
  const [now] = useState(() => new Date());
  const fitting = useQuery(fittingRides(request.id));
  const profile = useQuery(ownProfile);
  const route = [request.origin, request.destination];
  const cost = useQuery(costShare(toCostShareRequest(route, own.seats)));
  if (fitting.isPending || profile.isPending || !cost.data) return undefined;
  return createQuickOffer({
    request,
    own,
    fittingRide: fitting.data?.items[0],
    suggested: cost.data.suggested,
    vehicleId: profile.data?.vehicles[0]?.id ?? null,
    now,
  });
}

/** An offer that needs no form, with what its button says. */
interface QuickOffer {
  readonly payload: OfferPayload;
  readonly pickupAt: string;
  /** Null if it is free. */
  readonly contribution: Money | null;
}

interface QuickOfferInput {
  readonly request: RideRequest;
  readonly own: Pick<OwnActiveDriver, "lat" | "lng" | "seats">;
  /** Ride of the driver that fits, if there is one. */
  readonly fittingRide: FittingRide | undefined;
  readonly suggested: Money;
  readonly vehicleId: string | null;
  readonly now: Date;
}

/** Roads are longer than the straight line, and towns are slow. */
const WAY_M_PER_S = 8;
const MIN_WAY_S = 180;

/**
 * The offer of a driver who is online: their ride that fits, or a new one as soon as they can be at the start, with the
 * seats of their activation and the suggested contribution. Undefined if that cannot serve the request.
 */
export function createQuickOffer({
  request,
  own,
  fittingRide,
  suggested,
  vehicleId,
  now,
}: QuickOfferInput): QuickOffer | undefined {
  if (fittingRide) {
    const { ride, pickupAt, contribution } = fittingRide;
    return {
      payload: { rideId: ride.id },
      pickupAt,
      contribution,
    };
  }
  if (own.seats < request.seats) return undefined;

  const wayS = Math.max(MIN_WAY_S, distanceM(own, request.origin) / WAY_M_PER_S);
  const soonestMs = Math.ceil((now.getTime() + wayS * 1000) / MINUTE_MS) * MINUTE_MS;
  const departsMs = Math.max(soonestMs, Date.parse(request.departsAfter));
  if (departsMs > Date.parse(request.departsBefore)) return undefined;

  const pickupAt = new Date(departsMs).toISOString();
  const contribution = limitContribution(suggested, request.maxContribution);
  return {
    payload: {
      departsAt: pickupAt,
      seats: own.seats,
      contribution,
      vehicleId,
    },
    pickupAt,
    contribution,
  };
}

function limitContribution(suggested: Money, max: Money | null): Money | null {
  if (suggested.amountMinor === 0) return null;
  const isLower = max?.currency === suggested.currency && max.amountMinor < suggested.amountMinor;
  return isLower ? max : suggested;
}

/** Whether a request is for this moment. */
export function isForNow({ departsAfter }: Pick<RideRequest, "departsAfter">, nowMs: number) {
  return Date.parse(departsAfter) - nowMs <= 15 * MINUTE_MS;
}
