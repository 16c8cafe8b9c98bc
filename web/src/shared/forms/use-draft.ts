import { useEffect, useState } from "react";

const KEPT = "commonlane.draft.";

/**
 * State of a form that outlives errors, reloads and a lost session, kept in this tab only. Never put a password in it.
 * The third value forgets it, for when the form has done its work.
 */
export function useDraft<T extends Record<string, unknown>>(name: string, initial: T) {
  const key = KEPT + name;
  const [draft, setDraft] = useState<T>(() => ({ ...initial, ...readDraft<T>(key) }));
  useEffect(() => {
    try {
      sessionStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // A full or forbidden storage only costs the reload.
    }
  }, [key, draft]);
  const change = (part: Partial<T>) => setDraft((before) => ({ ...before, ...part }));
  const forget = () => {
    setDraft(initial);
    sessionStorage.removeItem(key);
  };
  return [draft, change, forget] as const;
}

/** Forgets what was typed into any form of this tab, and what waits on this device to be sent. */
export function forgetDrafts(): void {
  try {
    for (const storage of [sessionStorage, localStorage])
      for (const key of Object.keys(storage)) if (key.startsWith(KEPT)) storage.removeItem(key);
  } catch {
    // Nothing was kept there, then.
  }
}

function readDraft<T>(key: string): Partial<T> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}
