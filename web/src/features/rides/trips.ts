import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest, SeatRequestStatus } from "@commonlane/contract/seat-requests";
import type { RequestedSegment } from "./ride-segment.ts";

/** One of the viewer's own trips, as host or passenger. */
export interface Trip {
  readonly key: string;
  readonly ride: Ride;
  readonly from: string;
  readonly to: string;
  readonly startsAt: string;
  readonly endsAt: string;
  /** Undefined if the viewer hosts the ride. */
  readonly request:
    Pick<SeatRequest, "id" | "status" | "seats" | "confirmBy" | "reserved" | "endedBy"> | undefined;
  readonly segment: RequestedSegment | undefined;
}

/** Requests that the viewer ended, or that are over, are not shown. */
const LOST_STATUSES: readonly SeatRequestStatus[] = ["rejected", "expired", "cancelled"];
const SHOWN_STATUSES: readonly SeatRequestStatus[] = ["pending", "accepted", ...LOST_STATUSES];

/** The viewer's trips that have not ended, soonest first, from hosted rides and seat requests. */
export function findUpcomingTrips(
  hostedRides: readonly Ride[],
  seatRequests: readonly (SeatRequest & { ride: Ride })[],
  nowMs: number,
): Trip[] {
  const hostTrips = hostedRides
    .filter(({ status }) => status === "scheduled" || status === "departed")
    .map(toHostTrip);
  const passengerTrips = seatRequests
    .filter(({ status, endedBy }) => SHOWN_STATUSES.includes(status) && endedBy !== "seeker")
    .map(toPassengerTrip);
  return [...hostTrips, ...passengerTrips]
    .filter(({ endsAt }) => Date.parse(endsAt) > nowMs)
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
}

/** Whether the seat was declined or cancelled, or the request expired. */
export const isLostTrip = ({ request }: Trip): boolean =>
  request !== undefined && LOST_STATUSES.includes(request.status);

/** The next trip that takes place, or may: what is urgent about it has priority over later trips. */
export const findNextTrip = (trips: readonly Trip[]): Trip | undefined =>
  trips.find((trip) => !isLostTrip(trip));

export function toHostTrip(ride: Ride): Trip {
  const { id, origin, destination, departsAt, arrivesAt } = ride;
  const stops = {
    from: origin.label,
    to: destination.label,
    startsAt: departsAt,
    endsAt: arrivesAt,
  };
  return {
    key: id,
    ride,
    ...stops,
    request: undefined,
    segment: undefined,
  };
}

export function toPassengerTrip(seatRequest: SeatRequest & { ride: Ride }): Trip {
  const { id, ride, pickup, dropoff, pickupAt, dropoffAt, seats } = seatRequest;
  const { status, confirmBy, reserved, endedBy } = seatRequest;
  const stops = {
    from: pickup.label,
    to: dropoff.label,
    startsAt: pickupAt,
    endsAt: dropoffAt,
  };
  const segment = {
    pickup,
    dropoff,
    walkFromM: 0,
    walkToM: 0,
    seats,
  };
  return {
    key: id,
    ride,
    ...stops,
    request: {
      id,
      status,
      seats,
      confirmBy,
      reserved,
      endedBy,
    },
    segment,
  };
}
