import { useState } from "react";
import { cooldownStartedAt, useCooldown } from "./cooldown.ts";

export interface Resend {
  /** When the latest code was requested, in milliseconds; undefined if that is not known. */
  sentAtMs: number | undefined;
  /** Seconds until another code can be requested. */
  leftS: number;
  sending: boolean;
  resend: () => Promise<void>;
}

/** Sends another code after a cooldown; `send` resolves to true on success. A named cooldown survives a reload. */
export function useResend(afterS: number, send: () => Promise<boolean>, wait?: string): Resend {
  const [leftS, restart] = useCooldown(afterS, wait);
  const [sending, setSending] = useState(false);
  const resend = async () => {
    setSending(true);
    if (await send()) restart();
    setSending(false);
  };
  // Read again after each code: sending one restarts the cooldown.
  const sentAtMs = (wait !== undefined && cooldownStartedAt(wait)) || undefined;
  return { sentAtMs, leftS, sending, resend };
}
