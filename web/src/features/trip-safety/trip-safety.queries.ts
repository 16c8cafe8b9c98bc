import { tripSafety } from "@commonlane/contract/trip-safety";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";
import { isProblem } from "#shared/api/api-error.ts";

const REFRESH_MS = 60_000;
const FOLLOWED_REFRESH_MS = 15_000;

/** Trip safety data of the user; refetched every minute, because it depends on the time. */
export const tripSafetyOf = (rideId: string) =>
  queryOptions({
    queryKey: ["trip-safety", rideId],
    queryFn: ({ signal }) => call(tripSafety.ofRide, { params: { rideId } }, { signal }),
    refetchInterval: REFRESH_MS,
  });

/** A shared trip by its link. An expired link is not retried. */
export const followedTrip = (token: string) =>
  queryOptions({
    queryKey: ["followed", token],
    queryFn: ({ signal }) => call(tripSafety.follow, { body: { token } }, { signal }),
    refetchInterval: ({ state }) =>
      isLinkExpired(state.error) ||
      state.data?.state === "arrived" ||
      state.data?.state === "cancelled"
        ? false
        : FOLLOWED_REFRESH_MS,
    retry: (times, error) => !isLinkExpired(error) && times < 2,
  });

export const isLinkExpired = (error: unknown): boolean =>
  isProblem(error, "link_over") || isProblem(error, "invalid_input");

export function useShareRide(rideId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(tripSafety.share, { params: { rideId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["trip-safety", rideId] }),
  });
}

export function useEndShare(rideId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (shareId: string) => call(tripSafety.unshare, { params: { rideId, shareId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["trip-safety", rideId] }),
  });
}

export function useConfirmArrival(rideId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(tripSafety.confirmArrival, { params: { rideId } }),
    onSuccess: (updated) => queries.setQueryData(["trip-safety", rideId], updated),
  });
}
