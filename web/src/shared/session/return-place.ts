const KEY = "commonlane.return-to";

/** Where somebody was when their session ended, or what a visitor was sent a link to. */
export interface ReturnPlace {
  readonly to: string;
  readonly because: "ended" | "link" | "suspended";
  /** Why somebody's account is suspended. */
  readonly message?: string | undefined;
  /** Who was there, where that is known: it is nobody else's place. */
  readonly uid?: string | undefined;
}

/** Keeps a place for after the next sign-in in this tab. */
export function keepPlace(place: ReturnPlace): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(place));
  } catch {
    // Where nothing is kept, a sign-in leads to /home.
  }
}

/** The place that is kept for a person, or for whoever signs in next. */
export function keptPlace(uid?: string): ReturnPlace | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (!isPlace(kept)) return undefined;
    return uid === undefined || kept.uid === undefined || kept.uid === uid ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function forgetPlace(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept there, then.
  }
}

const isPlace = (kept: unknown): kept is ReturnPlace =>
  typeof kept === "object" &&
  kept !== null &&
  "to" in kept &&
  typeof kept.to === "string" &&
  /^\/(?!\/)/.test(kept.to) &&
  "because" in kept;
