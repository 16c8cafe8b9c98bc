import { type FollowedRide, tripSafety } from "@commonlane/contract/trip-safety";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { composedQuery } from "#shared/api/query-keys.ts";
import { call } from "#shared/api/api-client.ts";
import { isProblem, isTransient } from "#shared/api/api-error.ts";

const REFRESH_MS = 60_000;
const MAX_RETRIES = 3;
/** Positions that the driver's page sends arrive as events; this is for drivers who are only online. */
const APPROACH_REFRESH_MS = 10_000;

/** Trip safety data of the user; refetched every minute, because it depends on the time. */
export const tripSafetyOf = (rideId: string) =>
  endpointQuery(tripSafety.ofRide, { params: { rideId } }, { refetchInterval: REFRESH_MS });

/** Calls of a follower's page begin this long after the previous one: the server answers when there is news. */
const FOLLOWED_PAUSE_MS = 1_000;

/** A shared trip by its link. The server answers when something has happened. An expired link is not retried. */
export const followedTrip = (token: string) =>
  composedQuery(
    ["POST /followed-rides", { body: { token } }],
    ({ signal, client, queryKey }): Promise<FollowedRide> => {
      const shown = client.getQueryData<FollowedRide>(queryKey);
      const known = shown && {
        state: shown.state,
        positionAt: shown.state === "open" ? (shown.position?.at ?? null) : null,
      };
      return call(
        tripSafety.follow,
        {
          body: {
            token,
            known,
          },
        },
        { signal },
      );
    },
    {
      refetchInterval: ({ state: { error, data } }) =>
        isLinkExpired(error) || isOver(data) ? false : FOLLOWED_PAUSE_MS,
      retry: (times, error) => !isLinkExpired(error) && times < 2,
    },
  );

const isOver = (trip: FollowedRide | undefined): boolean =>
  trip?.state === "arrived" || trip?.state === "cancelled";

export const isLinkExpired = (error: unknown): boolean =>
  isProblem(error, "link_over") || isProblem(error, "invalid_input");

export function useShareRide(rideId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(tripSafety.share, { params: { rideId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: tripSafetyOf(rideId).queryKey }),
  });
}

export function useEndShare(rideId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (shareId: string) =>
      call(tripSafety.unshare, {
        params: {
          rideId,
          shareId,
        },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: tripSafetyOf(rideId).queryKey }),
  });
}

export function useConfirmArrival(rideId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(tripSafety.confirmArrival, { params: { rideId } }),
    onSuccess: (updated) => queries.setQueryData(tripSafetyOf(rideId).queryKey, updated),
  });
}

/** Where the driver of a booked ride is. Positions of others are not stored for offline use. */
export const driverApproach = (rideId: string) =>
  endpointQuery(
    tripSafety.driverApproach,
    { params: { rideId } },
    {
      expected: "not_found",
      refetchInterval: APPROACH_REFRESH_MS,
    },
  );

/** Notifies passengers that the driver is at their pickup. Repeating it has no effect. */
export const useAnnounceDriver = (rideId: string) =>
  useMutation({
    // Pressed in a car, where there may be no network just then: it waits for one instead of failing.
    networkMode: "online",
    retry: (failures, error) => failures < MAX_RETRIES && isTransient(error),
    mutationFn: (passengerUids: readonly string[]) =>
      Promise.all(
        passengerUids.map((passengerUid) =>
          call(tripSafety.announceDriver, {
            params: { rideId },
            body: { passengerUid },
          }),
        ),
      ),
  });
