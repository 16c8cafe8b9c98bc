import type { Place } from "@commonlane/contract/shapes";
import { createObservable } from "#shared/observable.ts";

/** What this tab tells as the driver's position: where the device is, or a place that was typed. */
export type PositionSource = { readonly from: "device" } | { readonly from: "place"; readonly place: Place };

// With the drafts, which a logout forgets. A reload goes on; another tab does not begin by itself.
const SOURCE_KEY = "commonlane.draft.sharing.";
/** For the other tabs, which do not tell it themselves. */
const SHARING_KEY = "commonlane.sharing.";
/** By person, as far as it was read. */
const sources = createObservable<Map<string, PositionSource | undefined>>(new Map());

/** What this tab shares of this person; nothing where they are not active, or another tab or device tells where they are. */
export function getPositionSource(uid: string): PositionSource | undefined {
  const read = sources.get();
  if (!read.has(uid)) read.set(uid, readSource(uid));
  return read.get(uid);
}

/** From now on this tab tells where the person is; or, without a source, no longer. */
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
    // A forbidden storage costs the reload, and what other tabs know.
  }
  sources.set(new Map(sources.get()).set(uid, source));
}

/** Whether a tab of this browser has shared where this person is, and has not ended it. */
export function isSharingPosition(uid: string): boolean {
  if (getPositionSource(uid)) return true;
  try {
    return localStorage.getItem(SHARING_KEY + uid) !== null;
  } catch {
    return false;
  }
}

/** After a logout, in each tab: whoever signs in again shares nothing until they say so. */
export function clearPositionSources(): void {
  sources.get().clear();
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(SHARING_KEY)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept there, then.
  }
}

/** Calls back at each change, until the function it gives is called. */
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
