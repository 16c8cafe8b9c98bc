import { HOUR_MS } from "@commonlane/contract/durations";
import type { Ride, RideSearchResult, NearMissResult } from "@commonlane/contract/rides";
import { type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
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
import { MAX_PAGE_SIZE, nearMissRides, ownSeatRequestsForRide, searchRidesFirstPage } from "./rides.queries.ts";
import type { SearchQuery } from "./search/search-window.ts";

const ARRIVAL_MARGIN_MS = 3 * HOUR_MS;
/** Meeting points come back with a few decimals, so one on the way may lie some metres beside it. */
const MAX_WALK_M = 50;

/**
 * The part of a ride that the reader came for, by the address; the whole ride where it names none. The server measures it,
 * also where the ride only nearly fits; it is estimated from the ride's line only if the server finds no match. Undefined
 * until that is known, so that no price or time is shown that then changes.
 */
export function useRideSegment(ride: Ride): RideSegment | undefined {
  const [params] = useSearchParams();
  const requested = readSegmentParams(params);
  const query = toMeasureQuery(ride, requested);
  const shouldMeasure = requested !== undefined && ride.status === "scheduled";
  const matches = useQuery({ ...searchRidesFirstPage(query), enabled: shouldMeasure });
  const found = matches.data?.items.find(isHitFor(ride));
  const nearMisses = useQuery({
    ...nearMissRides(query, MAX_PAGE_SIZE),
    enabled: shouldMeasure && matches.isSuccess && !found,
  });
  if (!requested) return entireRide(ride, readSeatsParam(params));
  if (matches.isLoading || nearMisses.isLoading) return undefined;
  const measured = found ?? nearMisses.data?.items.find(isHitFor(ride));
  return measured ? toMeasuredSegment(measured, requested) : estimateSegment(ride, requested);
}

/** Where the reader really gets in and out, once they have asked for seats; until then, `cameFor`. */
export function useBookedSegment(
  ride: Ride,
  isHost: boolean,
  searchedSegment: RideSegment | undefined,
): RideSegment | undefined {
  const { data } = useQuery({ ...ownSeatRequestsForRide(ride.id), enabled: !isHost });
  return searchedSegment && (findBookedSegment(ride, data?.items ?? [], searchedSegment) ?? searchedSegment);
}

/** Shows a ride's page at once with the figures of the list that led there; the page still reads them again. */
export function usePrefillMatch(): (
  found: RideSearchResult & Partial<Pick<NearMissResult, "miss">>,
  requested: RequestedSegment,
) => void {
  const queries = useQueryClient();
  const prefill = (queryKey: QueryKey, items: readonly object[]) =>
    queries.setQueryData(queryKey, (existing: unknown) => existing ?? { items, nextCursor: null }, { updatedAt: 1 });
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

/** A search that this ride answers better than others: from the pickup to the dropoff, at the times of the ride. */
function toMeasureQuery(ride: Ride, requested: RequestedSegment | undefined): SearchQuery {
  const { pickup, dropoff } = requested ?? { pickup: ride.origin, dropoff: ride.destination };
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
