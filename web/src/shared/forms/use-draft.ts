import { useEffect, useState } from "react";

const KEPT = "commonlane.draft.";

/** What was typed into a form, and nothing else of it. */
interface Kept<T> {
  readonly key: string;
  readonly typed: Partial<T>;
}

/**
 * State of a form that outlives errors, reloads and a lost session, kept in this tab only. Never put a password in it.
 * Only what was typed is kept; all else is as `initial` has it now, so that nothing is put back to how it was before.
 * The third value forgets it, for when the form has done its work.
 */
export function useDraft<T extends Record<string, unknown>>(name: string, initial: T) {
  const key = KEPT + name;
  const [kept, setKept] = useState<Kept<T>>(() => ({ key, typed: readDraft<T>(key) }));
  // The same form, now for another ride or conversation.
  if (kept.key !== key) setKept({ key, typed: readDraft<T>(key) });
  useEffect(() => keep(kept), [kept]);
  const change = (part: Partial<T>) => setKept((before) => ({ ...before, typed: { ...before.typed, ...part } }));
  const forget = () => {
    const nothing = { key, typed: {} };
    setKept(nothing);
    // Now, since a form that has done its work may be gone before it is drawn again.
    keep(nothing);
  };
  const draft: T = { ...initial, ...kept.typed };
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

function keep({ key, typed }: Kept<object>): void {
  try {
    if (Object.keys(typed).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(typed));
  } catch {
    // A full or forbidden storage only costs the reload.
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
