import { useEffect, useState } from "react";

const STORAGE_PREFIX = "commonlane.draft.";

/** Only the fields that the user changed. */
interface StoredDraft<T> {
  readonly key: string;
  readonly typed: Partial<T>;
}

/**
 * Form state that survives errors, reloads and sign-outs, stored in this tab only. Never store a password in it. Only
 * changed fields are stored; all others come from the current `initial`, so that no outdated value returns. The third
 * value clears the draft after submitting.
 *
 * @example
 *   const [draft, change, clear] = useDraft("settings.identity", { name: "", website: "" });
 *   <TextField {...bindText(draft.name, (name) => change({ name }))} />;
 */
export function useDraft<T extends Record<string, unknown>>(name: string, initial: T) {
  const key = STORAGE_PREFIX + name;
  const [stored, setStored] = useState<StoredDraft<T>>(() => ({
    key,
    typed: readDraft<T>(key),
  }));
  // The same form, now for another ride or conversation.
  if (stored.key !== key)
    setStored({
      key,
      typed: readDraft<T>(key),
    });
  useEffect(() => storeDraft(stored), [stored]);
  const change = (changes: Partial<T>) =>
    setStored((previous) => ({
      ...previous,
      typed: { ...previous.typed, ...changes },
    }));
  const clear = () => {
    const empty = { key, typed: {} };
    setStored(empty);
    // Immediately, because a submitted form may unmount before the next render.
    storeDraft(empty);
  };
  const draft: T = { ...initial, ...stored.typed };
  return [draft, change, clear] as const;
}

/** Stores fields of a form that is opened later. */
export function storeDraftFields(name: string, typed: Readonly<Record<string, string>>): void {
  return storeDraft({
    key: STORAGE_PREFIX + name,
    typed,
  });
}

function storeDraft({ key, typed }: StoredDraft<object>): void {
  try {
    if (Object.keys(typed).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(typed));
  } catch {
    // Storage may be full or blocked; then a reload loses the draft.
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
