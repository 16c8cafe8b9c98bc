import type { AccessNeed } from "@commonlane/contract/profiles";
import { useEffect } from "react";
import { isProblem } from "#shared/api/api-error.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import {
  type SeatRequestDraft,
  type RideSegmentProps,
  createDraft,
  getAvailability,
} from "./seat-request-draft.ts";
import { useSendRequest } from "./use-send-request.ts";

export interface BookingProps extends RideSegmentProps {
  readonly draftName: string;
  /** Access needs from the profile. */
  readonly needs: readonly AccessNeed[];
  readonly onClose: () => void;
}

export type Booking = ReturnType<typeof useBooking>;

/** A request for seats while it is edited: what was chosen, whether seats are free, and sending it. */
export function useBooking({ ride, segment, draftName, needs, onClose }: BookingProps) {
  const [draft, changeDraft, clearDraft] = useDraft<SeatRequestDraft>(
    draftName,
    createDraft(ride, segment, needs),
  );
  const onDone = () => {
    clearDraft();
    onClose();
  };
  const { mutation, ...sending } = useSendRequest({
    ride,
    segment,
    draft,
    onDone,
  });
  const availability = getAvailability(ride, segment, draft);
  const seatsFree = availability?.seatsFree;
  useEffect(() => {
    if (mutation.isError) mutation.reset();
    // An error is out of date once the free seats have changed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [seatsFree]);
  return {
    ...sending,
    draft,
    change: (changes: Partial<SeatRequestDraft>) => {
      // An answer about other stops or seats says nothing about these.
      if (changes.message === undefined) mutation.reset();
      changeDraft(changes);
    },
    availability,
    isFull: seatsFree !== undefined && seatsFree < draft.seats,
    /** Refused because it is full, although the page does not know yet. */
    isRefused: isProblem(mutation.error, "ride_full"),
    isSending: mutation.isPending,
    error: mutation.error,
  };
}
