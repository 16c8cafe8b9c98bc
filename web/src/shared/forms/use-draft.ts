import { useEffect, useState } from "react";

const STORAGE_PREFIX = "commonlane.draft.";

/** What was typed into a form, and nothing else of it. */
interface StoredDraft<T> {
  readonly key: string;
  readonly typed: Partial<T>;
}

/**
 * State of a form that outlives errors, reloads and a lost session, kept in this tab only. Never put a password in it.
 * Only what was typed is kept; all else is as `initial` has it now, so that nothing is put back to how it was before.
 * The third value forgets it, for when the form has done its work.
 */
export function useDraft<T extends Record<string, unknown>>(name: string, initial: T) {
  const key = STORAGE_PREFIX + name;
  const [stored, setStored] = useState<StoredDraft<T>>(() => ({ key, typed: readDraft<T>(key) }));
  // The same form, now for another ride or conversation.
  if (stored.key !== key) setStored({ key, typed: readDraft<T>(key) });
  useEffect(() => storeDraft(stored), [stored]);
  const change = (changes: Partial<T>) =>
    setStored((previous) => ({ ...previous, typed: { ...previous.typed, ...changes } }));
  const clear = () => {
    const empty = { key, typed: {} };
    setStored(empty);
    // Now, since a form that has done its work may be gone before it is drawn again.
    storeDraft(empty);
  };
  const draft: T = { ...initial, ...stored.typed };
  return [draft, change, clear] as const;
}

/** Forgets what was typed into any form of this tab, and what waits on this device to be sent. */
export function clearDrafts(): void {
  try {
    for (const storage of [sessionStorage, localStorage])
      for (const key of Object.keys(storage)) if (key.startsWith(STORAGE_PREFIX)) storage.removeItem(key);
  } catch {
    // Nothing was kept there, then.
  }
}

function storeDraft({ key, typed }: StoredDraft<object>): void {
  try {
    if (Object.keys(typed).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(typed));
  } catch {
    // A full or forbidden storage only costs the reload.
  }
}

function readDraft<T>(key: string): Partial<T> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    return typeof stored === "object" && stored !== null ? stored : {};
  } catch {
    return {};
  }
}
