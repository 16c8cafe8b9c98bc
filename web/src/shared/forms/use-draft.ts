import { useEffect, useState } from "react";

/**
 * State of a form that outlives errors, reloads and a lost session, kept in this tab only. Never put a password in it.
 * The third value forgets it, for when the form has done its work.
 */
export function useDraft<T extends Record<string, unknown>>(name: string, initial: T) {
  const key = `commonlane.draft.${name}`;
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

function readDraft<T>(key: string): Partial<T> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}
