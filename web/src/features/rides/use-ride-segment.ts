import { HOUR_MS } from "@commonlane/contract/durations";
import type { Ride, RideSearchResult, NearMissResult } from "@commonlane/contract/rides";
import { type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { ownSeatRequestsForRide } from "#shared/seats/own-seat-requests.ts";
import {
  type RequestedSegment,
  findBookedSegment,
  toMeasuredSegment,
  readSegmentParams,
  readSeatsParam,
  estimateSegment,
  type RideSegment,
  entireRide,
} from "./ride-segment.ts";
import {
  MAX_PAGE_SIZE,
  nearMissRides,
  ownUpcomingSeatRequests,
  searchRidesFirstPage,
} from "./rides.queries.ts";
import type { SearchQuery } from "./search/search-window.ts";

const ARRIVAL_MARGIN_MS = 3 * HOUR_MS;
/** Meeting points have few decimals, so a point on the route may appear some metres beside it. */
const MAX_WALK_M = 50;

/**
 * Segment of a ride named in the URL, or the entire ride. The server measures it, also for near misses; it is estimated
 * from the route line only if the server finds no match. Undefined until known, so that prices and times do not change
 * after they are shown.
 */
export function useRideSegment(ride: Ride): RideSegment | undefined {
  const [params] = useSearchParams();
  const requested = readSegmentParams(params);
  const query = toMeasureQuery(ride, requested);
  const shouldMeasure = requested !== undefined && ride.status === "scheduled";
  const matches = useQuery({
    ...searchRidesFirstPage(query),
    enabled: shouldMeasure,
  });
  const found = [...(matches.data?.items ?? []), ...(matches.data?.full ?? [])].find(
    isHitFor(ride),
  );
  const nearMisses = useQuery({
    ...nearMissRides(query, MAX_PAGE_SIZE),
    enabled: shouldMeasure && matches.isSuccess && !found,
  });
  if (!requested) return entireRide(ride, readSeatsParam(params));
  if (matches.isLoading || nearMisses.isLoading) return undefined;
  const measured = found ?? nearMisses.data?.items.find(isHitFor(ride));
  return measured ? toMeasuredSegment(measured, requested) : estimateSegment(ride, requested);
}

/**
 * Actual segment of the viewer's active request, or `searchedSegment` without one. Undefined until it is known whether
 * there is one: a quote is never shown where a booking is known, also offline, where the list of bookings tells.
 */
export function useBookedSegment(
  ride: Ride,
  isHost: boolean,
  searchedSegment: RideSegment | undefined,
): RideSegment | undefined {
  const ofRide = useQuery({
    ...ownSeatRequestsForRide(ride.id),
    enabled: !isHost,
  });
  const upcoming = useQuery({
    ...ownUpcomingSeatRequests(),
    enabled: false,
  });
  if (!searchedSegment || ofRide.isLoading) return undefined;
  const known = upcoming.data?.items.filter(({ rideId }) => rideId === ride.id);
  const requests = ofRide.data?.items ?? known ?? [];
  return findBookedSegment(ride, requests, searchedSegment) ?? searchedSegment;
}

/** Fills the ride page's cache with figures from the list; the page still refetches. */
export function usePrefillMatch(): (
  found: RideSearchResult & Partial<Pick<NearMissResult, "miss">>,
  requested: RequestedSegment,
) => void {
  const queries = useQueryClient();
  const prefill = (queryKey: QueryKey, items: readonly object[]) =>
    queries.setQueryData(
      queryKey,
      (existing: unknown) =>
        existing ?? {
          items,
          nextCursor: null,
          full: [],
        },
      {
        updatedAt: 1,
      },
    );
  return ({ ride, match, miss }, requested) => {
    const query = toMeasureQuery(ride, requested);
    prefill(searchRidesFirstPage(query).queryKey, miss ? [] : [{ ride, match }]);
    if (miss) prefill(nearMissRides(query, MAX_PAGE_SIZE).queryKey, [{ ride, match, miss }]);
  };
}

const isHitFor =
  ({ id }: Ride) =>
  (found: RideSearchResult) =>
    found.ride.id === id;

/** Query that this ride matches best: from the pickup to the dropoff at the ride's own times. */
function toMeasureQuery(ride: Ride, requested: RequestedSegment | undefined): SearchQuery {
  const { pickup, dropoff } = requested ?? {
    pickup: ride.origin,
    dropoff: ride.destination,
  };
  return {
    fromLat: pickup.lat,
    fromLng: pickup.lng,
    toLat: dropoff.lat,
    toLng: dropoff.lng,
    departsAfter: ride.departsAt,
    departsBefore: new Date(Date.parse(ride.arrivesAt) + ARRIVAL_MARGIN_MS).toISOString(),
    ...(requested && { at: estimateSegment(ride, requested).pickupAt }),
    walkM: MAX_WALK_M,
  };
}
