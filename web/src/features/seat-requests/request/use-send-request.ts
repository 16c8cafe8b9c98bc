import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { useAgeCheck } from "#shared/age-check/use-age-check.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { useRequestSeats } from "../seat-requests.queries.ts";
import {
  getChosenStops,
  type RideSegmentProps,
  type SeatRequestDraft,
  toNewSeatRequest,
} from "./seat-request-draft.ts";

type SendRequestOptions = Pick<RideSegmentProps, "ride" | "segment"> & {
  readonly draft: SeatRequestDraft;
  readonly onDone: () => void;
};

/** Submits the request once, even on repeated clicks. */
export function useSendRequest({ ride, segment, draft, onDone }: SendRequestOptions) {
  const { t } = useLingui();
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
      const booked = request.status === "accepted";
      toast({
        message: booked ? t`Booked. You have a seat.` : t`Request sent.`,
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
