import { onTheWay } from "@commonlane/contract/on-the-way";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#shared/api.ts";
import { isProblem } from "#shared/api-error.ts";

const EVERY_MS = 60_000;
const FOLLOWED_EVERY_MS = 15_000;

/** What I have for my safety on a ride; read anew each minute, since the time says what of it is shown. */
export const onTheWayOn = (rideId: string) =>
  queryOptions({
    queryKey: ["on-the-way", rideId],
    queryFn: ({ signal }) => call(onTheWay.ofRide, { params: { rideId } }, { signal }),
    refetchInterval: EVERY_MS,
  });

/** Somebody's ride, by the link that they gave. What is over does not come back. */
export const followed = (token: string) =>
  queryOptions({
    queryKey: ["followed", token],
    queryFn: ({ signal }) => call(onTheWay.follow, { body: { token } }, { signal }),
    refetchInterval: ({ state }) =>
      isOver(state.error) || state.data?.state === "arrived" ? false : FOLLOWED_EVERY_MS,
    retry: (times, error) => !isOver(error) && times < 2,
  });

export const isOver = (error: unknown): boolean => isProblem(error, "link_over") || isProblem(error, "invalid_input");

export function useShareRide(rideId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(onTheWay.share, { params: { rideId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["on-the-way", rideId] }),
  });
}

export function useUnshare(rideId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (shareId: string) => call(onTheWay.unshare, { params: { rideId, shareId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["on-the-way", rideId] }),
  });
}

export function useArrived(rideId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(onTheWay.arrived, { params: { rideId } }),
    onSuccess: (said) => queries.setQueryData(["on-the-way", rideId], said),
  });
}
