import { rides } from "@commonlane/contract/rides";
import type { AccessNeed } from "@commonlane/contract/profiles";
import { rideReplacements } from "@commonlane/contract/ride-replacements";
import { type SeatRequestStatus, seatRequests } from "@commonlane/contract/seat-requests";
import type { Place } from "@commonlane/contract/shapes";
import { useMutation } from "@tanstack/react-query";
import { endpointPages, endpointQuery, useInvalidate } from "#shared/api/endpoint-query.ts";
import { call } from "#shared/api/api-client.ts";
import { sendIdempotently } from "#shared/forms/idempotent-send.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";

const PAGE_SIZE = 30;

/** Requests for all of the viewer's rides, newest first. */
export const incomingRequests = (status?: SeatRequestStatus) =>
  endpointPages(seatRequests.incoming, {
    query: {
      limit: PAGE_SIZE,
      status,
    },
  });

/** The viewer's own seat requests, newest first. */
export const ownRequests = endpointPages(seatRequests.own, { query: { limit: PAGE_SIZE } });

/**
 * Replacement rides after a failed request. Live updates do not refresh it, so that a ride the user just requested
 * stays visible.
 */
export const replacementsForRequest = (requestId: string) =>
  endpointQuery(rideReplacements.list, { params: { requestId } });

/** Requests for one ride, for its host, newest first, in all states or in one. */
export const requestsOfRide = (rideId: string, status?: SeatRequestStatus) =>
  endpointPages(seatRequests.ofRide, {
    params: { rideId },
    query: { limit: PAGE_SIZE, status },
  });

/** Invalidates everything that a decision may change, also after a late one. */
function useRefreshRequests() {
  const invalidate = useInvalidate();
  return () => invalidate(seatRequests, rides);
}

/** Payload of a seat request; omitted ends default to the ride's own. */
export interface NewSeatRequest {
  readonly seats: number;
  readonly pickup?: Place;
  readonly dropoff?: Place;
  readonly message?: string;
  readonly needs?: AccessNeed[];
  readonly expiresInS?: number;
}

/** Requests seats. An idempotency key makes retries after a lost response safe. */
export function useRequestSeats(rideId: string) {
  const onSettled = useRefreshRequests();
  const user = useUser();
  return useMutation({
    mutationFn: (request: NewSeatRequest) =>
      sendIdempotently(`ask.${rideId}`, request, (idempotencyKey) =>
        call(
          seatRequests.request,
          {
            params: { rideId },
            body: { ...request, seekerId: user.uid },
          },
          { idempotencyKey },
        ),
      ),
    onSettled,
  });
}

interface RequestRef {
  readonly rideId: string;
  readonly id: string;
}

export function useAcceptRequest() {
  const onSettled = useRefreshRequests();
  return useMutation({
    mutationFn: ({ rideId, id }: RequestRef) =>
      call(seatRequests.accept, {
        params: {
          rideId,
          requestId: id,
        },
      }),
    onSettled,
  });
}

export function useRejectRequest() {
  const onSettled = useRefreshRequests();
  return useMutation({
    mutationFn: ({ rideId, id }: RequestRef) =>
      call(seatRequests.reject, {
        params: { rideId, requestId: id },
        body: {},
      }),
    onSettled,
  });
}

/** Confirms a changed ride as shown. `onSuccess` also runs if the live update arrives before the response. */
export function useConfirmRequest(onSuccess: () => void) {
  const onSettled = useRefreshRequests();
  return useMutation({
    onSuccess,
    mutationFn: ({ id, pickupAt }: { id: string; pickupAt: string }) =>
      call(seatRequests.confirm, {
        params: { requestId: id },
        body: { pickupAt },
      }),
    onSettled,
  });
}

/** Withdraws a pending request or cancels an accepted one. */
export function useEndRequest() {
  const onSettled = useRefreshRequests();
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason?: string }) =>
      call(seatRequests.end, {
        params: { requestId: id },
        body: { reason: reason || null },
      }),
    onSettled,
  });
}
