import type { Place } from "@commonlane/contract/shapes";
import { toldValue } from "#shared/told-value.ts";

/** What this tab tells as the driver's position: where the device is, or a place that was typed. */
export type SharedFrom = { readonly from: "device" } | { readonly from: "place"; readonly place: Place };

// With the drafts, which a logout forgets. A reload goes on; another tab does not begin by itself.
const KEPT = "commonlane.draft.sharing.";
/** For the other tabs, which do not tell it themselves. */
const SOMEWHERE = "commonlane.sharing.";
/** By person, as far as it was read. */
const shared = toldValue<Map<string, SharedFrom | undefined>>(new Map());

/** What this tab shares of this person; nothing where they are not active, or another tab or device tells where they are. */
export function sharedHere(uid: string): SharedFrom | undefined {
  const read = shared.get();
  if (!read.has(uid)) read.set(uid, kept(uid));
  return read.get(uid);
}

/** From now on this tab tells where the person is; or, without a source, no longer. */
export function shareHere(uid: string, source: SharedFrom | undefined): void {
  try {
    if (source) {
      sessionStorage.setItem(KEPT + uid, JSON.stringify(source));
      localStorage.setItem(SOMEWHERE + uid, "yes");
    } else {
      sessionStorage.removeItem(KEPT + uid);
      localStorage.removeItem(SOMEWHERE + uid);
    }
  } catch {
    // A forbidden storage costs the reload, and what other tabs know.
  }
  shared.set(new Map(shared.get()).set(uid, source));
}

/** Whether a tab of this browser has shared where this person is, and has not ended it. */
export function isSharing(uid: string): boolean {
  if (sharedHere(uid)) return true;
  try {
    return localStorage.getItem(SOMEWHERE + uid) !== null;
  } catch {
    return false;
  }
}

/** After a logout, in each tab: whoever signs in again shares nothing until they say so. */
export function forgetSharing(): void {
  shared.get().clear();
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(SOMEWHERE)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept there, then.
  }
}

/** Calls back at each change, until the function it gives is called. */
export const onSharedHere = shared.subscribe;

function kept(uid: string): SharedFrom | undefined {
  try {
    const told: unknown = JSON.parse(sessionStorage.getItem(KEPT + uid) ?? "null");
    return isSource(told) ? told : undefined;
  } catch {
    return undefined;
  }
}

function isSource(told: unknown): told is SharedFrom {
  if (typeof told !== "object" || told === null || !("from" in told)) return false;
  return told.from === "device" || (told.from === "place" && "place" in told);
}
