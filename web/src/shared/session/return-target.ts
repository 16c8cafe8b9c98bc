const KEY = "commonlane.return-to";

/** Page to return to after sign-in: where the session ended, or the target of a link. */
export interface ReturnTarget {
  readonly to: string;
  readonly reason: "ended" | "link";
  /** User who was signed in, if known; the target is not used for others. */
  readonly uid?: string | undefined;
}

/** Where a user was when their session ended: only in memory, because others may use this browser next. */
let ofUser: ReturnTarget | undefined;

/** Stores a return target in this tab; that of a user only on this page. */
export function saveReturnTarget(target: ReturnTarget): void {
  ofUser = target.reason === "link" ? undefined : target;
  if (ofUser) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(target));
  } catch {
    // Storage may be full or blocked; then a sign-in leads to /home.
  }
}

/** The page of a ride may name the stops of a passenger. */
const PAGE = /^\/(?:rides|events)\/[\w-]+(?:\?from=-?[\d.]+,-?[\d.]+&to=-?[\d.]+,-?[\d.]+)?$/;

/** Stores the public ride or event that linked to this page with `?next=`. Any other address is ignored. */
export function saveLinkedPage(search: string): void {
  const to = PAGE.exec(new URLSearchParams(search).get("next") ?? "")?.[0];
  if (to) saveReturnTarget({ to, reason: "link" });
}

/** Return target of this user, or of any user if omitted. */
export function findReturnTarget(uid?: string): ReturnTarget | undefined {
  try {
    const stored: unknown = ofUser ?? JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (!isReturnTarget(stored)) return undefined;
    return uid === undefined || stored.uid === undefined || stored.uid === uid ? stored : undefined;
  } catch {
    return undefined;
  }
}

export function clearReturnTarget(): void {
  ofUser = undefined;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage may be blocked; nothing was stored then.
  }
}

const isReturnTarget = (stored: unknown): stored is ReturnTarget =>
  typeof stored === "object" &&
  stored !== null &&
  "to" in stored &&
  typeof stored.to === "string" &&
  /^\/(?!\/)/.test(stored.to) &&
  "reason" in stored;
