import type { NotificationKind } from "@commonlane/contract/notifications";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import {
  type HandledEvent,
  type NotificationContent,
  type Rides,
  routeDetails,
} from "./handled-events.ts";

type SeatRequestEvent = Extract<HandledEvent, { seatRequest: object }>;

/** The notification kind for the seeker or the host; undefined for their own actions. */
export function kindOf(to: string, event: SeatRequestEvent): NotificationKind | undefined {
  return to === event.seatRequest.seekerId ? kindForSeeker(event) : kindForHost(event);
}

function kindForSeeker(event: SeatRequestEvent): NotificationKind | undefined {
  const { seatRequest, type } = event;
  const isOwnAction = seatRequest.endedBy === "seeker" || type === "seat-request.created";
  if (isOwnAction || type === "seat-request.confirmed") return undefined;
  if (type === "seat-request.completed") return "rating.due";
  // Instant bookings and accepted offers are the seeker's own actions.
  if (type === "seat-request.accepted" && event.by !== "host") return undefined;
  if (isLapsed(event)) return "seat-request.lapsed";
  return type === "seat-request.cancelled" && seatRequest.endedBy === "system"
    ? "seat-request.ended"
    : type;
}

/** True if the booking ended because a changed ride was not confirmed in time. */
const isLapsed = ({
  type,
  seatRequest: { endedBy, confirmationAsked },
}: SeatRequestEvent): boolean =>
  type === "seat-request.cancelled" && endedBy === "system" && confirmationAsked === true;

function kindForHost(event: SeatRequestEvent): NotificationKind | undefined {
  const { seatRequest, type } = event;
  if (type === "seat-request.completed") return "rating.due";
  if (
    type === "seat-request.created" ||
    type === "seat-request.withdrawn" ||
    type === "seat-request.confirmed"
  )
    return type;
  if (isLapsed(event)) return "seat-request.unconfirmed";
  if (type === "seat-request.accepted" && (event.by === "instant" || event.by === "standby"))
    return "seat-request.booked";
  return type === "seat-request.cancelled" && seatRequest.endedBy !== "host" ? type : undefined;
}

export function seatRequestNotification(
  rides: Rides,
  to: string,
  { type }: SeatRequestEvent,
  {
    kind,
    record,
  }: {
    kind: NotificationKind;
    record: SeatRequest;
  },
): NotificationContent {
  if (kind === "rating.due") return ratingDue(record);
  const ride = rides.get(record.rideId);
  const isSeeker = to === record.seekerId;
  const person = isSeeker ? ride?.host_id : record.seekerId;
  const isCancelled = isSeeker && record.endedBy === "host" && ride?.status === "cancelled";
  const content = {
    kind,
    ...seatRequestContent(record, isCancelled),
    ...(person !== undefined && { person }),
  };
  return !isSeeker && type === "seat-request.confirmed"
    ? {
        ...content,
        cause: `${record.id} ${record.pickupAt}`,
      }
    : content;
}

/** Asks both sides for a rating; a host gets one notification for all passengers. */
function ratingDue({ rideId, pickup, dropoff, pickupAt }: SeatRequest): NotificationContent {
  return {
    kind: "rating.due",
    cause: rideId,
    path: `/rides/${rideId}/rate`,
    details: {
      ...routeDetails(pickup, dropoff),
      at: pickupAt,
    },
  };
}

const seatRequestContent = (
  { id, rideId, pickup, dropoff, pickupAt, seats, reason }: SeatRequest,
  isCancelled: boolean,
) => ({
  cause: id,
  path: `/rides/${rideId}` as const,
  details: {
    ...routeDetails(pickup, dropoff),
    at: pickupAt,
    seats,
    reason,
    rideId,
    seatRequestId: id,
    ...(isCancelled && { isCancelled }),
  },
  lateAt: new Date(pickupAt),
});
