import { type MeetingPointDetails, meetingPoints } from "@commonlane/contract/meeting-points";
import { useMutation } from "@tanstack/react-query";
import { endpointItems, useInvalidate } from "#shared/api/endpoint-query.ts";
import { call } from "#shared/api/api-client.ts";
import { sendIdempotently } from "#shared/forms/idempotent-send.ts";

/** The community's meeting points and the caller's own. */
export const allMeetingPoints = endpointItems(meetingPoints.list, {});

/** Whose meeting points are edited. */
export type MeetingPointOwner = "community" | "host";

interface MeetingPointChange {
  /** Undefined for a new one. */
  readonly id: string | undefined;
  readonly details: MeetingPointDetails;
}

/** Creates or changes a meeting point. */
export function useSaveMeetingPoint(owner: MeetingPointOwner) {
  const endpoints = owner === "community" ? ofCommunity : ofHost;
  return useRefreshingMutation(({ id, details }: MeetingPointChange) =>
    id === undefined
      ? sendIdempotently(`meeting-point.${owner}`, details, (idempotencyKey) =>
          call(endpoints.create, { body: details }, { idempotencyKey }),
        )
      : call(endpoints.change, {
          params: { meetingPointId: id },
          body: details,
        }),
  );
}

export function useRemoveMeetingPoint(owner: MeetingPointOwner) {
  const { remove } = owner === "community" ? ofCommunity : ofHost;
  return useRefreshingMutation((meetingPointId: string) =>
    call(remove, { params: { meetingPointId } }),
  );
}

const ofHost = {
  create: meetingPoints.create,
  change: meetingPoints.change,
  remove: meetingPoints.remove,
};
const ofCommunity = {
  create: meetingPoints.createForCommunity,
  change: meetingPoints.changeForCommunity,
  remove: meetingPoints.removeForCommunity,
};

function useRefreshingMutation<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn,
    onSettled: () => invalidate(meetingPoints.list),
  });
}
