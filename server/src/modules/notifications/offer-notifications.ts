import type { Offer } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import {
  type HandledEvent,
  type NotificationContent,
  type Rides,
  routeDetails,
} from "./handled-events.ts";

type OfferEvent = Extract<HandledEvent, { offer: object }>;

/** The driver's notification about their offer. */
export function offerForDriver(
  { type }: OfferEvent,
  offer: Offer,
  { seekerId }: RideRequest,
): NotificationContent {
  if (type === "offer.created" || type === "offer.withdrawn") return undefined;
  const path = type === "offer.accepted" ? (`/rides/${offer.rideId}` as const) : requestPath(offer);
  return {
    kind: type,
    ...offerContent(offer, path),
    person: seekerId,
  };
}

/** The seeker's notification about an offer they received. */
export function offerForSeeker(
  rides: Rides,
  { type }: OfferEvent,
  offer: Offer,
): NotificationContent {
  if (type !== "offer.created" && type !== "offer.withdrawn") return undefined;
  const { details, ...content } = offerContent(offer, requestPath(offer));
  const isCancelled = offer.rideId !== null && rides.get(offer.rideId)?.status === "cancelled";
  return {
    kind: type,
    ...content,
    details: {
      ...details,
      ...(isCancelled && { isCancelled }),
    },
    person: offer.driverId,
  };
}

/** The request's page shows the status of the offer to both sides. */
const requestPath = ({ requestId }: Offer) => `/requests/${requestId}` as const;

function offerContent({ id, pickup, dropoff, pickupAt, reason }: Offer, path: `/${string}`) {
  return {
    cause: id,
    path,
    details: {
      ...routeDetails(pickup, dropoff),
      at: pickupAt,
      reason,
    },
    lateAt: new Date(pickupAt),
  };
}
