import { activeDrivers } from "@commonlane/contract/active-drivers";
import type { Input } from "@commonlane/contract/endpoint";
import { offers } from "@commonlane/contract/offers";
import { profiles } from "@commonlane/contract/profiles";
import { rideRequests, type RideRequestStatus } from "@commonlane/contract/ride-requests";
import { rides } from "@commonlane/contract/rides";
import type { LatLng } from "@commonlane/contract/shapes";
import { seatRequests } from "@commonlane/contract/seat-requests";
import { useMutation } from "@tanstack/react-query";
import { endpointPages, endpointQuery, useInvalidate } from "#shared/api/endpoint-query.ts";
import { composedQuery } from "#shared/api/query-keys.ts";
import { call } from "#shared/api/api-client.ts";
import { sendIdempotently } from "#shared/forms/idempotent-send.ts";
import { pauseDuringMaintenance } from "#shared/api/maintenance.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";

const PAGE_SIZE = 30;
/** Updates of other people's requests are ephemeral and may get lost, so lists also poll. */
const REFRESH_MS = 180_000;

/** The viewer's ride requests, newest first, in all states or in one. */
export const ownRideRequests = (status?: RideRequestStatus) =>
  endpointPages(rideRequests.own, {
    query: {
      limit: PAGE_SIZE,
      status,
    },
  });

export const rideRequestById = (requestId: string) =>
  endpointQuery(rideRequests.one, { params: { requestId } });

/** Public profile of a user. */
export function publicProfileOf(uid: string) {
  return endpointQuery(profiles.byUid, { params: { uid } });
}

/** Distance in kilometres from a place to an active driver, as strangers may know it; null if they are not near. */
export const distanceToDriver = (driverUid: string, { lat, lng }: LatLng) =>
  endpointQuery(
    activeDrivers.nearby,
    {
      query: {
        lat,
        lng,
        limit: 100,
      },
    },
    { select: ({ items }) => items.find(({ uid }) => uid === driverUid)?.distanceKm ?? null },
  );

/** Open requests that start near a place, nearest first. */
export const requestsNear = ({ lat, lng }: LatLng) =>
  endpointPages(
    rideRequests.nearby,
    {
      query: {
        lat,
        lng,
        limit: PAGE_SIZE,
      },
    },
    {
      refetchInterval: REFRESH_MS,
      ...pauseDuringMaintenance,
    },
  );

/** Open requests along one of the viewer's rides, best match first, on one page. */
export const requestsAlong = (rideId: string) =>
  endpointQuery(
    rideRequests.nearby,
    { query: { rideId, limit: 100 } },
    {
      refetchInterval: REFRESH_MS,
      ...pauseDuringMaintenance,
    },
  );

/** Offers for one of the viewer's requests, newest first. */
export const offersForRequest = (requestId: string) =>
  endpointPages(offers.ofRequest, {
    params: { requestId },
    query: { limit: 100 },
  });

/** The viewer's offers with their requests, newest first. */
export const ownOffers = endpointPages(offers.own, { query: { limit: PAGE_SIZE } });

/** Ids of the requests with an offer of the viewer; empty if they fail to load. */
export const offeredIds = composedQuery(["GET /rides/my-offers", {}, "request-ids"], ({ signal }) =>
  fetchOfferedRequestIds(signal),
);

/** The viewer's upcoming rides, soonest first. */
export const ridesToOffer = (uid: string) =>
  endpointQuery(rides.ofHost, {
    params: { uid },
    query: { coming: "true", limit: 100 },
  });

/** The viewer's rides that can be offered for a request, smallest detour first. */
export const fittingRides = (requestId: string) =>
  endpointQuery(offers.fittingRides, { params: { requestId } });

/** Invalidates everything that a decision may change, also after a late one. */
function useRefreshRequests() {
  const invalidate = useInvalidate();
  return () => invalidate(offers, rideRequests, rides, seatRequests);
}

export type RequestPayload = Input<typeof rideRequests.post>["body"];
export type RequestChange = Input<typeof rideRequests.change>["body"];

/** Posts a request. An idempotency key makes retries after a lost response safe. */
export function usePostRequest() {
  const onSettled = useRefreshRequests();
  const user = useUser();
  return useMutation({
    mutationFn: (payload: RequestPayload) =>
      sendIdempotently("ride-request", payload, (idempotencyKey) =>
        call(
          rideRequests.post,
          {
            body: {
              ...payload,
              seekerId: user.uid,
            },
          },
          { idempotencyKey },
        ),
      ),
    onSettled,
  });
}

export function useChangeRequest(requestId: string) {
  const onSettled = useRefreshRequests();
  return useMutation({
    mutationFn: (change: RequestChange) =>
      call(rideRequests.change, {
        params: { requestId },
        body: change,
      }),
    onSettled,
  });
}

/** Withdraws an open request; its open offers are declined. */
export function useCancelRequest() {
  const onSettled = useRefreshRequests();
  return useMutation({
    mutationFn: (requestId: string) =>
      call(seatRequests.end, {
        params: { requestId },
        body: {},
      }),
    onSettled,
  });
}

interface OfferRef {
  readonly requestId: string;
  readonly id: string;
}

/** Accepts an offer. An idempotency key makes retries safe. */
export function useAcceptOffer() {
  const onSettled = useRefreshRequests();
  return useMutation({
    mutationFn: ({ requestId, id }: OfferRef) =>
      sendIdempotently(`accept-offer.${id}`, null, (idempotencyKey) =>
        call(
          offers.accept,
          {
            params: {
              requestId,
              offerId: id,
            },
          },
          { idempotencyKey },
        ),
      ),
    onSettled,
  });
}

export function useDeclineOffer() {
  const onSettled = useRefreshRequests();
  return useMutation({
    mutationFn: ({ requestId, id, reason }: OfferRef & { readonly reason: string }) =>
      call(offers.decline, {
        params: { requestId, offerId: id },
        body: { reason: reason.trim() || null },
      }),
    onSettled,
  });
}

export type OfferPayload = Input<typeof offers.make>["body"];

/** Makes an offer. An idempotency key makes retries safe. */
export function useMakeOffer(requestId: string) {
  const onSettled = useRefreshRequests();
  const user = useUser();
  return useMutation({
    mutationFn: (payload: OfferPayload) =>
      sendIdempotently(`offer.${requestId}`, payload, (idempotencyKey) =>
        call(
          offers.make,
          {
            params: { requestId },
            body: { ...payload, driverId: user.uid },
          },
          { idempotencyKey },
        ),
      ),
    onSettled,
  });
}

/** Withdraws an open offer or cancels an accepted one. */
export function useEndOffer() {
  const onSettled = useRefreshRequests();
  return useMutation({
    mutationFn: ({ id, reason = "" }: { readonly id: string; readonly reason?: string }) =>
      call(offers.end, {
        params: { offerId: id },
        body: { reason: reason.trim() || null },
      }),
    onSettled,
  });
}

const REQUESTS_A_PAGE = 100;
/** Limit on the viewer's own offers, in pages. */
const MAX_PAGES = 10;

/** Ids of the requests that the viewer has made offers for, each once; empty if the offers fail to load. */
export async function fetchOfferedRequestIds(signal?: AbortSignal): Promise<string[]> {
  const ids = new Set<string>();
  try {
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const { items, nextCursor } = await call(
        offers.own,
        { query: { limit: REQUESTS_A_PAGE, cursor } },
        signal ? { signal } : {},
      );
      for (const { requestId } of items) ids.add(requestId);
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
    return [...ids];
  } catch {
    return [];
  }
}
