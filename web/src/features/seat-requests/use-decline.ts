import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useUndoable } from "#shared/forms/use-undoable.ts";
import { useRejectRequest } from "./seat-requests.queries.ts";

/** Declines after a moment in which it can be undone; leaving the page declines at once. */
export function useUndoableDecline({ id, rideId }: SeatRequest) {
  const { mutateAsync, error } = useRejectRequest();
  return { ...useUndoable(() => mutateAsync({ rideId, id })), error };
}
