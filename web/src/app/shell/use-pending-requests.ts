import { useInfiniteQuery } from "@tanstack/react-query";
import { ownRideRequests } from "#features/ride-requests/ride-requests.queries.ts";
import { incomingRequests } from "#features/seat-requests/seat-requests.queries.ts";

export interface PendingRequests {
  count: number;
  /** "30+" where there are more than one page of them. */
  text: string;
}

/** How many requests for my rides, and offers for my ride requests, wait for an answer of mine. */
export function usePendingRequests(): PendingRequests {
  const seatRequests = useInfiniteQuery(incomingRequests("pending")).data?.pages[0];
  const rideRequests = useInfiniteQuery(ownRideRequests("open")).data?.pages[0];
  const offers = (rideRequests?.items ?? []).reduce((sum, { offersWaiting }) => sum + (offersWaiting ?? 0), 0);
  const count = (seatRequests?.items.length ?? 0) + offers;
  return { count, text: seatRequests?.nextCursor || rideRequests?.nextCursor ? `${count}+` : String(count) };
}
