import { useEffect, useState } from "react";

/** The browser event, named by the specification, that carries a new count of unread messages as `detail.count`. */
const UNREAD_EVENT = "chatUnreadUpdate";
const BADGE_MAX = 99;

/** The count as the badge shows it. */
export const unreadBadge = (count: number): string => (count > BADGE_MAX ? `${BADGE_MAX}+` : String(count));

/** How many messages are unread, as last told by the event. */
export function useUnreadCount(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const hear = (event: Event) => {
      const told: unknown = event instanceof CustomEvent ? event.detail : undefined;
      if (typeof told === "object" && told !== null && "count" in told && typeof told.count === "number")
        setCount(told.count);
    };
    addEventListener(UNREAD_EVENT, hear);
    return () => removeEventListener(UNREAD_EVENT, hear);
  }, []);
  return count;
}
