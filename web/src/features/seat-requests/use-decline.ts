import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useUndoable } from "#shared/forms/use-undoable.ts";
import { useReject } from "./seat-requests.queries.ts";

/** Declines after a moment in which it can be undone; leaving the page declines at once. */
export function useDecline({ id, rideId }: SeatRequest) {
  const { mutateAsync, error } = useReject();
  return { ...useUndoable(() => mutateAsync({ rideId, id })), error };
}
