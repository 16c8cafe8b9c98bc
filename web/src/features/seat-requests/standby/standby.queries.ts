import { type StandbyInput, standby } from "@commonlane/contract/standby";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";

/** Standby queue of a full ride and the viewer's position. */
export const standbyQueue = (rideId: string) =>
  queryOptions({
    queryKey: ["standby", rideId],
    queryFn: ({ signal }) => call(standby.queue, { params: { rideId } }, { signal }),
  });

/** Refreshes the queue, also after a late call. */
function useRefreshStandby() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ["standby"] }),
      queries.invalidateQueries({ queryKey: ["seat-requests"] }),
      queries.invalidateQueries({ queryKey: ["rides"] }),
    ]);
}

export function useJoinStandby(rideId: string) {
  const onSettled = useRefreshStandby();
  return useMutation({
    mutationFn: (body: StandbyInput) => call(standby.join, { params: { rideId }, body }),
    onSettled,
  });
}

export function useLeaveStandby() {
  const onSettled = useRefreshStandby();
  return useMutation({
    mutationFn: (standbyId: string) => call(standby.leave, { params: { standbyId } }),
    onSettled,
  });
}
