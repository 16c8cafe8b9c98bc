import type { PlaceChoice } from "./place-choice.ts";

const STORAGE_PREFIX = "commonlane.places.";
const MAX_PLACES = 5;

type RecentPlace = NonNullable<PlaceChoice["place"]>;

/** The places that a person chose on this device, the last one first. */
export function getRecentPlaces(uid: string): readonly RecentPlace[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_PREFIX + uid) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isRecentPlace).slice(0, MAX_PLACES) : [];
  } catch {
    return [];
  }
}

/** Keeps a place for the next time, on this device only. */
export function rememberPlace(uid: string, { label, lat, lng, placeId, timeZone }: RecentPlace): void {
  const others = getRecentPlaces(uid).filter((other) => other.label !== label);
  try {
    localStorage.setItem(
      STORAGE_PREFIX + uid,
      JSON.stringify([{ label, lat, lng, placeId, timeZone }, ...others].slice(0, MAX_PLACES)),
    );
  } catch {
    // Where nothing is kept, places are typed.
  }
}

function isRecentPlace(value: unknown): value is RecentPlace {
  if (typeof value !== "object" || value === null) return false;
  const { label, lat, lng }: { label?: unknown; lat?: unknown; lng?: unknown } = value;
  return typeof label === "string" && label !== "" && typeof lat === "number" && typeof lng === "number";
}
