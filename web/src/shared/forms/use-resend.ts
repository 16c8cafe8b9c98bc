import { useState } from "react";
import { useCooldown } from "./use-cooldown.ts";

export interface Resend {
  /** Seconds until another may be asked for. */
  leftS: number;
  sending: boolean;
  resend: () => Promise<void>;
}

/**
 * Sending a code once more, after a wait that begins with the code before; `send` tells whether it went out. The wait is
 * kept over a reload under its name, if it has one.
 */
export function useResend(afterS: number, send: () => Promise<boolean>, wait?: string): Resend {
  const [leftS, restart] = useCooldown(afterS, wait);
  const [sending, setSending] = useState(false);
  const resend = async () => {
    setSending(true);
    if (await send()) restart();
    setSending(false);
  };
  return { leftS, sending, resend };
}
