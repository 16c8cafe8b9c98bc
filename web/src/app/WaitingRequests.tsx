import { useEffect } from "react";
import { useWaitingRequests, type Waiting } from "./waiting-requests.ts";

/** Draws nothing: tells the bar, which is there before it, how many requests wait. */
export function WaitingRequests({ onChange }: { onChange: (waiting: Waiting) => void }) {
  const { count, text } = useWaitingRequests();
  useEffect(() => onChange({ count, text }), [onChange, count, text]);
  return null;
}
