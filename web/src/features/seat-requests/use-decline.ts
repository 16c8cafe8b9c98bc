import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useEffect, useRef, useState } from "react";
import { useReject } from "./seat-requests.queries.ts";

/** How long a refusal can be taken back before the other person hears of it. */
const UNDO_MS = 6000;

/** Declines after a moment in which it can be undone; leaving the page declines at once. */
export function useDecline({ id, rideId }: SeatRequest) {
  const { mutate, error } = useReject();
  const [waiting, setWaiting] = useState(false);
  const send = useRef<() => void>(undefined);
  useEffect(() => {
    if (!waiting) return undefined;
    let sent = false;
    send.current = () => {
      if (!sent) mutate({ rideId, id }, { onSettled: () => setWaiting(false) });
      sent = true;
    };
    const now = () => send.current?.();
    const timer = setTimeout(now, UNDO_MS);
    addEventListener("pagehide", now);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", now);
      // Left while waiting: what was said stands.
      now();
    };
  }, [waiting, mutate, rideId, id]);
  return {
    waiting,
    error,
    start: () => setWaiting(true),
    undo: () => {
      send.current = undefined;
      setWaiting(false);
    },
  };
}
