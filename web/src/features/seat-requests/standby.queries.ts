import { type StandbyAsk, standby } from "@commonlane/contract/standby";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#shared/api.ts";

/** The line for a full ride, and where one stands in it. */
export const standbyLine = (rideId: string) =>
  queryOptions({
    queryKey: ["standby", rideId],
    queryFn: ({ signal }) => call(standby.line, { params: { rideId } }, { signal }),
  });

/** Also where it came too late the line is read again. */
function useSettled() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ["standby"] }),
      queries.invalidateQueries({ queryKey: ["seat-requests"] }),
      queries.invalidateQueries({ queryKey: ["rides"] }),
    ]);
}

export function useJoinStandby(rideId: string) {
  const onSettled = useSettled();
  return useMutation({
    mutationFn: (body: StandbyAsk) => call(standby.join, { params: { rideId }, body }),
    onSettled,
  });
}

export function useLeaveStandby() {
  const onSettled = useSettled();
  return useMutation({
    mutationFn: (standbyId: string) => call(standby.leave, { params: { standbyId } }),
    onSettled,
  });
}
