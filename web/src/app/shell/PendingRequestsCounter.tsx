import { useEffect } from "react";
import type { PendingRequests } from "./pending-requests.ts";
import { usePendingRequests } from "./use-pending-requests.ts";

/** Renders nothing: reports the number of pending requests to the bar, which loads earlier. */
export function PendingRequestsCounter({
  onChange,
}: {
  onChange: (pending: PendingRequests) => void;
}) {
  const { seatRequests, offers, text } = usePendingRequests();
  useEffect(
    () =>
      onChange({
        seatRequests,
        offers,
        text,
      }),
    [onChange, seatRequests, offers, text],
  );
  return null;
}
