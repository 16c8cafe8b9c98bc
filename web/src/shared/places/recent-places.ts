import type { PlaceChoice } from "./place-choice.ts";
import { readPlaceKind } from "./place-kinds.ts";

const STORAGE_PREFIX = "commonlane.places.";
const MAX_PLACES = 5;

type RecentPlace = NonNullable<PlaceChoice["place"]>;

/** Places that a user chose on this device, most recent first. */
export function getRecentPlaces(uid: string): readonly RecentPlace[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_PREFIX + uid) ?? "[]");
    return Array.isArray(stored)
      ? stored.filter(isRecentPlace).slice(0, MAX_PLACES).map(withKnownKind)
      : [];
  } catch {
    return [];
  }
}

/** Stores a place on this device. */
export function rememberPlace(
  uid: string,
  { label, lat, lng, placeId, timeZone, kind }: RecentPlace,
): void {
  const others = getRecentPlaces(uid).filter((other) => other.label !== label);
  try {
    localStorage.setItem(
      STORAGE_PREFIX + uid,
      JSON.stringify(
        [
          {
            label,
            lat,
            lng,
            placeId,
            timeZone,
            kind,
          },
          ...others,
        ].slice(0, MAX_PLACES),
      ),
    );
  } catch {
    // Storage may be full or blocked; then there are no recent places.
  }
}

/** Other versions of the app may know other kinds. */
const withKnownKind = ({ kind, ...place }: RecentPlace): RecentPlace => ({
  ...place,
  kind: readPlaceKind(kind),
});

function isRecentPlace(value: unknown): value is RecentPlace {
  if (typeof value !== "object" || value === null) return false;
  const {
    label,
    lat,
    lng,
  }: {
    label?: unknown;
    lat?: unknown;
    lng?: unknown;
  } = value;
  return (
    typeof label === "string" && label !== "" && typeof lat === "number" && typeof lng === "number"
  );
}
