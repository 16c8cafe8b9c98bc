import { seatRequests } from "@commonlane/contract/seat-requests";
import { rides } from "@commonlane/contract/rides";
import { type StandbyInput, standby } from "@commonlane/contract/standby";
import { useMutation } from "@tanstack/react-query";
import { endpointQuery, useInvalidate } from "#shared/api/endpoint-query.ts";
import { call } from "#shared/api/api-client.ts";

/** Standby queue of a full ride and the viewer's position. */
export const standbyQueue = (rideId: string) =>
  endpointQuery(standby.queue, { params: { rideId } });

/** Refreshes the queue, also after a late call. */
function useRefreshStandby() {
  const invalidate = useInvalidate();
  return () => invalidate(standby, seatRequests, rides);
}

export function useJoinStandby(rideId: string) {
  const onSettled = useRefreshStandby();
  return useMutation({
    mutationFn: (body: StandbyInput) =>
      call(standby.join, {
        params: { rideId },
        body,
      }),
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
