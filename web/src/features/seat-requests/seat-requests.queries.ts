import type { AccessNeed } from "@commonlane/contract/profiles";
import { rideReplacements } from "@commonlane/contract/ride-replacements";
import { type SeatRequestStatus, seatRequests } from "@commonlane/contract/seat-requests";
import type { Place } from "@commonlane/contract/shapes";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";
import { sendIdempotently } from "#shared/forms/idempotent-send.ts";

const PAGE_SIZE = 30;

const firstPage = { initialPageParam: undefined as string | undefined };
const getNextPage = ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined;

/** What was asked of all my rides, newest first. */
export const incomingRequests = (status?: SeatRequestStatus) =>
  infiniteQueryOptions({
    ...firstPage,
    queryKey: ["seat-requests", "incoming", status ?? "all"],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(seatRequests.incoming, { query: { limit: PAGE_SIZE, cursor, status } }, { signal }),
    getNextPageParam: getNextPage,
  });

/** What I asked for, newest first. */
export const ownRequests = infiniteQueryOptions({
  ...firstPage,
  queryKey: ["seat-requests", "own", "pages"],
  queryFn: ({ pageParam: cursor, signal }) =>
    call(seatRequests.own, { query: { limit: PAGE_SIZE, cursor } }, { signal }),
  getNextPageParam: getNextPage,
});

/** What I asked of one ride; the newest is the one that counts. */
export const ownRequestsForRide = (rideId: string) =>
  queryOptions({
    queryKey: ["seat-requests", "own", rideId],
    queryFn: ({ signal }) => call(seatRequests.own, { query: { limit: 5, rideId } }, { signal }),
  });

/** Other rides for somebody whose request came to nothing. News of rides leave it as it is: what was just asked for stays in sight. */
export const replacementsForRequest = (requestId: string) =>
  queryOptions({
    queryKey: ["replacements", requestId],
    queryFn: ({ signal }) => call(rideReplacements.list, { params: { requestId } }, { signal }),
  });

/** What was asked of one ride, for its host. */
export const requestsOfRide = (rideId: string) =>
  infiniteQueryOptions({
    ...firstPage,
    queryKey: ["seat-requests", "ride", rideId],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(seatRequests.ofRide, { params: { rideId }, query: { limit: PAGE_SIZE, cursor } }, { signal }),
    getNextPageParam: getNextPage,
  });

/** Whatever a decision changed is read again, also when it came too late. */
function useRefreshRequests() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ["seat-requests"] }),
      queries.invalidateQueries({ queryKey: ["rides"] }),
    ]);
}

/** What is asked for; where an end is not said, the ride's own holds. */
export interface NewSeatRequest {
  readonly seats: number;
  readonly pickup?: Place;
  readonly dropoff?: Place;
  readonly message?: string;
  readonly needs?: AccessNeed[];
  readonly expiresInS?: number;
}

/** Asks for seats; asked again after an answer that was lost, it is still one request. */
export function useRequestSeats(rideId: string) {
  const onSettled = useRefreshRequests();
  return useMutation({
    mutationFn: (request: NewSeatRequest) =>
      sendIdempotently(`ask.${rideId}`, request, (idempotencyKey) =>
        call(seatRequests.request, { params: { rideId }, body: request }, { idempotencyKey }),
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
    mutationFn: ({ rideId, id }: RequestRef) => call(seatRequests.accept, { params: { rideId, requestId: id } }),
    onSettled,
  });
}

export function useRejectRequest() {
  const onSettled = useRefreshRequests();
  return useMutation({
    mutationFn: ({ rideId, id }: RequestRef) =>
      call(seatRequests.reject, { params: { rideId, requestId: id }, body: {} }),
    onSettled,
  });
}

/** Says that a changed ride suits one as it was shown. `onSuccess` is called also where the news of it came before the answer. */
export function useConfirmRequest(onSuccess: () => void) {
  const onSettled = useRefreshRequests();
  return useMutation({
    onSuccess,
    mutationFn: ({ id, pickupAt }: { id: string; pickupAt: string }) =>
      call(seatRequests.confirm, { params: { requestId: id }, body: { pickupAt } }),
    onSettled,
  });
}

/** Withdraws what is pending, cancels what was accepted. */
export function useEndRequest() {
  const onSettled = useRefreshRequests();
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason?: string }) =>
      call(seatRequests.end, { params: { requestId: id }, body: { reason: reason || null } }),
    onSettled,
  });
}
