import { useInfiniteQuery } from "@tanstack/react-query";
import { ownRideRequests } from "#features/ride-requests/ride-requests.queries.ts";
import { incomingRequests } from "#features/seat-requests/seat-requests.queries.ts";

export interface Waiting {
  count: number;
  /** "30+" where there are more than one page of them. */
  text: string;
}

/** How many requests for my rides, and offers for my ride requests, wait for an answer of mine. */
export function useWaitingRequests(): Waiting {
  const asked = useInfiniteQuery(incomingRequests("pending")).data?.pages[0];
  const posted = useInfiniteQuery(ownRideRequests("open")).data?.pages[0];
  const offers = (posted?.items ?? []).reduce((sum, { offersWaiting }) => sum + (offersWaiting ?? 0), 0);
  const count = (asked?.items.length ?? 0) + offers;
  return { count, text: asked?.nextCursor || posted?.nextCursor ? `${count}+` : String(count) };
}
