import { createPersonalObservable } from "#shared/observable.ts";

/** The trip on which this tab sends its position, and from when on. */
export interface SharedTrip {
  readonly rideId: string;
  /** ISO 8601; before it no one may see the position, so the device is not asked for it. */
  readonly from: string;
}

/** `later`: it has not begun yet. */
export type TripSharingState =
  "later" | "waiting" | "sent" | "denied" | "unavailable" | "failed" | "ended";

// Stored with drafts (cleared on logout). Survives a reload; not started in other tabs.
const STORAGE_KEY = "commonlane.draft.trip.";
const trips = createPersonalObservable<ReadonlyMap<string, SharedTrip | undefined>>(new Map());
const state = createPersonalObservable<TripSharingState>("waiting");

export const subscribeSharedTrip = trips.subscribe;
export const subscribeTripSharingState = state.subscribe;
export const getTripSharingState = state.get;
export const setTripSharingState = state.set;

/** The trip on which this tab sends the user's position; undefined if there is none. */
export function getSharedTrip(uid: string): SharedTrip | undefined {
  const known = trips.get();
  return known.has(uid) ? known.get(uid) : readSharedTrip(uid);
}

/** Starts to send the position on a trip, or ends it. */
export function setSharedTrip(uid: string, trip: SharedTrip | undefined): void {
  try {
    if (trip) sessionStorage.setItem(STORAGE_KEY + uid, JSON.stringify(trip));
    else sessionStorage.removeItem(STORAGE_KEY + uid);
  } catch {
    // Without storage, only a reload ends it.
  }
  state.set("waiting");
  trips.set(new Map(trips.get()).set(uid, trip));
}

const cache = new Map<string, SharedTrip | undefined>();

function readSharedTrip(uid: string): SharedTrip | undefined {
  try {
    const text = sessionStorage.getItem(STORAGE_KEY + uid);
    if (text === null) return undefined;
    // The same object for the same text, as React expects of a store.
    if (!cache.has(text)) cache.set(text, parseTrip(JSON.parse(text)));
    return cache.get(text);
  } catch {
    return undefined;
  }
}

function parseTrip(stored: unknown): SharedTrip | undefined {
  if (typeof stored !== "object" || stored === null) return undefined;
  if (!("rideId" in stored) || !("from" in stored)) return undefined;
  return {
    rideId: String(stored.rideId),
    from: String(stored.from),
  };
}
