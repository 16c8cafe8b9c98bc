import type { PlaceChoice } from "./place-choice.ts";

const KEPT = "commonlane.places.";
const MOST = 5;

type Used = NonNullable<PlaceChoice["place"]>;

/** The places that a person chose on this device, the last one first. */
export function recentPlaces(uid: string): readonly Used[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT + uid) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isUsed).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Keeps a place for the next time, on this device only. */
export function rememberPlace(uid: string, { label, lat, lng, placeId, timeZone }: Used): void {
  const others = recentPlaces(uid).filter((other) => other.label !== label);
  try {
    localStorage.setItem(
      KEPT + uid,
      JSON.stringify([{ label, lat, lng, placeId, timeZone }, ...others].slice(0, MOST)),
    );
  } catch {
    // Where nothing is kept, places are typed.
  }
}

function isUsed(value: unknown): value is Used {
  if (typeof value !== "object" || value === null) return false;
  const { label, lat, lng }: { label?: unknown; lat?: unknown; lng?: unknown } = value;
  return typeof label === "string" && label !== "" && typeof lat === "number" && typeof lng === "number";
}
