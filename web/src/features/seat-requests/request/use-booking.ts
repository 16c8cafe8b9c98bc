import type { AccessNeed } from "@commonlane/contract/profiles";
import { useEffect, useRef, useState } from "react";
import { useAgeCheck } from "#shared/age-check/use-age-check.tsx";
import { isProblem } from "#shared/api/api-error.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { sentText } from "../request-status.ts";
import { useRequestSeats } from "../seat-requests.queries.ts";
import {
  createDraft,
  getAvailability,
  getChosenStops,
  type RideSegmentProps,
  type SeatRequestDraft,
  toNewSeatRequest,
} from "./seat-request-draft.ts";

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

type SendRequestOptions = Pick<RideSegmentProps, "ride" | "segment"> & {
  readonly draft: SeatRequestDraft;
  readonly onDone: () => void;
};

/** Submits the request once, even on repeated clicks. */
function useSendRequest({ ride, segment, draft, onDone }: SendRequestOptions) {
  const [submitted, setSubmitted] = useState(false);
  const running = useRef(false);
  const mutation = useRequestSeats(ride.id);
  const ageCheck = useAgeCheck();
  const toast = useToast();
  const sendRequest = async () => {
    const { pickup, dropoff } = getChosenStops(ride, segment, draft);
    setSubmitted(true);
    if (!pickup || !dropoff || running.current) return;
    running.current = true;
    try {
      const request = await ageCheck.run(() =>
        mutation.mutateAsync(toNewSeatRequest(ride, segment, draft)),
      );
      if (!request) return;
      onDone();
      toast({
        message: sentText(request),
        type: "success",
      });
    } catch {
      // The form shows the error from the mutation state.
    } finally {
      running.current = false;
    }
  };
  return {
    sendRequest,
    mutation,
    submitted,
    dialog: ageCheck.dialog,
  };
}
