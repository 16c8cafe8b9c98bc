import { rides } from "@commonlane/contract/rides";
import type { Place } from "@commonlane/contract/shapes";
import { endpointQuery } from "../api/endpoint-query.ts";
import type { PickPointScene } from "#shared/map/PickPointDialog.tsx";
import { townName } from "#shared/formatting/format.ts";
import type { PlaceChoice } from "./place-choice.ts";

/** Chosen ends of a route, shown on the map while another place is picked. */
export function stopsOnMap(from: PlaceChoice, to: PlaceChoice): PickPointScene {
  return {
    stops: [...toStops(from, "start"), ...toStops(to, "end")],
  };
}

const toStops = <Kind extends string>({ place }: PlaceChoice, kind: Kind) =>
  place
    ? [
        {
          kind,
          lat: place.lat,
          lng: place.lng,
          label: townName(place.label),
        },
      ]
    : [];

/** Length, times and line of the roads through these places, in order. Enable it for two places or more. */
export function routeMeasure(places: readonly Place[]) {
  const origin = toPoint(places.at(0));
  const destination = toPoint(places.at(-1));
  const stops = places.slice(1, -1).map((place) => toPoint(place));
  const body = {
    origin,
    stops,
    destination,
  };
  return endpointQuery(rides.measure, { body }, { staleTime: Infinity });
}

const toPoint = (place?: Place): Place => ({
  label: place?.label ?? "",
  lat: place?.lat ?? 0,
  lng: place?.lng ?? 0,
});
