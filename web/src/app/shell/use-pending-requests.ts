import { useInfiniteQuery } from "@tanstack/react-query";
import { ownRideRequests } from "#features/ride-requests/ride-requests.queries.ts";
import { incomingRequests } from "#features/seat-requests/seat-requests.queries.ts";

export interface PendingRequests {
  count: number;
  /** "30+" if there is more than one page. */
  text: string;
}

/** Number of requests for the user's rides and offers for the user's ride requests that need an answer. */
export function usePendingRequests(): PendingRequests {
  const seatRequests = useInfiniteQuery(incomingRequests("pending")).data?.pages[0];
  const rideRequests = useInfiniteQuery(ownRideRequests("open")).data?.pages[0];
  const offers = (rideRequests?.items ?? []).reduce((sum, { offersWaiting }) => sum + (offersWaiting ?? 0), 0);
  const count = (seatRequests?.items.length ?? 0) + offers;
  return { count, text: seatRequests?.nextCursor || rideRequests?.nextCursor ? `${count}+` : String(count) };
}
