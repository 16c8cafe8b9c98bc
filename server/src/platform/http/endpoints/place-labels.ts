import type { LatLng } from "@commonlane/contract/shapes";

export interface LabelledPlace extends LatLng {
  readonly label: string;
}

/** A copy of a reply in which each place, an object with `label`, `lat` and `lng`, has another label. */
export function mapPlaceLabels(reply: unknown, labelOf: (place: LabelledPlace) => string): unknown {
  if (Array.isArray(reply)) return reply.map((item) => mapPlaceLabels(item, labelOf));
  if (typeof reply !== "object" || reply === null) return reply;
  const copy = Object.fromEntries(
    Object.entries(reply).map(([key, value]) => [key, mapPlaceLabels(value, labelOf)]),
  );
  const { label, lat, lng } = copy;
  return typeof label === "string" && typeof lat === "number" && typeof lng === "number"
    ? { ...copy, label: labelOf({ label, lat, lng }) }
    : copy;
}
