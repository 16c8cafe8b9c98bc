import { useEffect } from "react";
import { usePendingRequests, type PendingRequests } from "./use-pending-requests.ts";

/** Renders nothing: reports the number of pending requests to the bar, which loads earlier. */
export function PendingRequestsCounter({ onChange }: { onChange: (pending: PendingRequests) => void }) {
  const { count, text } = usePendingRequests();
  useEffect(() => onChange({ count, text }), [onChange, count, text]);
  return null;
}
