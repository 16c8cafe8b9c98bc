import type { LatLng, MapStop } from "#shared/map/map-types.ts";
import { timeZoneOf } from "#shared/places/place-choice.ts";
import { townName, formatTime } from "#shared/formatting/format.ts";
import { getDeparture } from "../draft/departure.ts";
import type { RideDraft } from "../draft/ride-draft.ts";
import { useRoutePreview } from "./use-route-preview.ts";

/** Chosen places of a draft as map stops, and the line through them. */
export function useDraftOnMap(draft: RideDraft): {
  stops: MapStop[];
  route: readonly LatLng[];
  isEstimated: boolean;
} {
  const chosenPlaces = [
    { kind: "start" as const, choice: draft.origin },
    ...draft.stops.map(({ choice }) => ({
      kind: "stop" as const,
      choice,
    })),
    {
      kind: "end" as const,
      choice: draft.destination,
    },
  ].flatMap(({ kind, choice }) => (choice.place ? [{ kind, place: choice.place }] : []));
  const { etaS, routed, line } = useRoutePreview(chosenPlaces.map(({ place }) => place));
  const departure = draft.origin.place ? getDeparture(draft) : undefined;
  const zone = timeZoneOf(draft.origin.place);
  const stops = chosenPlaces.map(({ kind, place: { label, lat, lng } }, n) => {
    const at = departure && new Date(departure.getTime() + (etaS[n] ?? 0) * 1000).toISOString();
    const schedule = departure && {
      departsAt: departure.toISOString(),
      timeZone: zone,
      routed,
    };
    return {
      kind,
      lat,
      lng,
      label: townName(label),
      time: at && schedule && formatTime(at, schedule.timeZone),
    };
  });
  return {
    stops,
    route: line ?? stops,
    isEstimated: !routed,
  };
}
