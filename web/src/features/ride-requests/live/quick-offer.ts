import { MINUTE_MS } from "@commonlane/contract/durations";
import type { OwnActiveDriver } from "@commonlane/contract/active-drivers";
import type { FittingRide } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { Money } from "@commonlane/contract/shapes";
import { distanceM } from "#shared/geo/great-circle.ts";
import type { OfferPayload } from "../ride-requests.queries.ts";

/** An offer that needs no form, with what its button says. */
export interface QuickOffer {
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
