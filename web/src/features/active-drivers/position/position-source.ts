import type { Place } from "@commonlane/contract/shapes";
import { createObservable } from "#shared/observable.ts";
import { forgetAtSignOut } from "#shared/session/left-behind.ts";

/** Position source of this tab: the device or a typed place. */
export type PositionSource =
  | { readonly from: "device" }
  | {
      readonly from: "place";
      readonly place: Place;
    };

// Stored with drafts (cleared on logout). Survives reload; not started in other tabs.
const SOURCE_KEY = "commonlane.draft.sharing.";
/** For other tabs, which do not report the position themselves. */
const SHARING_KEY = "commonlane.sharing.";
/** Cached sources by user. */
const sources = createObservable<Map<string, PositionSource | undefined>>(new Map());

/** Position source of this tab for a user; undefined if offline or if another tab or device reports. */
export function getPositionSource(uid: string): PositionSource | undefined {
  const read = sources.get();
  if (!read.has(uid)) read.set(uid, readSource(uid));
  return read.get(uid);
}

/** Sets the position source of this tab; undefined stops sharing. */
export function setPositionSource(uid: string, source: PositionSource | undefined): void {
  try {
    if (source) {
      sessionStorage.setItem(SOURCE_KEY + uid, JSON.stringify(source));
      localStorage.setItem(SHARING_KEY + uid, "yes");
    } else {
      sessionStorage.removeItem(SOURCE_KEY + uid);
      localStorage.removeItem(SHARING_KEY + uid);
    }
  } catch {
    // Without storage, only the reload and other tabs are affected.
  }
  sources.set(new Map(sources.get()).set(uid, source));
}

/** True if a tab of this browser shares the user's position. */
export function isSharingPosition(uid: string): boolean {
  if (getPositionSource(uid)) return true;
  try {
    return localStorage.getItem(SHARING_KEY + uid) !== null;
  } catch {
    return false;
  }
}

// Nothing is shared after the next sign-in until the user starts it.
forgetAtSignOut(() => sources.get().clear());

/** Subscribes to changes; returns the unsubscribe function. */
export const subscribePositionSource = sources.subscribe;

function readSource(uid: string): PositionSource | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(SOURCE_KEY + uid) ?? "null");
    return isSource(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

function isSource(stored: unknown): stored is PositionSource {
  if (typeof stored !== "object" || stored === null || !("from" in stored)) return false;
  return stored.from === "device" || (stored.from === "place" && "place" in stored);
}
