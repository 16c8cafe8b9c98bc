import { HOUR_MS } from "@commonlane/contract/durations";
import type { Ride, RideFound, RideMissed } from "@commonlane/contract/rides";
import { type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import {
  type AskedPart,
  bookedPart,
  measuredPart,
  readPart,
  readSeats,
  reckonedPart,
  type RidePart,
  wholeWay,
} from "./ride-part.ts";
import { MANY, missedRides, ownSeatRequestsOn, someFoundRides } from "./rides.queries.ts";
import type { SearchQuery } from "./search-window.ts";

const AFTER_MS = 3 * HOUR_MS;
/** Meeting points come back with a few decimals, so one on the way may lie some metres beside it. */
const BESIDE_M = 50;

/**
 * The part of a ride that the reader came for, by the address; the whole ride where it names none. The server measures it,
 * also where the ride only nearly fits; it is estimated from the ride's line only if the server finds no match. Undefined
 * until that is known, so that no price or time is shown that then changes.
 */
export function useRidePart(ride: Ride): RidePart | undefined {
  const [params] = useSearchParams();
  const asked = readPart(params);
  const query = measureQuery(ride, asked);
  const wanted = asked !== undefined && ride.status === "scheduled";
  const fitting = useQuery({ ...someFoundRides(query), enabled: wanted });
  const found = fitting.data?.items.find(isOf(ride));
  const nearly = useQuery({ ...missedRides(query, MANY), enabled: wanted && fitting.isSuccess && !found });
  if (!asked) return wholeWay(ride, readSeats(params));
  if (fitting.isLoading || nearly.isLoading) return undefined;
  const measured = found ?? nearly.data?.items.find(isOf(ride));
  return measured ? measuredPart(measured, asked) : reckonedPart(ride, asked);
}

/** Where the reader really gets in and out, once they have asked for seats; until then, `cameFor`. */
export function useBookedPart(ride: Ride, mine: boolean, cameFor: RidePart | undefined): RidePart | undefined {
  const { data } = useQuery({ ...ownSeatRequestsOn(ride.id), enabled: !mine });
  return cameFor && (bookedPart(ride, data?.items ?? [], cameFor) ?? cameFor);
}

/** Shows a ride's page at once with the figures of the list that led there; the page still reads them again. */
export function useRememberFound(): (found: RideFound & Partial<Pick<RideMissed, "miss">>, asked: AskedPart) => void {
  const queries = useQueryClient();
  const remember = <Item>(queryKey: QueryKey, items: readonly Item[]) =>
    queries.setQueryData(queryKey, (known: unknown) => known ?? { items, nextCursor: null }, { updatedAt: 1 });
  return ({ ride, match, miss }, asked) => {
    const query = measureQuery(ride, asked);
    remember(someFoundRides(query).queryKey, miss ? [] : [{ ride, match }]);
    if (miss) remember(missedRides(query, MANY).queryKey, [{ ride, match, miss }]);
  };
}

const isOf =
  ({ id }: Ride) =>
  (found: RideFound) =>
    found.ride.id === id;

/** A search that this ride answers better than others: from the pickup to the dropoff, at the times of the ride. */
function measureQuery(ride: Ride, asked: AskedPart | undefined): SearchQuery {
  const { pickup, dropoff } = asked ?? { pickup: ride.origin, dropoff: ride.destination };
  return {
    fromLat: pickup.lat,
    fromLng: pickup.lng,
    toLat: dropoff.lat,
    toLng: dropoff.lng,
    departsAfter: ride.departsAt,
    departsBefore: new Date(Date.parse(ride.arrivesAt) + AFTER_MS).toISOString(),
    ...(asked && { at: reckonedPart(ride, asked).pickupAt }),
    walkM: BESIDE_M,
  };
}
