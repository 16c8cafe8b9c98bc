import type { AccessNeed } from "@commonlane/contract/profiles";
import { rescue } from "@commonlane/contract/rescue";
import { type SeatRequestStatus, seatRequests } from "@commonlane/contract/seat-requests";
import type { Place } from "@commonlane/contract/shapes";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#shared/api.ts";
import { sendOnce } from "#shared/forms/send-once.ts";

const PAGE = 30;

const pages = { initialPageParam: undefined as string | undefined };
const next = ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined;

/** What was asked of all my rides, newest first. */
export const incomingRequests = (status?: SeatRequestStatus) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: ["seat-requests", "incoming", status ?? "all"],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(seatRequests.incoming, { query: { limit: PAGE, cursor, status } }, { signal }),
    getNextPageParam: next,
  });

/** What I asked for, newest first. */
export const ownRequests = infiniteQueryOptions({
  ...pages,
  queryKey: ["seat-requests", "own", "pages"],
  queryFn: ({ pageParam: cursor, signal }) => call(seatRequests.own, { query: { limit: PAGE, cursor } }, { signal }),
  getNextPageParam: next,
});

/** What I asked of one ride; the newest is the one that counts. */
export const ownRequestsOn = (rideId: string) =>
  queryOptions({
    queryKey: ["seat-requests", "own", rideId],
    queryFn: ({ signal }) => call(seatRequests.own, { query: { limit: 5, rideId } }, { signal }),
  });

/** Other rides for somebody whose request came to nothing. News of rides leave it as it is: what was just asked for stays in sight. */
export const replacementsOf = (requestId: string) =>
  queryOptions({
    queryKey: ["instead", requestId],
    queryFn: ({ signal }) => call(rescue.replacements, { params: { requestId } }, { signal }),
  });

/** What was asked of one ride, for its host. */
export const requestsOfRide = (rideId: string) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: ["seat-requests", "ride", rideId],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(seatRequests.ofRide, { params: { rideId }, query: { limit: PAGE, cursor } }, { signal }),
    getNextPageParam: next,
  });

/** Whatever a decision changed is read again, also when it came too late. */
function useSettled() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ["seat-requests"] }),
      queries.invalidateQueries({ queryKey: ["rides"] }),
    ]);
}

/** What is asked for; where an end is not said, the ride's own holds. */
export interface Ask {
  readonly seats: number;
  readonly pickup?: Place;
  readonly dropoff?: Place;
  readonly message?: string;
  readonly needs?: AccessNeed[];
  readonly expiresInS?: number;
}

/** Asks for seats; asked again after an answer that was lost, it is still one request. */
export function useAskForSeats(rideId: string) {
  const onSettled = useSettled();
  return useMutation({
    mutationFn: (ask: Ask) =>
      sendOnce(`ask.${rideId}`, ask, (idempotencyKey) =>
        call(seatRequests.request, { params: { rideId }, body: ask }, { idempotencyKey }),
      ),
    onSettled,
  });
}

interface Which {
  readonly rideId: string;
  readonly id: string;
}

export function useAccept() {
  const onSettled = useSettled();
  return useMutation({
    mutationFn: ({ rideId, id }: Which) => call(seatRequests.accept, { params: { rideId, requestId: id } }),
    onSettled,
  });
}

export function useReject() {
  const onSettled = useSettled();
  return useMutation({
    mutationFn: ({ rideId, id }: Which) => call(seatRequests.reject, { params: { rideId, requestId: id }, body: {} }),
    onSettled,
  });
}

/** Says that a changed ride suits one as it was shown. `onSuccess` is called also where the news of it came before the answer. */
export function useConfirm(onSuccess: () => void) {
  const onSettled = useSettled();
  return useMutation({
    onSuccess,
    mutationFn: ({ id, pickupAt }: { id: string; pickupAt: string }) =>
      call(seatRequests.confirm, { params: { requestId: id }, body: { pickupAt } }),
    onSettled,
  });
}

/** Withdraws what is pending, cancels what was accepted. */
export function useEnd() {
  const onSettled = useSettled();
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason?: string }) =>
      call(seatRequests.end, { params: { requestId: id }, body: { reason: reason || null } }),
    onSettled,
  });
}
