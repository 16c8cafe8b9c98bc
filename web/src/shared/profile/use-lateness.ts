import { useLingui } from "@lingui/react/macro";
import { useState } from "react";

const HOUR_MS = 3_600_000;
const LATE_H = 24;
const LAST_MINUTE_H = 3;

/** What a cancellation counts for whoever makes it, by how near the pickup is, in words. */
export function useLateness(pickupAt: string): string {
  const { t } = useLingui();
  const [openedAt] = useState(() => Date.now());
  const hours = (Date.parse(pickupAt) - openedAt) / HOUR_MS;
  if (hours >= LATE_H) return t`It is more than a day ahead and does not weigh on your reliability.`;
  if (hours >= LAST_MINUTE_H) return t`It is less than a day ahead: your profile shows it as a late cancellation.`;
  return t`It is less than 3 hours ahead: your profile shows it as a cancellation at the last minute.`;
}
