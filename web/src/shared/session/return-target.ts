const KEY = "commonlane.return-to";

/** Where somebody was when their session ended, or what a visitor was sent a link to. */
export interface ReturnTarget {
  readonly to: string;
  readonly reason: "ended" | "link" | "suspended";
  /** Why somebody's account is suspended. */
  readonly message?: string | undefined;
  /** Who was there, where that is known: it is nobody else's place. */
  readonly uid?: string | undefined;
}

/** Keeps a place for after the next sign-in in this tab. */
export function saveReturnTarget(target: ReturnTarget): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(target));
  } catch {
    // Where nothing is kept, a sign-in leads to /home.
  }
}

/** The place that is kept for a person, or for whoever signs in next. */
export function findReturnTarget(uid?: string): ReturnTarget | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (!isReturnTarget(stored)) return undefined;
    return uid === undefined || stored.uid === undefined || stored.uid === uid ? stored : undefined;
  } catch {
    return undefined;
  }
}

export function clearReturnTarget(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept there, then.
  }
}

const isReturnTarget = (stored: unknown): stored is ReturnTarget =>
  typeof stored === "object" &&
  stored !== null &&
  "to" in stored &&
  typeof stored.to === "string" &&
  /^\/(?!\/)/.test(stored.to) &&
  "reason" in stored;
