import { useInfiniteQuery } from "@tanstack/react-query";
import { ownRideRequests } from "#features/ride-requests/ride-requests.queries.ts";
import { incomingRequests } from "#features/seat-requests/seat-requests.queries.ts";

/** The user's ride requests with the offers for them, a tab of the inbox. */
export const OFFERS_IN_INBOX = "/requests?show=posted";

export const NO_PENDING_REQUESTS: PendingRequests = { seatRequests: 0, offers: 0, text: "0" };

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

export interface PendingRequests {
  /** Requests for seats on the user's rides. */
  seatRequests: number;
  /** Offers for the user's ride requests. */
  offers: number;
  /** The sum; "30+" if there is more than one page. */
  text: string;
}

/** The address of the inbox, opened where something needs an answer. */
export const inboxAddress = ({ seatRequests, offers }: PendingRequests) =>
  seatRequests === 0 && offers > 0 ? OFFERS_IN_INBOX : "/requests";
