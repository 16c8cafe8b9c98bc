import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { PickupPlace } from "@commonlane/contract/shapes";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { stopKind } from "#shared/map/stop-kind.ts";
import { distanceM } from "#shared/geo/great-circle.ts";
import { requestsOfRide } from "../seat-requests.queries.ts";

/** All passengers with a seat. Undefined until every page is there: a list with some missing would be worse than none. */
export function usePassengers(rideId: string) {
  const query = useInfiniteQuery(requestsOfRide(rideId, "accepted"));
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const fetchNext = hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (fetchNext) void fetchNextPage();
  }, [fetchNext, fetchNextPage]);
  return {
    query,
    passengers: hasNextPage ? undefined : data?.pages.flatMap(({ items }) => items),
  };
}

/** One stop of a drive: who gets in and out there. */
export interface DriverStop {
  readonly key: string;
  readonly at: string;
  readonly place: PickupPlace;
  readonly getIn: readonly SeatRequest[];
  readonly getOut: readonly SeatRequest[];
  /** Passengers' seats in use when leaving. */
  readonly seatsOnBoard: number;
}

type Visit = Omit<DriverStop, "seatsOnBoard"> & {
  /** Order of visits at the same time: the start, those who get out, stops, those who get in, the destination. */
  readonly rank: number;
};

/** Visits closer to each other than this, one after the other, are one stop. */
const SAME_STOP_M = 60;
const RANK = {
  start: 0,
  getOut: 1,
  stop: 2,
  getIn: 3,
  end: 4,
} as const;

/** Stops of a ride in driving order, with the passengers who have a seat. */
export function driverStops(
  ride: Pick<Ride, "origin" | "stops" | "destination" | "eta">,
  passengers: readonly SeatRequest[],
): DriverStop[] {
  const points = [ride.origin, ...ride.stops, ride.destination];
  const visits: Visit[] = [
    ...points.map((place, n) => ({
      key: `point-${n}`,
      at: ride.eta[n] ?? "",
      place,
      getIn: [],
      getOut: [],
      rank: RANK[stopKind(n, points.length)],
    })),
    ...passengers.flatMap((passenger): Visit[] => [
      {
        key: `in-${passenger.id}`,
        at: passenger.pickupAt,
        place: passenger.pickup,
        getIn: [passenger],
        getOut: [],
        rank: RANK.getIn,
      },
      {
        key: `out-${passenger.id}`,
        at: passenger.dropoffAt,
        place: passenger.dropoff,
        getIn: [],
        getOut: [passenger],
        rank: RANK.getOut,
      },
    ]),
  ];
  const ordered = visits.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.rank - b.rank);
  let seatsOnBoard = 0;
  return joinNeighbours(ordered).map(({ key, at, place, getIn, getOut }) => {
    seatsOnBoard += countSeats(getIn) - countSeats(getOut);
    return {
      key,
      at,
      place,
      getIn,
      getOut,
      seatsOnBoard,
    };
  });
}

function joinNeighbours(visits: readonly Visit[]): Visit[] {
  const joined: Visit[] = [];
  for (const visit of visits) {
    const previous = joined.at(-1);
    if (previous && distanceM(previous.place, visit.place) < SAME_STOP_M) {
      joined[joined.length - 1] = {
        ...previous,
        // A passenger who gets in here has read this time.
        at: previous.getIn.length > 0 ? previous.at : (visit.getIn[0]?.pickupAt ?? previous.at),
        getIn: [...previous.getIn, ...visit.getIn],
        getOut: [...previous.getOut, ...visit.getOut],
      };
    } else joined.push(visit);
  }
  return joined;
}

const countSeats = (passengers: readonly SeatRequest[]): number =>
  passengers.reduce((sum, { seats }) => sum + seats, 0);
