import { useEffect } from "react";
import { usePendingRequests, type PendingRequests } from "./use-pending-requests.ts";

/** Draws nothing: tells the bar, which is there before it, how many requests wait. */
export function PendingRequestsCounter({ onChange }: { onChange: (pending: PendingRequests) => void }) {
  const { count, text } = usePendingRequests();
  useEffect(() => onChange({ count, text }), [onChange, count, text]);
  return null;
}
