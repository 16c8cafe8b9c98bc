import { useEffect, useState } from "react";

/** Cooldowns for sending another code; stored per tab, so they survive a reload. */

const storageKey = (name: string) => `commonlane.wait.${name}`;

/** Starts or restarts a named cooldown; returns the start in milliseconds. */
export function startCooldown(name: string, now = Date.now()): number {
  try {
    sessionStorage.setItem(storageKey(name), String(now));
  } catch {
    // Storage may be full or blocked; then a reload resets the cooldown.
  }
  return now;
}

/** Start of a cooldown in milliseconds; 0 if there is none. */
export function cooldownStartedAt(name: string): number {
  try {
    return Number(sessionStorage.getItem(storageKey(name)));
  } catch {
    return 0;
  }
}

export function endCooldown(name: string): void {
  try {
    sessionStorage.removeItem(storageKey(name));
  } catch {
    // Storage may be blocked; nothing was stored then.
  }
}

/** Seconds left, at most the full length even if the clock was set back. */
export function cooldownSecondsLeft(startedAt: number, seconds: number, now = Date.now()): number {
  return Math.max(0, Math.min(seconds, Math.ceil(seconds - (now - startedAt) / 1000)));
}

/**
 * Seconds left of a cooldown. A named one started when the code was sent and survives a reload; without a name it
 * starts here.
 */
export function useCooldown(
  seconds: number,
  name?: string,
): readonly [leftS: number, restart: () => void] {
  const [startedAt, setStartedAt] = useState(() =>
    name === undefined ? Date.now() : cooldownStartedAt(name),
  );
  const [leftS, setLeftS] = useState(() => cooldownSecondsLeft(startedAt, seconds));
  useEffect(() => {
    const tick = () => setLeftS(cooldownSecondsLeft(startedAt, seconds));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [startedAt, seconds]);
  return [leftS, () => setStartedAt(name === undefined ? Date.now() : startCooldown(name))];
}

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
  return {
    sentAtMs,
    leftS,
    sending,
    resend,
  };
}
