import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useUndoable } from "#shared/forms/use-undoable.ts";
import { useRejectRequest } from "./seat-requests.queries.ts";

/** Declines a request after a delay during which it can be undone; leaving the page declines right away. */
export function useUndoableDecline({ id, rideId }: SeatRequest) {
  const { mutateAsync, error } = useRejectRequest();
  return { ...useUndoable(() => mutateAsync({ rideId, id })), error };
}
