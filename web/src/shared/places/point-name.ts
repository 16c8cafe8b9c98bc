import type { NearestPlace, PlaceKind } from "@commonlane/contract/places";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatDistance } from "../formatting/format.ts";

const AREAS: readonly PlaceKind[] = ["town", "village", "district", "postcode"];
/** Within these distances, a point is at the place or near it. */
const AT_PLACE_M = 30;
const NEAR_PLACE_M = 300;

/** Name of a point after the nearest known place: "Städtle 12, Vaduz", "Near Städtle 12, Vaduz" or "2 km from Vaduz". */
export function pointName({ label, kind, distanceM }: NearestPlace): string {
  if (distanceM < (AREAS.includes(kind) ? NEAR_PLACE_M : AT_PLACE_M)) return label;
  if (distanceM < NEAR_PLACE_M) return nearLabel(label);
  const distance = formatDistance(distanceM);
  return i18n._(msg`${distance} from ${label}`);
}

/** The server knows this text in each language and translates it for others, because labels are stored. */
export const nearLabel = (label: string): string => i18n._(msg`Near ${label}`);
