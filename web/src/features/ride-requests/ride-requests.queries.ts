import type { Input } from "@commonlane/contract/endpoint";
import { offers } from "@commonlane/contract/offers";
import { profiles } from "@commonlane/contract/profiles";
import { rideRequests, type RideRequestStatus } from "@commonlane/contract/ride-requests";
import { rides } from "@commonlane/contract/rides";
import { seatRequests } from "@commonlane/contract/seat-requests";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#shared/api.ts";
import { sendOnce } from "#shared/forms/send-once.ts";
import { restsWhileClosed } from "#shared/maintenance.ts";
import { offeredRequestIds } from "./offered-request-ids.ts";

const PAGE = 30;
/** Requests of others are told as news, which may be lost with the line, so whoever looks for some asks again now and then. */
const LOOK_AGAIN_MS = 180_000;

const pages = { initialPageParam: undefined as string | undefined };
const next = ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined;

/** What I posted, newest first, in all states or in one. */
export const ownRideRequests = (status?: RideRequestStatus) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: ["ride-requests", "own", status ?? "all"],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(rideRequests.own, { query: { limit: PAGE, cursor, status } }, { signal }),
    getNextPageParam: next,
  });

export const oneRideRequest = (requestId: string) =>
  queryOptions({
    queryKey: ["ride-requests", "one", requestId],
    queryFn: ({ signal }) => call(rideRequests.one, { params: { requestId } }, { signal }),
  });

/** Who somebody is, as others see it. */
export const personOf = (uid: string) =>
  queryOptions({
    queryKey: ["profiles", "of-person", uid],
    queryFn: ({ signal }) => call(profiles.ofPerson, { params: { uid } }, { signal }),
  });

/** Open requests that start near a place, nearest first. */
export const requestsNear = ({ lat, lng }: { lat: number; lng: number }) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: ["ride-requests", "near", lat, lng],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(rideRequests.nearby, { query: { lat, lng, limit: PAGE, cursor } }, { signal }),
    getNextPageParam: next,
    refetchInterval: LOOK_AGAIN_MS,
    ...restsWhileClosed,
  });

/** Open requests that a ride of mine could serve along its way, best first, on one page. */
export const requestsAlong = (rideId: string) =>
  queryOptions({
    queryKey: ["ride-requests", "along", rideId],
    queryFn: ({ signal }) => call(rideRequests.nearby, { query: { rideId, limit: 100 } }, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
    ...restsWhileClosed,
  });

/** What drivers answered to a request of mine, newest first. */
export const offersOf = (requestId: string) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: ["offers", "of", requestId],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(offers.ofRequest, { params: { requestId }, query: { limit: 100, cursor } }, { signal }),
    getNextPageParam: next,
  });

/** What I offered to others, newest first, each with its request. */
export const ownOffers = infiniteQueryOptions({
  ...pages,
  queryKey: ["offers", "own", "pages"],
  queryFn: ({ pageParam: cursor, signal }) => call(offers.own, { query: { limit: PAGE, cursor } }, { signal }),
  getNextPageParam: next,
});

/** Which requests I have offered on; none where that cannot be read. */
export const offeredIds = queryOptions({
  queryKey: ["offers", "own", "request-ids"],
  queryFn: ({ signal }) => offeredRequestIds(signal),
});

/** My own rides still to come, the soonest first, to offer one of them. */
export const ridesToOffer = (uid: string) =>
  queryOptions({
    queryKey: ["rides", "hosted", uid, "to-offer"],
    queryFn: ({ signal }) => call(rides.ofHost, { params: { uid }, query: { coming: "true", limit: 100 } }, { signal }),
  });

/** Whatever a decision changed is read again, also when it came too late. */
function useSettled() {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [["offers"], ["ride-requests"], ["rides"], ["seat-requests"]].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
}

export type RequestTerms = Input<typeof rideRequests.post>["body"];
export type RequestChange = Input<typeof rideRequests.change>["body"];

/** Posts a request; posted again after an answer that was lost, it is still one. */
export function usePost() {
  const onSettled = useSettled();
  return useMutation({
    mutationFn: (terms: RequestTerms) =>
      sendOnce("ride-request", terms, (idempotencyKey) => call(rideRequests.post, { body: terms }, { idempotencyKey })),
    onSettled,
  });
}

export function useChange(requestId: string) {
  const onSettled = useSettled();
  return useMutation({
    mutationFn: (change: RequestChange) => call(rideRequests.change, { params: { requestId }, body: change }),
    onSettled,
  });
}

/** Takes an open request of mine back; the offers that wait are declined. */
export function useCancelRequest() {
  const onSettled = useSettled();
  return useMutation({
    mutationFn: (requestId: string) => call(seatRequests.end, { params: { requestId }, body: {} }),
    onSettled,
  });
}

interface Which {
  readonly requestId: string;
  readonly id: string;
}

/** Accepts an offer; accepted again after an answer that was lost, it is still one acceptance. */
export function useAcceptOffer() {
  const onSettled = useSettled();
  return useMutation({
    mutationFn: ({ requestId, id }: Which) =>
      sendOnce(`accept-offer.${id}`, null, (idempotencyKey) =>
        call(offers.accept, { params: { requestId, offerId: id } }, { idempotencyKey }),
      ),
    onSettled,
  });
}

export function useDeclineOffer() {
  const onSettled = useSettled();
  return useMutation({
    mutationFn: ({ requestId, id, reason }: Which & { readonly reason: string }) =>
      call(offers.decline, { params: { requestId, offerId: id }, body: { reason: reason.trim() || null } }),
    onSettled,
  });
}

export type OfferTerms = Input<typeof offers.make>["body"];

/** Answers a request; sent again after an answer that was lost, it is still one offer. */
export function useMakeOffer(requestId: string) {
  const onSettled = useSettled();
  return useMutation({
    mutationFn: (terms: OfferTerms) =>
      sendOnce(`offer.${requestId}`, terms, (idempotencyKey) =>
        call(offers.make, { params: { requestId }, body: terms }, { idempotencyKey }),
      ),
    onSettled,
  });
}

/** Withdraws an offer of mine that waits, cancels one that was accepted. */
export function useEndOffer() {
  const onSettled = useSettled();
  return useMutation({
    mutationFn: ({ id, reason = "" }: { readonly id: string; readonly reason?: string }) =>
      call(offers.end, { params: { offerId: id }, body: { reason: reason.trim() || null } }),
    onSettled,
  });
}
