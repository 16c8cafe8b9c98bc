import { useInfiniteQuery } from "@tanstack/react-query";
import { ownRideRequests } from "#features/ride-requests/ride-requests.queries.ts";
import { incomingRequests } from "#features/seat-requests/seat-requests.queries.ts";
import type { PendingRequests } from "./pending-requests.ts";

/** What needs the user's answer. */
export function usePendingRequests(): PendingRequests {
  const incoming = useInfiniteQuery(incomingRequests("pending")).data?.pages[0];
  const rideRequests = useInfiniteQuery(ownRideRequests("open")).data?.pages[0];
  const offers = (rideRequests?.items ?? []).reduce(
    (sum, { offersWaiting }) => sum + (offersWaiting ?? 0),
    0,
  );
  const seatRequests = incoming?.items.length ?? 0;
  const count = seatRequests + offers;
  return {
    seatRequests,
    offers,
    text: incoming?.nextCursor || rideRequests?.nextCursor ? `${count}+` : String(count),
  };
}
