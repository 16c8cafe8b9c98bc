import type { MapStop } from "#shared/map/map-types.ts";
import { formatTimeOnRide } from "#shared/formatting/estimates.ts";
import { townName } from "#shared/formatting/format.ts";
import { getDeparture, timeZoneOf } from "../draft/departure.ts";
import type { RideDraft } from "../draft/ride-draft.ts";
import { estimateRoute } from "./route-preview.ts";

/** Chosen places of a draft as map stops. */
export function toMapStops(draft: RideDraft): MapStop[] {
  const chosenPlaces = [
    { kind: "start" as const, choice: draft.origin },
    ...draft.stops.map(({ choice }) => ({ kind: "stop" as const, choice })),
    { kind: "end" as const, choice: draft.destination },
  ].flatMap(({ kind, choice }) => (choice.place ? [{ kind, place: choice.place }] : []));
  const { etaS: afterS, routed } = estimateRoute(chosenPlaces.map(({ place }) => place));
  const departure = draft.origin.place ? getDeparture(draft) : undefined;
  const zone = timeZoneOf(draft);
  return chosenPlaces.map(({ kind, place: { label, lat, lng } }, n) => {
    const at = departure && new Date(departure.getTime() + (afterS[n] ?? 0) * 1000).toISOString();
    const schedule = departure && { departsAt: departure.toISOString(), timeZone: zone, routed };
    return { kind, lat, lng, label: townName(label), time: at && schedule && formatTimeOnRide(at, schedule) };
  });
}
