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
